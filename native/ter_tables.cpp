#include "ter_tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace steelyard {
namespace {

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

std::uint64_t lowest(std::size_t n) { return n >= 64 ? all_ones : (std::uint64_t{1} << n) - 1; }

std::int64_t rise(std::uint64_t positive, std::uint64_t negative, std::uint64_t mask) {
  return std::popcount(positive & mask) - std::popcount(negative & mask);
}

// One block of one row, from the block above it: Hyyro's form of Myers' algorithm. The differences that enter the block
// from the left are those of the table's edge, where values rise by one, unless others are given.
struct Step {
  std::uint64_t zero, up, down;

  Step(std::uint64_t match, std::uint64_t& positive, std::uint64_t& negative, std::uint64_t up_in = 1,
       std::uint64_t down_in = 0) {
    match |= down_in;
    zero = (((match & positive) + positive) ^ positive) | match | negative;
    up = negative | ~(zero | positive);
    down = zero & positive;
    const std::uint64_t shifted_up = up << 1 | up_in;
    positive = (down << 1 | down_in) | ~(zero | shifted_up);
    negative = shifted_up & zero;
  }
};

EditStep step_of(bool is_match, bool is_zero, bool is_up) {
  if (is_match) return EditStep::match;
  if (!is_zero) return EditStep::substitution;
  return is_up ? EditStep::insertion : EditStep::deletion;
}

bool bit(std::uint64_t word, std::size_t i) { return (word >> i & 1) != 0; }

// Calls visit(row, word) for a text whose words [begin, middle) and [middle, end) are exchanged, from `begin` on until
// visit returns false; rows count from 1. Before the words that have kept their places, asks is_as_before(row above).
template <typename Visit, typename IsAsBefore>
bool visit_exchanged(std::size_t n, std::size_t begin, std::size_t middle, std::size_t end, Visit&& visit,
                     IsAsBefore&& is_as_before) {
  std::size_t row = begin + 1;
  for (std::size_t i = middle; i < end; ++i) visit(row++, i);
  for (std::size_t i = begin; i < middle; ++i) visit(row++, i);
  for (std::size_t i = end; i < n; ++i) {
    if (is_as_before(i)) return true;
    visit(row++, i);
  }
  return false;
}

}  // namespace

// FullTable

std::int64_t FullTable::value_at_end(const Column* row, std::size_t n_rows) const {
  auto value = static_cast<std::int64_t>(n_rows);
  for (std::size_t b = 0; b < reference_.n_blocks(); ++b) {
    value += rise(row[b].positive, row[b].negative, lowest(reference_.size() - 64 * b));
  }
  return value;
}

template <typename Keep>
void FullTable::fill(const std::uint64_t* matches, const Column* above, Column* row, Keep&& keep) const {
  std::uint64_t up_in = 1, down_in = 0;
  for (std::size_t b = 0; b < reference_.n_blocks(); ++b) {
    row[b] = above[b];
    const Step step(matches[b], row[b].positive, row[b].negative, up_in, down_in);
    keep(b, Origin{step.zero, step.up});
    up_in = step.up >> 63;
    down_in = step.down >> 63;
  }
}

void FullTable::read(Words text, std::size_t first) {
  const std::size_t n = text.size(), n_blocks = reference_.n_blocks();
  matches_.resize(n);
  for (std::size_t i = first; i < n; ++i) matches_[i] = reference_.bits_of(text[i]);
  rows_.resize((n + 1) * n_blocks);
  origins_.resize((n + 1) * n_blocks);
  if (first == 0) std::fill_n(rows_.begin(), n_blocks, Column{all_ones, 0});
  for (std::size_t i = first; i < n; ++i) {
    Origin* const origin = origins_.data() + (i + 1) * n_blocks;
    fill(matches_[i], rows_.data() + i * n_blocks, rows_.data() + (i + 1) * n_blocks,
         [origin](std::size_t b, const Origin& found) { origin[b] = found; });
  }
  distance_ = value_at_end(rows_.data() + n * n_blocks, n);
}

std::int64_t FullTable::distance_after_in_one_block(std::size_t begin, std::size_t middle, std::size_t end) const {
  Column row = rows_[begin];
  const bool is_same = visit_exchanged(
      matches_.size(), begin, middle, end,
      [&](std::size_t, std::size_t i) { Step(*matches_[i], row.positive, row.negative); },
      [&](std::size_t above) { return row == rows_[above]; });
  return is_same ? distance_ : value_at_end(&row, matches_.size());
}

std::int64_t FullTable::distance_after(std::size_t begin, std::size_t middle, std::size_t end) {
  const std::size_t n_blocks = reference_.n_blocks();
  if (n_blocks == 1) return distance_after_in_one_block(begin, middle, end);
  const Column* const start = rows_.data() + begin * n_blocks;
  scratch_.assign(start, start + n_blocks);
  const bool is_same = visit_exchanged(
      matches_.size(), begin, middle, end,
      [&](std::size_t, std::size_t i) {
        fill(matches_[i], scratch_.data(), scratch_.data(), [](std::size_t, const Origin&) {});
      },
      [&](std::size_t above) { return std::equal(scratch_.begin(), scratch_.end(), rows_.data() + above * n_blocks); });
  return is_same ? distance_ : value_at_end(scratch_.data(), matches_.size());
}

