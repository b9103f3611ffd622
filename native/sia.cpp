#include "sia.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "edit.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

constexpr double tolerance = 1e-12;     // sums of the same terms in another order are equal
constexpr double negligible = 1e-18;    // of a sum: less than half its last place
constexpr std::size_t n_roots = 4'096;  // gaps up to 64 by 64 are looked up

}  // namespace

double SiaAligner::inverse_root(std::size_t product) const {
  return product < n_roots ? inverse_roots_[product] : 1 / std::sqrt(static_cast<double>(product));
}

bool SiaAligner::fill(Table& table, Words hypothesis, Words reference) {
  next_.assign(reference.size(), none);
  for (std::size_t place = reference.size(); place-- > 0;) {
    std::uint32_t& first = first_of_[static_cast<std::size_t>(reference[place])];
    next_[place] = first;
    first = static_cast<std::uint32_t>(place);
  }
  table.cells.clear();
  table.starts.assign(1, 0);
  table.is_column_taken.assign(reference.size(), 0);
  table.n_columns = reference.size();
  bool is_small = true;
  const auto add = [&](std::int32_t word, double similarity) {
    for (std::uint32_t at = first_of_[static_cast<std::size_t>(word)]; at != none; at = next_[at]) {
      if (table.cells.size() == most_sia_pairs) {
        is_small = false;
        return;
      }
      table.cells.push_back({at, none, similarity});
    }
  };
  for (std::size_t row = 0; row < hypothesis.size() && is_small; ++row) {
    const std::int32_t word = hypothesis[row];
    add(word, 1);
    if (!similarity_.words.offsets.empty()) {
      const auto similar = similarity_.words.row(static_cast<std::size_t>(word));
      const auto values = similarity_.row(static_cast<std::size_t>(word));
      for (std::size_t i = 0; i < similar.size(); ++i) {
        if (similar[i] != word && values[i] > 0) add(similar[i], values[i]);
      }
      std::sort(table.cells.begin() + static_cast<std::ptrdiff_t>(table.starts.back()), table.cells.end(),
                [](const Cell& a, const Cell& b) { return a.column < b.column; });
    }
    table.starts.push_back(table.cells.size());
  }
  for (const std::int32_t word : reference) first_of_[static_cast<std::size_t>(word)] = none;
  table.columns.clear();
  for (const Cell& cell : table.cells) table.columns.push_back(cell.column);
  table.values.assign(table.cells.size(), Value{});
  return is_small;
}

// Returns the value of the best chain that ends in a cell. Looks for its predecessor from the nearest row up, and in a
// row from the nearest column, for as long as the best chain that could end there would win.
double SiaAligner::extend(const Table& table, std::size_t row, Cell& cell) {
  double best = -1;
  cell.previous = none;
  const double bound = cell.column > 0 ? best_by_column_[cell.column - 1] : 0;
  for (std::size_t above = row; bound > 0 && above-- > 0;) {
    // Rows farther up can add less and less, to no more than `bound`.
    if (bound + cell.similarity * inverse_root(row - above) <= best + tolerance) break;
    ++n_steps_;
    const std::size_t start = table.starts[above], end = table.starts[above + 1];
    std::size_t& ahead = ahead_[above];
    while (start + ahead < end && table.columns[start + ahead] < cell.column) ++ahead;
    for (std::size_t at = start + ahead; at-- > start;) {
      ++n_steps_;
      const Value& value = table.values[at];
      const double step = cell.similarity * inverse_root((row - above) * (cell.column - table.columns[at]));
      // Both terms fall towards the left.
      if (value.best_so_far + step <= best + tolerance) break;
      if (value.best > 0 && value.best + step > best + tolerance) {
        best = value.best + step;
        cell.previous = static_cast<std::uint32_t>(at);
      }
    }
  }
  const double alone = cell.similarity * inverse_root((row + 1) * (std::size_t{cell.column} + 1));
  if (alone > best + tolerance) {
    best = alone;
    cell.previous = none;
  }
  return best;
}

