#include "edit_alignment.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "edit_sweep.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

constexpr std::size_t smallest_divided_table = std::size_t{1} << 20;  // bytes

// Whether a table of the cells that ways with so many edits can pass is too large to be kept.
bool is_divided(Words pattern, Words text, std::size_t most_edits) {
  if (pattern.size() < 65 || text.size() < 10) return false;
  return 2 * std::min(pattern.size(), 2 * most_edits + 1) * text.size() / 8 >= smallest_divided_table;
}

// In two halves: a copy of all 16 bytes would wait until both halves, just computed, have arrived in memory.
void keep(const CellBlock& from, CellBlock& to) {
  to.positive = from.positive;
  to.negative = from.negative;
}

// A visitor is told what the way through the table meets, from its end to its beginning: words in common at the ends,
// edits and pairs of words; and, in any order, the distance of each part of the texts without such ends.
struct Counter {
  std::size_t n_ends = 0, n_pairs = 0, n_deletions = 0, n_insertions = 0, n_edits = 0;

  void ends(std::size_t n) { n_ends += n; }
  void pair(std::int32_t, std::int32_t) { ++n_pairs; }
  void deletions(std::size_t n) { n_deletions += n; }
  void insertions(std::size_t n) { n_insertions += n; }
  void distance(std::size_t n) { n_edits += n; }

  EditCounts counts() const {
    // A pair can be of equal words or not: the visitor is not told, but the distance is.
    const std::size_t n_substitutions = n_edits - n_deletions - n_insertions;
    EditCounts counts{};
    std::ranges::transform(std::array{n_ends + n_pairs - n_substitutions, n_substitutions, n_deletions, n_insertions},
                           counts.begin(), [](std::size_t n) { return static_cast<std::int64_t>(n); });
    return counts;
  }
};

struct Recorder {
  std::vector<EditOperation> operations;

  void append(EditOperation operation, std::size_t n) { operations.insert(operations.end(), n, operation); }
  void ends(std::size_t n) { append(EditOperation::hit, n); }
  void pair(std::int32_t a, std::int32_t b) { append(a == b ? EditOperation::hit : EditOperation::substitution, 1); }
  void deletions(std::size_t n) { append(EditOperation::deletion, n); }
  void insertions(std::size_t n) { append(EditOperation::insertion, n); }
  void distance(std::size_t) {}
};

// Walks back through the table of a text and the pattern's words from `first` to `last`. table(r, b) points to block b
// after row r; it is null where that was not computed, so that no way with the fewest edits passes there.
template <typename Table, typename Visitor>
void walk(const Table& table, Words pattern, std::size_t first, std::size_t last, Words text, Visitor& visitor) {
  std::size_t column = last, row = text.size();
  while (column > first && row > 0) {
    const std::size_t block = (column - 1) / 64, bit = (column - 1) % 64;
    if (table(row, block)->positive >> bit & 1) {
      --column;
      visitor.deletions(1);
      continue;
    }
    --row;
    const CellBlock* const before = row > 0 ? table(row, block) : nullptr;
    if (before != nullptr && (before->negative >> bit & 1)) {
      visitor.insertions(1);
      continue;
    }
    --column;
    visitor.pair(pattern[column], text[row]);
  }
  visitor.deletions(column - first);
  visitor.insertions(row);
}

}  // namespace

void EditAlignment::assign(Words pattern) {
  pattern_.assign(pattern.begin(), pattern.end());
  bits_.assign(pattern);
}

EditCounts EditAlignment::counts(Words text) {
  Counter counter;
  align(text, counter);
  return counter.counts();
}

std::vector<EditOperation> EditAlignment::operations(Words text) {
  Recorder recorder;
  align(text, recorder);
  std::ranges::reverse(recorder.operations);
  return std::move(recorder.operations);
}

template <typename Visitor>
void EditAlignment::align(Words text, Visitor& visitor) {
  const CommonEnds ends = common_ends(pattern_, text);
  const Words columns = ends.without(pattern_), rows = ends.without(text);
  const std::size_t first = ends.prefix, last = first + columns.size(), limit = std::max(columns.size(), rows.size());
  visitor.ends(ends.suffix);
  if (is_divided(columns, rows, limit)) {
    align_halves(columns, rows, banded_distance(bits_, first, columns.size(), rows, cells_), visitor);
  } else {
    switch (bits_.n_blocks()) {
      case 1:
        align_whole<1>(first, last, rows, visitor);
        break;
      case 2:
        align_whole<2>(first, last, rows, visitor);
        break;
      case 3:
        align_whole<3>(first, last, rows, visitor);
        break;
      case 4:
        align_whole<4>(first, last, rows, visitor);
        break;
      default:
        align_banded(bits_, pattern_, first, last, rows, limit, visitor);
    }
  }
  visitor.ends(ends.prefix);
}

