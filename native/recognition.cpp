#include "recognition.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "edit.hpp"
#include "pairs.hpp"

namespace steelyard {
namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

// The paper's automaton, read word by word: state (i, m) has i words of the reference behind it, the last m of them
// matched without a gap, where m stops at max_order - 1.
class Recognition {
 public:
  Recognition(std::size_t max_order, double insertion_cost, double deletion_cost)
      : n_runs_(max_order), insertion_cost_(insertion_cost), deletion_cost_(deletion_cost) {}

  double operator()(Words hypothesis, Words reference) {
    const std::size_t n_places = reference.size() + 1;
    states_.assign(n_places * n_runs_, impossible);
    states_[0] = 0.0;
    best_.resize(n_places);
    delete_words();
    for (const std::int32_t word : hypothesis) {
      poll(states_.size());
      next_.assign(states_.size(), impossible);
      for (std::size_t i = 0; i < n_places; ++i) {
        double& unmatched = next_[i * n_runs_];
        unmatched = std::max(unmatched, best_[i] - insertion_cost_);
        if (i + 1 == n_places) break;
        double* const after = &next_[(i + 1) * n_runs_];
        // Ends every run, whatever its length: the best state before is enough.
        after[0] = best_[i];  // a substitution
        if (word != reference[i]) continue;
        for (std::size_t m = 0; m < n_runs_; ++m) {
          double& matched = after[std::min(m + 1, n_runs_ - 1)];
          // One run of each length 1, ..., m + 1 ends with this word.
          matched = std::max(matched, states_[i * n_runs_ + m] + static_cast<double>(m + 1));
        }
      }
      states_.swap(next_);
      delete_words();
    }
    return best_.back();
  }

 private:
  // Adds the states that are reached without reading a word, and notes the best of each place.
  void delete_words() {
    for (std::size_t i = 0; i < best_.size(); ++i) {
      double* const runs = &states_[i * n_runs_];
      if (i > 0) runs[0] = std::max(runs[0], best_[i - 1] - deletion_cost_);
      best_[i] = *std::max_element(runs, runs + n_runs_);
    }
  }

  std::size_t n_runs_;
  double insertion_cost_, deletion_cost_;
  std::vector<double> states_, next_, best_;
};

}  // namespace

void recognition_values(const TestSetView& texts, std::size_t max_order, double insertion_cost, double deletion_cost,
                        int n_threads, std::span<double> values) {
  for_pairs(texts, n_threads, values, [&] { return Recognition(max_order, insertion_cost, deletion_cost); });
}

}  // namespace steelyard
