// The greedy matching of runs, against every pair of places for each run that is taken.
#include "gtm.hpp"

#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

double plain_size(Words hypothesis, const Ids& joined, double exponent) {
  std::vector<bool> is_taken(hypothesis.size()), is_other_taken(joined.size());
  double sum = 0;
  while (true) {
    std::size_t best = 0, best_i = 0, best_j = 0;
    for (std::size_t i = 0; i < hypothesis.size(); ++i) {
      for (std::size_t j = 0; j < joined.size(); ++j) {
        std::size_t length = 0;
        while (i + length < hypothesis.size() && j + length < joined.size() && !is_taken[i + length] &&
               !is_other_taken[j + length] && hypothesis[i + length] == joined[j + length]) {
          ++length;
        }
        if (length > best) best = length, best_i = i, best_j = j;
      }
    }
    if (best == 0) return std::pow(sum, 1 / exponent);
    sum += std::pow(static_cast<double>(best), exponent);
    for (std::size_t k = 0; k < best; ++k) is_taken[best_i + k] = is_other_taken[best_j + k] = true;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const double exponent = 1 + 3 * input.fraction();
  const int n_threads = threads(input);
  const TestSet set(input, false, 120);
  std::vector<double> sizes(set.n_systems * set.n_segments, -1);
  maximum_match_sizes(set.view(), exponent, n_threads, sizes);
  for (std::size_t at = 0; at < sizes.size(); ++at) {
    Ids joined;
    for (std::size_t r = 0; r < set.n_references; ++r) {
      if (!set.view().has_reference(r, at % set.n_segments)) continue;
      const Words reference = set.view().reference(r, at % set.n_segments);
      joined.insert(joined.end(), reference.begin(), reference.end());
      joined.push_back(-1);
    }
    const Words hypothesis = set.view().hypotheses.row(at);
    CHECK(sizes[at] >= 0 && sizes[at] <= static_cast<double>(hypothesis.size()) * (1 + 1e-9));
    if (hypothesis.size() * joined.size() <= 1000) CHECK(is_near(sizes[at], plain_size(hypothesis, joined, exponent)));
  }
  return 0;
}
