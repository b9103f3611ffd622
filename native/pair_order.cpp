#include "pair_order.hpp"

#include <vector>

namespace steelyard {
namespace {

// A plain loop, which the compiler turns into comparisons of whole registers.
template <typename IsBefore>
std::int64_t count(const double* first, const double* second, std::size_t n_draws, IsBefore is_before) {
  std::int64_t n = 0;
  for (std::size_t draw = 0; draw < n_draws; ++draw) n += is_before(first[draw], second[draw]);
  return n;
}

}  // namespace

void count_pair_order(std::span<const double> values, std::size_t n_systems, double tolerance,
                      std::span<std::int64_t> counts) {
  const std::size_t n_draws = n_systems ? values.size() / n_systems : 0;
  std::vector<double> above(n_draws), below(n_draws);
  std::int64_t* not_after = counts.data();
  std::int64_t* before = not_after + n_systems * n_systems;
  for (std::size_t j = 1; j < n_systems; ++j) {
    const double* second = &values[j * n_draws];
    for (std::size_t draw = 0; draw < n_draws; ++draw) {
      above[draw] = second[draw] + tolerance;
      below[draw] = second[draw] - tolerance;
    }
    for (std::size_t i = 0; i < j; ++i) {
      const double* first = &values[i * n_draws];
      not_after[i * n_systems + j] += count(first, above.data(), n_draws, [](double a, double b) { return a <= b; });
      before[i * n_systems + j] += count(first, below.data(), n_draws, [](double a, double b) { return a < b; });
    }
  }
}

}  // namespace steelyard
