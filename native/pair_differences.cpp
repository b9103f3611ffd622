#include "pair_differences.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "interrupts.hpp"
#include "wide.hpp"

namespace steelyard {
namespace {

constexpr std::size_t stretch = draws_together;
constexpr std::size_t n_beside = 16;  // draws that read a row of weights together

struct Subtraction {
  std::span<const double> values, whole;
  std::span<const std::int64_t> a, b;
  std::size_t n_draws;
  std::span<double> out;
};

STEELYARD_IN_BOTH void subtract_all(const Subtraction& job) {
  for (std::size_t p = 0; p < job.a.size(); ++p) {
    poll(job.n_draws);
    const double* const first = job.values.data() + static_cast<std::size_t>(job.a[p]) * job.n_draws;
    const double* const second = job.values.data() + static_cast<std::size_t>(job.b[p]) * job.n_draws;
    double* const row = job.out.data() + p * job.n_draws;
    const double whole = job.whole[p];
    for (std::size_t draw = 0; draw < job.n_draws; ++draw) row[draw] = (first[draw] - second[draw]) / whole;
  }
}

// Draws `start` to `start + n` of row p: where they stand, or in the buffer, to which they are subtracted.
STEELYARD_IN_BOTH const double* draws_of(const PairRows& rows, std::size_t p, std::size_t start, std::size_t n,
                                         double* buffer) {
  if (rows.a.empty()) return rows.values.data() + p * rows.n_draws + start;
  const double* const first = rows.values.data() + static_cast<std::size_t>(rows.a[p]) * rows.n_draws + start;
  const double* const second = rows.values.data() + static_cast<std::size_t>(rows.b[p]) * rows.n_draws + start;
  const double whole = rows.whole[p];
  for (std::size_t draw = 0; draw < n; ++draw) buffer[draw] = (first[draw] - second[draw]) / whole;
  return buffer;
}

// Eight sums side by side and then in pairs, as NumPy adds up a row of a stretch: registers hold several of them.
STEELYARD_IN_BOTH double sum_of_squares(const double* values, std::size_t n) {
  double sums[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) sums[k] += values[i + k] * values[i + k];
  }
  double sum = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  for (; i < n; ++i) sum += values[i] * values[i];
  return sum;
}

struct Counting {
  const PairRows& rows;
  std::span<const double> sign, reached;
  std::span<std::int64_t> counts;
  std::span<double> squares;
};

STEELYARD_IN_BOTH void count_all(const Counting& job) {
  const std::size_t n_rows = job.counts.size(), n_draws = job.rows.n_draws;
  double buffer[stretch];
  for (std::size_t start = 0; start < n_draws; start += stretch) {
    const std::size_t n = std::min(stretch, n_draws - start);
    double* const squares = job.squares.data() + start / stretch * n_rows;
    for (std::size_t p = 0; p < n_rows; ++p) {
      poll(n);
      const double* const row = draws_of(job.rows, p, start, n, buffer);
      const double reached = job.reached[p];
      std::int64_t count = 0;
      if (job.sign.empty()) {
        for (std::size_t draw = 0; draw < n; ++draw) count += std::fabs(row[draw]) >= reached;
      } else {
        for (std::size_t draw = 0; draw < n; ++draw) count += row[draw] * job.sign[p] >= reached;
      }
      job.counts[p] += count;
      squares[p] = sum_of_squares(row, n);
    }
  }
}

struct Steps {
  const PairRows& rows;
  std::span<const std::int64_t> order;
  std::span<const double> scale, sign, reached;
  std::span<std::int64_t> counts;
  std::span<double> maxima;
};

STEELYARD_IN_BOTH void step_all(const Steps& job) {
  const std::size_t n_draws = job.maxima.size(), n_steps = job.order.size();
  // Pairs in the order of the steps: looked up one by one in their own, each would have to be waited for.
  const bool are_pairs = !job.rows.a.empty();
  std::vector<std::int64_t> a(are_pairs ? n_steps : 0), b(a.size());
  std::vector<double> whole(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto p = static_cast<std::size_t>(job.order[i]);
    a[i] = job.rows.a[p];
    b[i] = job.rows.b[p];
    whole[i] = job.rows.whole[p];
  }
  const PairRows rows{job.rows.values, n_draws, a, b, whole};
  double buffer[stretch];
  for (std::size_t start = 0; start < n_draws; start += stretch) {
    const std::size_t n = std::min(stretch, n_draws - start);
    double largest[stretch];
    std::fill(largest, largest + stretch, -HUGE_VAL);
    poll(n * n_steps);
    for (std::size_t i = n_steps; i-- > 0;) {
      const std::size_t p = are_pairs ? i : static_cast<std::size_t>(job.order[i]);
      const double* const row = draws_of(rows, p, start, n, buffer);
      const double scale = job.scale[i], reached = job.reached[i];
      std::int64_t count = 0;
      if (job.sign.empty()) {
        for (std::size_t draw = 0; draw < n; ++draw) {
          const double value = std::fabs(row[draw]) / scale;
          largest[draw] = largest[draw] < value ? value : largest[draw];
          count += largest[draw] >= reached;
        }
      } else {
        const double sign = job.sign[i];
        for (std::size_t draw = 0; draw < n; ++draw) {
          const double value = row[draw] * sign / scale;
          largest[draw] = largest[draw] < value ? value : largest[draw];
          count += largest[draw] >= reached;
        }
      }
      job.counts[i] += count;
    }
    std::copy(largest, largest + n, job.maxima.data() + start);
  }
}

struct Leads {
  std::span<const double> first, second, weights;
  std::size_t n_systems;
  std::span<double> leads;
};

STEELYARD_IN_BOTH void lead_all(const Leads& job) {
  const std::size_t n_systems = job.n_systems, n_draws = job.first.size() / n_systems;
  std::fill(job.leads.begin(), job.leads.end(), -HUGE_VAL);
  for (std::size_t start = 0; start < n_draws; start += n_beside) {
    const std::size_t end = std::min(start + n_beside, n_draws);
    for (std::size_t i = 0; i < n_systems; ++i) {
      const double* const weights = job.weights.data() + i * n_systems;
      poll((end - start) * n_systems);
      for (std::size_t draw = start; draw < end; ++draw) {
        const double own = job.first[draw * n_systems + i];
        const double* const others = job.second.data() + draw * n_systems;
        double* const leads = job.leads.data() + draw * n_systems;
        for (std::size_t j = 0; j < n_systems; ++j) {
          const double lead = (own - others[j]) * weights[j];
          leads[j] = leads[j] < lead ? lead : leads[j];
        }
      }
    }
  }
}

void subtract(const Subtraction& job) { subtract_all(job); }
void count(const Counting& job) { count_all(job); }
void step(const Steps& job) { step_all(job); }
void lead(const Leads& job) { lead_all(job); }

#ifdef STEELYARD_WIDE
STEELYARD_WIDE void subtract_wide(const Subtraction& job) { subtract_all(job); }
STEELYARD_WIDE void count_wide(const Counting& job) { count_all(job); }
STEELYARD_WIDE void step_wide(const Steps& job) { step_all(job); }
STEELYARD_WIDE void lead_wide(const Leads& job) { lead_all(job); }
#endif

}  // namespace

void pair_differences(std::span<const double> values, std::span<const double> whole, std::span<const std::int64_t> a,
                      std::span<const std::int64_t> b, std::size_t n_draws, std::span<double> out) {
  const Subtraction job{values, whole, a, b, n_draws, out};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return subtract_wide(job);
#endif
  subtract(job);
}

void count_reached(const PairRows& rows, std::span<const double> sign, std::span<const double> reached,
                   std::span<std::int64_t> counts, std::span<double> squares) {
  const Counting job{rows, sign, reached, counts, squares};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return count_wide(job);
#endif
  count(job);
}

void step_down(const PairRows& rows, std::span<const std::int64_t> order, std::span<const double> scale,
               std::span<const double> sign, std::span<const double> reached, std::span<std::int64_t> counts,
               std::span<double> maxima) {
  const Steps job{rows, order, scale, sign, reached, counts, maxima};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return step_wide(job);
#endif
  step(job);
}

void largest_leads(std::span<const double> first, std::span<const double> second, std::span<const double> weights,
                   std::size_t n_systems, std::span<double> leads) {
  if (n_systems == 0) return;
  const Leads job{first, second, weights, n_systems, leads};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return lead_wide(job);
#endif
  lead(job);
}

}  // namespace steelyard