std::int64_t FullTable::least_without(std::size_t begin, std::size_t end) {
  const std::size_t n = matches_.size(), n_blocks = reference_.n_blocks();
  const Column* const start = rows_.data() + begin * n_blocks;
  scratch_.assign(start, start + n_blocks);
  for (std::size_t i = end; i < n; ++i) {
    fill(matches_[i], scratch_.data(), scratch_.data(), [](std::size_t, const Origin&) {});
  }
  return value_at_end(scratch_.data(), n - (end - begin));
}

EditStep FullTable::last_step(std::size_t i, std::size_t j) const {
  if (i == 0) return EditStep::deletion;
  if (j == 0) return EditStep::insertion;
  const std::size_t block = (j - 1) / 64, at = (j - 1) % 64;
  const Origin& origin = origins_[i * reference_.n_blocks() + block];
  return step_of(bit(matches_[i - 1][block], at), bit(origin.zero, at), bit(origin.up, at));
}

// BandTable

namespace {

constexpr std::size_t least_width = 25;  // of sacreBLEU's band, to each side

// The band's columns [first, end) in row i of a table of n rows: floor(i * ratio) and `width` to each side.
std::pair<std::size_t, std::size_t> band_of(std::size_t i, std::size_t n, std::size_t m) {
  if (i == 0) return {0, m + 1};
  const double ratio = static_cast<double>(m) / static_cast<double>(n);
  std::size_t width = least_width;
  if (static_cast<double>(least_width) < ratio / 2) {
    width = static_cast<std::size_t>(std::ceil(ratio / 2 + static_cast<double>(least_width)));
  }
  const auto diagonal = static_cast<std::size_t>(std::floor(static_cast<double>(i) * ratio));
  const std::size_t first = diagonal > width ? diagonal - width : 0;
  return {first, i == n ? m + 1 : std::min(m + 1, diagonal + width)};
}

}  // namespace

// Such a path stays within (distance + |n - m|) / 2 of the line from corner to corner, and rounding takes less than 2
// more.
bool BandTable::holds(std::int64_t distance, std::size_t n, std::size_t m) {
  const auto difference = static_cast<std::int64_t>(n > m ? n - m : m - n);
  // 46 / 2, and less than 2 more, is below 25.
  return m < least_width || distance + difference <= 46;
}

void BandTable::lay_out(std::size_t n) {
  const std::size_t m = reference_.size();
  windows_.resize(n + 1);
  windows_[0] = {0, m, 0, all_ones, lowest(m)};
  std::size_t first_above = 0;
  for (std::size_t i = 1; i <= n; ++i) {
    const auto [first, end] = band_of(i, n, m);
    const Window& above = windows_[i - 1];
    Window& window = windows_[i];
    window.base = first > first_above ? first - 1 : first;
    window.last = end - 1;
    window.advance = static_cast<unsigned>(window.base - above.base);
    window.known = lowest(above.last - window.base);
    window.inside = lowest(window.last - window.base);
    first_above = first;
  }
}

std::uint64_t BandTable::matches_in(const Window& window, const std::uint64_t* matches) const {
  const std::size_t block = window.base / 64, offset = window.base % 64;
  if (block >= reference_.n_blocks()) return 0;
  std::uint64_t bits = matches[block] >> offset;
  if (offset != 0 && block + 1 < reference_.n_blocks()) bits |= matches[block + 1] << (64 - offset);
  return bits & (window.known << 1 | 1);  // a match needs the cell before it in the row above
}

// The value at `base` of the new row is one more than above it. Where the band has moved on, no such cell exists, but
// its value is too large to be chosen; to the right of the row above, values that rise by one are, too.
BandTable::Row BandTable::next(Row row, const Window& window, const std::uint64_t* matches) const {
  row.value += 1;
  if (window.advance == 1) {
    row.value += static_cast<std::int64_t>(row.positive & 1) - static_cast<std::int64_t>(row.negative & 1);
  } else if (window.advance > 1) {
    row.value += rise(row.positive, row.negative, lowest(window.advance));
  }
  row.positive = ~(~row.positive >> window.advance) | ~window.known;
  row.negative = row.negative >> window.advance & window.known;
  Step(matches_in(window, matches), row.positive, row.negative);
  return row;
}

std::int64_t BandTable::last_value(const Row& row) const {
  return row.value + rise(row.positive, row.negative, windows_.back().inside);
}

void BandTable::read(Words text, std::size_t first) {
  const std::size_t n = text.size();
  if (first == 0) lay_out(n);
  matches_.resize(n);
  for (std::size_t i = first; i < n; ++i) matches_[i] = reference_.bits_of(text[i]);
  rows_.resize(n + 1);
  if (first == 0) rows_[0] = {all_ones, 0, 0};
  for (std::size_t i = first; i < n; ++i) rows_[i + 1] = next(rows_[i], windows_[i + 1], matches_[i]);
  distance_ = last_value(rows_[n]);
}

