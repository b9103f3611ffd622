#include "pair_order.hpp"

#include <algorithm>
#include <vector>

#include "interrupts.hpp"
#include "wide.hpp"

namespace steelyard {
namespace {

struct Job {
  const double* values;
  std::size_t n_systems, n_draws;
  double tolerance;
  std::int64_t* not_after;
  std::int64_t* before;
};

// How often each of `n` systems from `first` on is not after, and is before, a system that is `above` and `below` by
// the tolerance: side by side, so that these are read once.
template <std::size_t n>
STEELYARD_IN_BOTH void count_beside(const Job& job, std::size_t first, std::size_t second, const double* above,
                                    const double* below) {
  std::int64_t n_not_after[n] = {}, n_before[n] = {};
  const double* const values = job.values + first * job.n_draws;
  for (std::size_t draw = 0; draw < job.n_draws; ++draw) {
    for (std::size_t i = 0; i < n; ++i) {
      n_not_after[i] += values[i * job.n_draws + draw] <= above[draw];
      n_before[i] += values[i * job.n_draws + draw] < below[draw];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    job.not_after[(first + i) * job.n_systems + second] += n_not_after[i];
    job.before[(first + i) * job.n_systems + second] += n_before[i];
  }
}

STEELYARD_IN_BOTH void count_all(const Job& job) {
  const std::size_t n_draws = job.n_draws;
  std::vector<double> above(n_draws), below(n_draws);
  for (std::size_t j = 1; j < job.n_systems; ++j) {
    poll(j * n_draws);
    const double* const second = job.values + j * n_draws;
    for (std::size_t draw = 0; draw < n_draws; ++draw) {
      above[draw] = second[draw] + job.tolerance;
      below[draw] = second[draw] - job.tolerance;
    }
    std::size_t i = 0;
    for (; i + 4 <= j; i += 4) count_beside<4>(job, i, j, above.data(), below.data());
    for (; i < j; ++i) count_beside<1>(job, i, j, above.data(), below.data());
  }
}

void count(const Job& job) { count_all(job); }

#ifdef STEELYARD_WIDE
STEELYARD_WIDE void count_wide(const Job& job) { count_all(job); }
#endif

}  // namespace

void count_pair_order(std::span<const double> values, std::size_t n_systems, double tolerance,
                      std::span<std::int64_t> counts) {
  if (n_systems == 0 || values.empty()) return;
  std::int64_t* const not_after = counts.data();
  const Job job{values.data(), n_systems, values.size() / n_systems,
                tolerance,     not_after, not_after + n_systems * n_systems};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return count_wide(job);
#endif
  count(job);
}

void count_exchanged_order(std::span<const double> kept, std::span<const double> whole, std::size_t n_systems,
                           std::size_t n_draws, std::span<const std::int64_t> pairs, std::span<const double> tolerance,
                           std::span<std::int64_t> counts) {
  std::fill(counts.begin(), counts.end(), 0);
  const std::size_t size = n_systems * n_draws, n_counts = 2 * n_systems * n_systems;
  std::vector<double> mixed(size);
  for (std::size_t pair = 0; 2 * pair < pairs.size(); ++pair) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto own = static_cast<std::size_t>(pairs[2 * pair + side]);
      const auto other = static_cast<std::size_t>(pairs[2 * pair + 1 - side]);
      for (std::size_t i = 0; i < size; ++i) {
        mixed[i] = kept[own * size + i] + (whole[other * size + i] - kept[other * size + i]);
      }
      count_pair_order(mixed, n_systems, tolerance[own] + tolerance[other],
                       counts.subspan((2 * pair + side) * n_counts, n_counts));
    }
  }
}

}  // namespace steelyard
