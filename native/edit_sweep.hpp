// The table of edit distances, computed 64 cells at a time: whole for short patterns, in a band around its diagonal for
// long ones. What distances and alignments share.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit.hpp"

namespace steelyard {

// How many words two texts have in common at their beginning and, of the rest, at their end. Neither changes the
// distance: between these ends every cell of the table is the distance of the words from there.
struct CommonEnds {
  std::size_t prefix = 0;
  std::size_t suffix = 0;

  Words without(Words words) const { return words.subspan(prefix, words.size() - prefix - suffix); }
};

inline CommonEnds common_ends(Words a, Words b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  CommonEnds ends;
  while (ends.prefix < shorter && a[ends.prefix] == b[ends.prefix]) ++ends.prefix;
  while (ends.suffix < shorter - ends.prefix && a[a.size() - 1 - ends.suffix] == b[b.size() - 1 - ends.suffix]) {
    ++ends.suffix;
  }
  return ends;
}

// The horizontal difference that enters a block from above or leaves it below: +1, -1 or neither.
struct BlockBorder {
  std::uint64_t up = 1;
  std::uint64_t down = 0;
};

// Moves a block on by one word of the text, which stands in the pattern at the bits of `match`; returns what leaves the
// block at bit `bottom`. Myers 1999 (10.1145/316542.316550) in the form of Hyyro 2003.
inline BlockBorder advance(CellBlock& cells, std::uint64_t match, BlockBorder in, std::size_t bottom = 63) {
  match |= in.down;
  // Cells with a diagonal difference of 0: the carry takes a match on through the +1 cells that follow it.
  const std::uint64_t zero = (((match & cells.positive) + cells.positive) ^ cells.positive) | match | cells.negative;
  std::uint64_t up = cells.negative | ~(zero | cells.positive), down = zero & cells.positive;
  const BlockBorder out{up >> bottom & 1, down >> bottom & 1};
  up = up << 1 | in.up;
  down = down << 1 | in.down;
  cells = {down | ~(zero | up), up & zero};
  return out;
}

// Bits below `n` of the block that starts at column 64 * block.
inline std::uint64_t bits_before(std::size_t n, std::size_t block) {
  if (n <= 64 * block) return 0;
  return n - 64 * block >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (n - 64 * block)) - 1;
}

// A block of the row after `prefix` words that the pattern begins with too.
inline CellBlock cells_after(std::size_t prefix, std::size_t block) {
  const std::uint64_t matched = bits_before(prefix, block);
  return {~matched, matched};
}

// Computes all rows of a pattern of n_blocks blocks after a common prefix, and calls on_row(r, cells) after row r, from
// 1. Returns the distance of the text to the pattern's words from `prefix` to `last`.
template <std::size_t n_blocks, typename OnRow>
std::size_t sweep_all(const PatternBits& bits, std::size_t prefix, std::size_t last, Words text, OnRow&& on_row) {
  std::array<CellBlock, n_blocks> cells;
  for (std::size_t b = 0; b < n_blocks; ++b) cells[b] = cells_after(prefix, b);
  for (std::size_t r = 0; r < text.size(); ++r) {
    const std::uint64_t* const matches = bits.bits_of(text[r]);
    BlockBorder border;
    for (std::size_t b = 0; b < n_blocks; ++b) border = advance(cells[b], matches[b], border);
    on_row(r + 1, cells);
  }
  std::size_t distance = prefix + text.size();
  for (std::size_t b = 0; b < n_blocks; ++b) {
    const std::uint64_t counted = bits_before(last, b);
    distance += static_cast<std::size_t>(std::popcount(cells[b].positive & counted));
    distance -= static_cast<std::size_t>(std::popcount(cells[b].negative & counted));
  }
  return distance;
}

// Part of a table: n_columns words of a pattern from its word `first`, and n_rows words of a text, each one at least.
// Cell (c, r) is the distance of their first c columns and r rows. Only cells are needed that a way through the table
// with at most `limit` edits can pass; what is computed of others is too large rather than too small.
class EditBand {
 public:
  // limit: no less than the difference of the sizes.
  EditBand(std::size_t first, std::size_t n_columns, std::size_t n_rows, std::size_t limit)
      : first_(first),
        n_columns_(n_columns),
        // Deletions less insertions are the difference of the lengths, and together they are no more than the limit.
        most_deleted_((limit + n_columns - n_rows) / 2),
        most_inserted_((limit + n_rows - n_columns) / 2) {}

  std::size_t first() const { return first_; }

  // First and last block of row r, from 1.
  std::size_t top_block(std::size_t r) const { return block_of(r > most_inserted_ ? r - most_inserted_ : 1); }
  std::size_t bottom_block(std::size_t r) const { return block_of(std::min(n_columns_, r + most_deleted_)); }
  // Blocks per row at most.
  std::size_t width() const {
    return std::min(block_of(n_columns_) - block_of(1), (most_deleted_ + most_inserted_ + 63) / 64) + 1;
  }

  // Where a column's cells are; the last column of a block.
  std::size_t block_of(std::size_t column) const { return (first_ + column - 1) / 64; }
  std::size_t bit_of(std::size_t column) const { return (first_ + column - 1) % 64; }
  std::size_t bottom_column(std::size_t block) const { return std::min(64 * (block + 1) - first_, n_columns_); }

 private:
  std::size_t first_, n_columns_, most_deleted_, most_inserted_;
};

// Computes the first rows of a band, one per word of the text, and calls on_row(r, cells) after row r, from 1: cells[b]
// is block b. Returns the distance in the last block's last column: after all rows that of the texts or, where it is
// above the band's limit, no less than that.
template <typename OnRow>
std::size_t sweep(const PatternBits& bits, const EditBand& band, Words text, std::vector<CellBlock>& cells,
                  OnRow&& on_row) {
  cells.assign(bits.n_blocks(), CellBlock{});
  cells[band.first() / 64] = cells_after(band.first(), band.first() / 64);
  std::size_t bottom = band.bottom_block(1);
  std::size_t distance = band.bottom_column(bottom);
  for (std::size_t r = 1; r <= text.size(); ++r) {
    poll(2 * band.width());
    for (; bottom < band.bottom_block(r); ++bottom) {
      distance += band.bottom_column(bottom + 1) - band.bottom_column(bottom);
    }
    const std::uint64_t* const matches = bits.bits_of(text[r - 1]);
    BlockBorder border;
    for (std::size_t b = band.top_block(r); b < bottom; ++b) border = advance(cells[b], matches[b], border);
    border = advance(cells[bottom], matches[bottom], border, band.bit_of(band.bottom_column(bottom)));
    distance += border.up - border.down;
    on_row(r, cells);
  }
  return distance;
}

// The distance of n_columns words of a pattern from its word `first` to a text; cells is working memory.
std::size_t banded_distance(const PatternBits& bits, std::size_t first, std::size_t n_columns, Words text,
                            std::vector<CellBlock>& cells);

}  // namespace steelyard