std::int64_t BandTable::distance_after(std::size_t begin, std::size_t middle, std::size_t end) const {
  Row row = rows_[begin];
  std::int64_t difference = 0;
  const bool is_same = visit_exchanged(
      matches_.size(), begin, middle, end,
      [&](std::size_t i, std::size_t word) { row = next(row, windows_[i], matches_[word]); },
      [&](std::size_t above) {
        const Row& before = rows_[above];
        difference = row.value - before.value;
        return (((row.positive ^ before.positive) | (row.negative ^ before.negative)) & windows_[above].inside) == 0;
      });
  // Rows with equal differences go on alike: all values further down are off by the same number.
  return is_same ? distance_ + difference : last_value(row);
}

EditStep BandTable::last_step(std::size_t i, std::size_t j) const {
  if (i == 0) return EditStep::deletion;
  const Window& window = windows_[i];
  if (j <= window.base) return EditStep::insertion;
  const std::size_t at = j - window.base - 1, last_above = windows_[i - 1].last;
  if (j > last_above + 1) return EditStep::deletion;
  const Row& above = rows_[i - 1];
  std::uint64_t positive = ~(~above.positive >> window.advance) | ~window.known;
  std::uint64_t negative = above.negative >> window.advance & window.known;
  const std::uint64_t match = matches_in(window, matches_[i - 1]);
  const Step step(match, positive, negative);
  return step_of(bit(match, at), bit(step.zero, at), bit(step.up, at) && j <= last_above);
}

// CellTable

namespace {

constexpr std::int32_t nowhere = std::numeric_limits<std::int32_t>::max() / 2;
}  // namespace

std::int32_t CellTable::Row::at(std::size_t column) const {
  if (column < first || column - first >= cells.size()) return nowhere;
  const std::int32_t value = cells[column - first];
  return value > limit ? nowhere : value;
}

void CellTable::fill(const Row& above, std::int32_t word, std::size_t i, Row& row) const {
  const std::size_t n = text_.size(), m = reference_.size();
  std::size_t end = m + 1;
  row.cells.clear();
  row.limit = nowhere;
  if (beam_ == Beam::sacrebleu) {
    std::tie(row.first, end) = band_of(i, n, m);
  } else {
    row.first = above.first;
    while (above.at(row.first) == nowhere) ++row.first;
    std::int32_t best = nowhere;
    for (std::size_t j = row.first; j < std::min(m, above.first + above.cells.size()); ++j) {
      best = std::min(best, above.at(j) + (reference_[j] != word));
    }
    if (i < n) row.limit = std::min(nowhere, best + tercom_beam);
  }
  std::int32_t left = nowhere;
  for (std::size_t j = row.first; j < end; ++j) {
    std::int32_t value = std::min(above.at(j), left) + 1;
    if (j > 0) value = std::min(value, above.at(j - 1) + (reference_[j - 1] != word));
    value = std::min(value, nowhere);
    if (value == nowhere && beam_ == Beam::tercom && j >= above.first + above.cells.size()) break;
    row.cells.push_back(value);
    left = value > row.limit ? nowhere : value;
  }
}

void CellTable::read(Words text, std::size_t first) {
  text_ = text;
  rows_.resize(std::max(rows_.size(), text.size() + 1));
  if (first == 0) {
    rows_[0].first = 0;
    rows_[0].limit = nowhere;
    rows_[0].cells.resize(reference_.size() + 1);
    for (std::size_t j = 0; j <= reference_.size(); ++j) rows_[0].cells[j] = static_cast<std::int32_t>(j);
  }
  for (std::size_t i = first; i < text.size(); ++i) fill(rows_[i], text[i], i + 1, rows_[i + 1]);
  distance_ = rows_[text.size()].at(reference_.size());
}

std::int64_t CellTable::distance_after(std::size_t begin, std::size_t middle, std::size_t end) {
  const Row* above = &rows_[begin];
  std::size_t turn = 0;
  visit_exchanged(
      text_.size(), begin, middle, end,
      [&](std::size_t i, std::size_t word) {
        fill(*above, text_[word], i, scratch_[turn]);
        above = &scratch_[turn];
        turn = 1 - turn;
      },
      [](std::size_t) { return false; });
  return above->at(reference_.size());
}

EditStep CellTable::last_step(std::size_t i, std::size_t j) const {
  if (i == 0) return EditStep::deletion;
  if (j == 0) return EditStep::insertion;
  const Row &above = rows_[i - 1], &row = rows_[i];
  const std::int32_t value = row.cells[j - row.first];
  const bool is_match = reference_[j - 1] == text_[i - 1];
  if (above.at(j - 1) + !is_match == value) return is_match ? EditStep::match : EditStep::substitution;
  return above.at(j) + 1 == value ? EditStep::insertion : EditStep::deletion;
}

}  // namespace steelyard