// Aligns texts of this distance in two parts.
template <typename Visitor>
void EditAlignment::align_halves(Words pattern, Words text, std::size_t distance, Visitor& visitor) {
  const std::size_t row = text.size() / 2;
  const std::vector<std::size_t> left = distances_after(text.first(row), pattern, text.size(), distance);
  const std::vector<std::int32_t> text_reversed(text.rbegin(), text.rend() - static_cast<std::ptrdiff_t>(row));
  const std::vector<std::int32_t> pattern_reversed(pattern.rbegin(), pattern.rend());
  const std::vector<std::size_t> right = distances_after(text_reversed, pattern_reversed, text.size(), distance);
  std::size_t column = 0;
  // Hirschberg 1975: an alignment with the least distance passes this row at a column where both parts add up to it.
  while (left[column] + right[pattern.size() - column] > distance) ++column;
  align_part(pattern.subspan(column), text.subspan(row), right[pattern.size() - column], visitor);
  align_part(pattern.first(column), text.first(row), left[column], visitor);
}

// Aligns a part of the texts, which has this distance.
template <typename Visitor>
void EditAlignment::align_part(Words pattern, Words text, std::size_t distance, Visitor& visitor) {
  const CommonEnds ends = common_ends(pattern, text);
  const Words columns = ends.without(pattern), rows = ends.without(text);
  visitor.ends(ends.suffix);
  if (is_divided(columns, rows, distance)) {
    align_halves(columns, rows, distance, visitor);
  } else {
    part_bits_.assign(columns);
    align_banded(part_bits_, columns, 0, columns.size(), rows, distance, visitor);
  }
  visitor.ends(ends.prefix);
}

// The distance of a table's first rows to each beginning of the pattern: the true one where a way with `distance` edits
// through all n_rows of the table passes, else one that is too large.
std::vector<std::size_t> EditAlignment::distances_after(Words text, Words pattern, std::size_t n_rows,
                                                        std::size_t distance) {
  part_bits_.assign(pattern);
  const EditBand band(0, pattern.size(), n_rows, distance);
  std::size_t cell = sweep(part_bits_, band, text, cells_, [](auto&&...) {});
  std::vector<std::size_t> distances(pattern.size() + 1, std::numeric_limits<std::size_t>::max() / 2);
  const std::size_t top = 64 * band.top_block(text.size());
  std::size_t column = band.bottom_column(band.bottom_block(text.size()));
  for (; column > top; --column) {
    distances[column] = cell;
    const CellBlock& block = cells_[band.block_of(column)];
    cell -= block.positive >> band.bit_of(column) & 1;
    cell += block.negative >> band.bit_of(column) & 1;
  }
  distances[column] = cell;
  return distances;
}

// Aligns a text to the words from `first` to `last` of a pattern of n_blocks blocks.
template <std::size_t n_blocks, typename Visitor>
void EditAlignment::align_whole(std::size_t first, std::size_t last, Words text, Visitor& visitor) {
  table_.resize(std::max(table_.size(), text.size() * n_blocks));
  visitor.distance(sweep_all<n_blocks>(bits_, first, last, text, [&](std::size_t r, const auto& cells) {
    for (std::size_t b = 0; b < n_blocks; ++b) keep(cells[b], table_[(r - 1) * n_blocks + b]);
  }));
  const auto table = [&](std::size_t r, std::size_t b) { return &table_[(r - 1) * n_blocks + b]; };
  walk(table, pattern_, first, last, text, visitor);
}

// The same for any pattern; limit: no less than the distance.
template <typename Visitor>
void EditAlignment::align_banded(const PatternBits& bits, Words pattern, std::size_t first, std::size_t last,
                                 Words text, std::size_t limit, Visitor& visitor) {
  if (first == last || text.empty()) {
    visitor.distance(last - first + text.size());
    visitor.deletions(last - first);
    visitor.insertions(text.size());
    return;
  }
  const EditBand band(first, last - first, text.size(), limit);
  const std::size_t width = band.width();
  table_.resize(std::max(table_.size(), text.size() * width));
  visitor.distance(sweep(bits, band, text, cells_, [&](std::size_t r, const std::vector<CellBlock>& cells) {
    const std::size_t top = band.top_block(r), bottom = band.bottom_block(r);
    for (std::size_t b = top; b <= bottom; ++b) keep(cells[b], table_[(r - 1) * width + b - top]);
  }));
  const auto table = [&](std::size_t r, std::size_t b) -> const CellBlock* {
    const std::size_t top = band.top_block(r);
    return top <= b && b <= band.bottom_block(r) ? &table_[(r - 1) * width + b - top] : nullptr;
  };
  walk(table, pattern, first, last, text, visitor);
}

void edit_counts(const TestSetView& texts, std::span<const std::int64_t> chosen, int n_threads,
                 std::span<std::int64_t> counts) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    EditAlignment alignment(n_ids);
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        bool is_assigned = false;
        for (std::size_t s = 0; s < texts.n_systems; ++s) {
          const std::size_t place = s * texts.n_segments + segment;
          if (chosen[place] != static_cast<std::int64_t>(r)) continue;
          if (!is_assigned) alignment.assign(texts.reference(r, segment));
          is_assigned = true;
          std::ranges::copy(alignment.counts(texts.hypothesis(s, segment)), &counts[4 * place]);
        }
      }
    }
  });
}

}  // namespace steelyard
