#include "bag.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "pairs.hpp"

namespace steelyard {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

// The words of a text as positions in the list of its distinct words.
struct DistinctWords {
  std::vector<std::int32_t> words;
  std::vector<std::size_t> position;  // by place in the text

  void assign(Words text) {
    words.assign(text.begin(), text.end());
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    position.clear();
    for (const std::int32_t word : text) {
      const auto found = std::lower_bound(words.begin(), words.end(), word);
      position.push_back(static_cast<std::size_t>(found - words.begin()));
    }
  }
};

// Assignment by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987, 10.1007/BF02278710): every row gets a
// column, at the least total cost. Rows are the words of the shorter text.
class Assignment {
 public:
  explicit Assignment(WordCosts costs) : word_costs_(std::move(costs)) {}

  double operator()(Words a, Words b) {
    const Words rows = a.size() <= b.size() ? a : b, columns = a.size() <= b.size() ? b : a;
    rows_.assign(rows);
    columns_.assign(columns);
    costs_.clear();
    for (const std::int32_t row : rows_.words) {
      poll(8 * columns_.words.size());
      for (const std::int32_t column : columns_.words) costs_.push_back(word_costs_(row, column));
    }
    row_price_.assign(rows.size(), 0.0);
    column_price_.assign(columns.size(), 0.0);
    row_of_.assign(columns.size(), none);
    pair_equal_words();
    for (const std::size_t row : unpaired_) augment(row);
    double total = static_cast<double>(columns.size() - rows.size());
    for (std::size_t column = 0; column < columns.size(); ++column) {
      if (row_of_[column] != none) total += cost(row_of_[column], column);
    }
    return total;
  }

 private:
  double cost(std::size_t row, std::size_t column) const {
    return costs_[rows_.position[row] * columns_.words.size() + columns_.position[column]];
  }

  // Costs are not negative, so with all prices 0 pairs that cost nothing are a valid beginning.
  void pair_equal_words() {
    next_.assign(columns_.words.size(), none);  // by distinct word: a list of its free columns
    after_.assign(columns_.position.size(), none);
    for (std::size_t column = columns_.position.size(); column-- > 0;) {
      after_[column] = next_[columns_.position[column]];
      next_[columns_.position[column]] = column;
    }
    unpaired_.clear();
    for (std::size_t row = 0; row < rows_.position.size(); ++row) {
      const std::int32_t word = rows_.words[rows_.position[row]];
      const auto found = std::lower_bound(columns_.words.begin(), columns_.words.end(), word);
      const auto at = static_cast<std::size_t>(found - columns_.words.begin());
      if (found == columns_.words.end() || *found != word || next_[at] == none) {
        unpaired_.push_back(row);
        continue;
      }
      row_of_[next_[at]] = row;
      next_[at] = after_[next_[at]];
    }
  }

  // Finds the cheapest way to give one more row a column, in reduced costs, moves pairs along it and corrects prices.
  void augment(std::size_t new_row) {
    const std::size_t n_columns = columns_.position.size();
    distance_.assign(n_columns, std::numeric_limits<double>::infinity());
    from_.assign(n_columns, none);
    open_.resize(n_columns);
    for (std::size_t column = 0; column < n_columns; ++column) open_[column] = column;
    closed_.clear();
    std::size_t row = new_row, last = none;
    double reached = 0.0;
    while (true) {
      std::size_t nearest = 0;
      poll(4 * open_.size());
      for (std::size_t k = 0; k < open_.size(); ++k) {
        const std::size_t column = open_[k];
        // Reduced costs: never negative, and 0 on the pairs made, so that Dijkstra's search finds the cheapest path.
        const double through = reached + (cost(row, column) - row_price_[row] - column_price_[column]);
        if (through < distance_[column]) {
          distance_[column] = through;
          from_[column] = last;
        }
        const double best = distance_[open_[nearest]];
        if (distance_[column] < best ||
            (distance_[column] == best && row_of_[column] == none && row_of_[open_[nearest]] != none)) {
          nearest = k;  // a free column ends the search, so it wins a tie
        }
      }
      last = open_[nearest];
      reached = distance_[last];
      if (row_of_[last] == none) break;
      closed_.push_back(last);
      open_[nearest] = open_.back();
      open_.pop_back();
      row = row_of_[last];
    }
    // Keeps reduced costs from going below 0, and makes them 0 along the path just found.
    row_price_[new_row] += reached;
    for (const std::size_t column : closed_) {
      row_price_[row_of_[column]] += reached - distance_[column];
      column_price_[column] -= reached - distance_[column];
    }
    while (from_[last] != none) {
      row_of_[last] = row_of_[from_[last]];
      last = from_[last];
    }
    row_of_[last] = new_row;
  }

  WordCosts word_costs_;
  DistinctWords rows_, columns_;
  std::vector<double> costs_;  // by distinct word of the rows, then of the columns
  std::vector<double> row_price_, column_price_, distance_;
  std::vector<std::size_t> row_of_, from_, open_, closed_, next_, after_, unpaired_;
};

}  // namespace

std::int64_t BagDistance::operator()(Words a, Words b) {
  std::int64_t n_common = 0;
  for (const std::int32_t word : a) ++counts_[static_cast<std::size_t>(word)];
  // A word of b counts as common as long as a's are not used up.
  for (const std::int32_t word : b) n_common += counts_[static_cast<std::size_t>(word)]-- > 0;
  for (const auto& text : {a, b}) {
    for (const std::int32_t word : text) counts_[static_cast<std::size_t>(word)] = 0;
  }
  return static_cast<std::int64_t>(std::max(a.size(), b.size())) - n_common;
}

void bag_distances(const TestSetView& texts, Substitution substitution, RaggedView spelling, int n_threads,
                   std::span<double> distances) {
  if (substitution == Substitution::equal) {
    const std::size_t n_ids = count_ids(texts);
    for_pairs(texts, n_threads, distances, [n_ids] {
      return [distance = BagDistance(n_ids)](Words hypothesis, Words reference) mutable {
        return static_cast<double>(distance(hypothesis, reference));
      };
    });
  } else {
    for_pairs(texts, n_threads, distances, [&] { return Assignment(WordCosts(substitution, spelling)); });
  }
}

}  // namespace steelyard
