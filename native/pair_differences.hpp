// Differences of many pairs of systems in draws, and the largest of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace steelyard {

// out[p] = (values[a[p]] - values[b[p]]) / whole[p], draw by draw. values: systems x draws; out: pairs x draws.
void pair_differences(std::span<const double> values, std::span<const double> whole, std::span<const std::int64_t> a,
                      std::span<const std::int64_t> b, std::size_t n_draws, std::span<double> out);

// Rows of draws: those of `values`, rows x draws, or differences of pairs of them as above, where there are pairs. As
// they are needed they are subtracted: all of them would be many times as large as the rows.
struct PairRows {
  std::span<const double> values;
  std::size_t n_draws;
  std::span<const std::int64_t> a, b;
  std::span<const double> whole;
};

inline constexpr std::size_t draws_together = 64;  // what is the largest of them so far stays in the cache

// counts[p] grows by the draws in which row p, turned by `sign`, reaches reached[p]; the size counts where that is
// empty. squares, stretches of 64 draws x rows, holds the sums of the squares.
void count_reached(const PairRows& rows, std::span<const double> sign, std::span<const double> reached,
                   std::span<std::int64_t> counts, std::span<double> squares);

// Step-down maxima of scaled differences. Rows are taken in the order of `order`, divided by `scale`, and turned by
// `sign`; their size counts where that is empty. counts[i] grows by the draws in which the largest of rows i and after
// reaches reached[i]; maxima holds the largest of all rows.
void step_down(const PairRows& rows, std::span<const std::int64_t> order, std::span<const double> scale,
               std::span<const double> sign, std::span<const double> reached, std::span<std::int64_t> counts,
               std::span<double> maxima);

// leads[d][j] = max over i of (first[d][i] - second[d][j]) * weights[i][j]. first, second, leads: draws x systems.
void largest_leads(std::span<const double> first, std::span<const double> second, std::span<const double> weights,
                   std::size_t n_systems, std::span<double> leads);

}  // namespace steelyard
