#include "cder.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

#include "edit.hpp"
#include "pairs.hpp"

namespace steelyard {
namespace {

// d_CD where costs are 0 or 1. A jump costs 1, so a row of the table holds its minimum and values one above it only:
// one bit per cell says which. Bit i is the place after word i of the free text; the place before all words is apart.
class UnitCover {
 public:
  explicit UnitCover(std::size_t n_ids) : bits_(n_ids) {}

  double operator()(Words free, Words covered) {
    bits_.assign(free);
    if (free.empty()) return static_cast<double>(covered.size());
    const std::size_t n_blocks = bits_.n_blocks();
    std::int64_t least = 0;
    std::uint64_t is_start_least = 1;  // only the start is reached for nothing
    is_least_.assign(n_blocks, 0);
    for (const std::int32_t word : covered) {
      poll(2 * n_blocks);
      const std::uint64_t* const matches = bits_.bits_of(word);
      std::uint64_t any = 0, carry = is_start_least;
      matched_.resize(n_blocks);
      for (std::size_t b = 0; b < n_blocks; ++b) {  // a match keeps the minimum
        matched_[b] = (is_least_[b] << 1 | carry) & matches[b];
        carry = is_least_[b] >> 63;
        any |= matched_[b];
      }
      if (any != 0) {
        is_least_.swap(matched_);
        // The start is reached by insertions only: least as long as no word has matched.
        is_start_least = 0;
        continue;
      }
      ++least;
      carry = is_start_least;
      for (std::size_t b = 0; b < n_blocks; ++b) {  // a substitution, a match from one above, or an insertion
        const std::uint64_t before = is_least_[b] << 1 | carry;
        carry = is_least_[b] >> 63;
        is_least_[b] |= before | matches[b];
      }
    }
    const std::size_t end = free.size() - 1;
    return static_cast<double>(least + ((is_least_[end / 64] >> (end % 64) & 1) == 0));
  }

 private:
  PatternBits bits_;
  std::vector<std::uint64_t> is_least_, matched_;
};

// d_CD with costs of any size, row by row: cell i is the place after i words of the free text.
class CoverRows {
 public:
  explicit CoverRows(const CoverQuestion& question) : costs_(question.substitution, question.spelling) {}

  WordCosts& costs() { return costs_; }

  static void start(Words free, std::vector<double>& row) {
    row.assign(free.size() + 1, 1.0);
    row[0] = 0.0;
  }

  // The next row. A deletion never beats the jump, which costs as much.
  void advance(Words free, std::int32_t word, const std::vector<double>& row, std::vector<double>& next) {
    poll(4 * row.size());
    next.resize(row.size());
    double least = next[0] = row[0] + 1.0;
    for (std::size_t i = 1; i < row.size(); ++i) {
      next[i] = std::min(row[i - 1] + costs_(free[i - 1], word), row[i] + 1.0);
      least = std::min(least, next[i]);
    }
    for (double& cell : next) cell = std::min(cell, least + 1.0);
  }

  double operator()(Words free, Words covered) {
    start(free, row_);
    for (const std::int32_t word : covered) {
      advance(free, word, row_, next_);
      row_.swap(next_);
    }
    return row_.back();
  }

 private:
  WordCosts costs_;
  std::vector<double> row_, next_;
};

// Traces one best path back. Only every k-th row is kept, k near the square root of their number; the rows between are
// computed again, a stretch at a time, from the last to the first.
class CoverPath {
 public:
  explicit CoverPath(const CoverQuestion& question) : rows_(question) {}

  double operator()(Words free, Words covered) {
    const auto stride =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(covered.size())))));
    std::vector<std::vector<double>> kept(covered.size() / stride + 1);
    CoverRows::start(free, kept[0]);
    std::vector<double> row = kept[0], next;
    for (std::size_t l = 1; l <= covered.size(); ++l) {
      rows_.advance(free, covered[l - 1], row, next);
      row.swap(next);
      if (l % stride == 0) kept[l / stride] = row;
    }
    coverage_.assign(free.size(), 0);
    std::size_t i = free.size();
    std::vector<std::vector<double>> stretch(stride + 1);
    for (std::size_t part = kept.size(); part-- > 0;) {
      const std::size_t first = part * stride, last = std::min(covered.size(), first + stride);
      stretch[0] = kept[part];
      kept.pop_back();
      for (std::size_t l = first + 1; l <= last; ++l) {
        rows_.advance(free, covered[l - 1], stretch[l - first - 1], stretch[l - first]);
      }
      for (std::size_t l = last; l > first; --l) {
        i = step_up(free, covered[l - 1], i, stretch[l - first], stretch[l - first - 1]);
      }
      if (part == 0) leave_row(i, stretch[0], [](std::size_t place) { return place == 0; });
    }
    double total = 0.0;
    for (const std::int64_t n : coverage_) total += static_cast<double>(std::abs(1 - n));
    return total;
  }

 private:
  // Goes from cell i of a row to the cell of the row above where the path comes from.
  std::size_t step_up(Words free, std::int32_t word, std::size_t i, const std::vector<double>& row,
                      const std::vector<double>& above) {
    // Compared exactly: rows computed again, and the same sums, have the bits of the first pass.
    const auto is_diagonal = [&](std::size_t place) {
      return place > 0 && row[place] == above[place - 1] + rows_.costs()(free[place - 1], word);
    };
    i = leave_row(
        i, row, [&](std::size_t place) { return is_diagonal(place) || row[place] == above[place] + 1.0; }, is_diagonal);
    if (!is_diagonal(i)) return i;
    ++coverage_[i - 1];
    return i - 1;
  }

  template <typename HasEntry>
  std::size_t leave_row(std::size_t i, const std::vector<double>& row, HasEntry&& has_entry) {
    return leave_row(i, row, has_entry, has_entry);
  }

  // Moves along a row, by deletions and a jump, to a cell that the path enters from above.
  template <typename HasEntry, typename IsPreferred>
  std::size_t leave_row(std::size_t i, const std::vector<double>& row, HasEntry&& has_entry,
                        IsPreferred&& is_preferred) {
    while (!is_preferred(i)) {
      if (i > 0 && row[i] == row[i - 1] + 1.0) {
        ++coverage_[--i];
      } else if (has_entry(i)) {
        break;
      } else {
        i = static_cast<std::size_t>(std::min_element(row.begin(), row.end()) - row.begin());
      }
    }
    return i;
  }

  CoverRows rows_;
  std::vector<std::int64_t> coverage_;
};

template <typename Cover>
auto in_direction(Cover cover, bool is_reversed) {
  return [cover = std::move(cover), is_reversed](Words hypothesis, Words reference) mutable {
    return is_reversed ? cover(reference, hypothesis) : cover(hypothesis, reference);
  };
}

}  // namespace

void cover_distances(const TestSetView& texts, const CoverQuestion& question, int n_threads,
                     std::span<double> distances) {
  if (question.substitution == Substitution::equal) {
    const std::size_t n_ids = count_ids(texts);
    for_pairs(texts, n_threads, distances, [&] { return in_direction(UnitCover(n_ids), question.is_reversed); });
  } else {
    for_pairs(texts, n_threads, distances, [&] { return in_direction(CoverRows(question), question.is_reversed); });
  }
}

void miscoverages(const TestSetView& texts, const CoverQuestion& question, int n_threads,
                  std::span<double> miscoverages) {
  for_pairs(texts, n_threads, miscoverages, [&] { return in_direction(CoverPath(question), question.is_reversed); });
}

}  // namespace steelyard