std::uint32_t SiaAligner::best_chain(Table& table) {
  best_by_column_.assign(table.n_columns, 0);
  double best = 0;
  std::uint32_t end = none;
  for (std::size_t row = 0; row + 1 < table.starts.size(); ++row) {
    const std::size_t first = table.starts[row], last = table.starts[row + 1];
    poll(row + 2 * table.n_columns + 4 * n_steps_);
    n_steps_ = 0;
    std::fill_n(ahead_.begin(), row, 0);
    double so_far = 0;
    for (std::size_t at = first; at < last; ++at) {
      Value& value = table.values[at];
      const bool is_free = !is_row_taken_[row] && !table.is_column_taken[table.columns[at]];
      value.best = is_free ? extend(table, row, table.cells[at]) : 0;
      value.best_so_far = so_far = std::max(so_far, value.best);
      if (value.best > best + tolerance) {
        best = value.best;
        end = static_cast<std::uint32_t>(at);
      }
    }
    if (first == last || so_far == 0) continue;
    double raised = 0;
    std::size_t at = first;
    for (std::size_t column = table.columns[first]; column < table.n_columns; ++column) {
      if (at < last && table.columns[at] == column) raised = table.values[at++].best_so_far;
      best_by_column_[column] = std::max(best_by_column_[column], raised);
    }
  }
  return end;
}

bool SiaAligner::align(Words hypothesis, std::span<const Words> references, const SiaOptions& options) {
  rounds_.clear();
  sum_ = 0;
  if (inverse_roots_.empty()) {
    inverse_roots_.assign(n_roots, 0);
    for (std::size_t i = 1; i < n_roots; ++i) inverse_roots_[i] = 1 / std::sqrt(static_cast<double>(i));
  }
  is_row_taken_.assign(hypothesis.size(), 0);
  ahead_.resize(std::max(ahead_.size(), hypothesis.size()));
  tables_.resize(std::max(tables_.size(), references.size()));
  for (std::size_t r = 0; r < references.size(); ++r) {
    if (!fill(tables_[r], hypothesis, references[r])) return false;
  }
  double weight = options.schedule == Decay::square ? options.decay : 1;
  for (;;) {
    SiaRound round{references.size(), 0, {}};
    std::uint32_t end = none;
    for (std::size_t r = 0; r < references.size(); ++r) {
      const std::uint32_t found = best_chain(tables_[r]);
      if (found != none && tables_[r].values[found].best > round.score + tolerance) {
        round.reference = r;
        round.score = tables_[r].values[found].best;
        end = found;
      }
    }
    if (end == none) return true;
    // No later round scores more than this one, so that what is left is below score * weight / (1 - decay).
    if (weight * round.score <= negligible * (1 - options.decay) * sum_) return true;
    Table& table = tables_[round.reference];
    std::size_t row = hypothesis.size();
    for (std::uint32_t at = end; at != none; at = table.cells[at].previous) {
      while (table.starts[row] > at) --row;
      round.pairs.push_back({row, table.columns[at]});
    }
    std::ranges::reverse(round.pairs);
    for (const auto& [word, place] : round.pairs) {
      is_row_taken_[word] = 1;
      table.is_column_taken[place] = 1;
    }
    sum_ += weight * round.score;
    weight *= options.schedule == Decay::square ? weight : options.decay;
    rounds_.push_back(std::move(round));
    if (!options.is_iterative) return true;
  }
}

void sia_sums(const TestSetView& texts, SimilarityView similarity, const SiaOptions& options, int n_threads,
              std::span<double> sums) {
  const std::size_t n_ids =
      std::max(count_ids(texts), similarity.words.values.empty()
                                     ? std::size_t{0}
                                     : static_cast<std::size_t>(std::ranges::max(similarity.words.values)) + 1);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    SiaAligner aligner(similarity, n_ids);
    std::vector<Words> references;
    for (std::size_t segment = first; segment < last; ++segment) {
      references.clear();
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        if (texts.has_reference(r, segment)) references.push_back(texts.reference(r, segment));
      }
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        const bool is_done = aligner.align(texts.hypothesis(s, segment), references, options);
        sums[s * texts.n_segments + segment] = is_done ? aligner.sum() : std::numeric_limits<double>::quiet_NaN();
      }
    }
  });
}

}  // namespace steelyard
