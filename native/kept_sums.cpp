#include "kept_sums.hpp"

#include <algorithm>
#include <vector>

#include "interrupts.hpp"
#include "wide.hpp"

namespace steelyard {
namespace {

// Eight places share a table of the sums of their 256 subsets (the method of the four Russians): a mask then costs one
// look-up for every eight places.
constexpr std::size_t places_per_table = 8;
constexpr std::size_t subsets = 256;
constexpr std::size_t lanes = 8;  // columns that are added side by side
constexpr std::size_t tables_at_once = 4;

// Aligned, so that no look-up needs two lines of the cache.
struct alignas(lanes * sizeof(double)) Sums {
  double of_column[lanes];
};

struct Table {
  Sums of_subset[subsets];
};

STEELYARD_IN_BOTH Sums added(const Sums& a, const Sums& b) {
  Sums sums;
  for (std::size_t lane = 0; lane < lanes; ++lane) sums.of_column[lane] = a.of_column[lane] + b.of_column[lane];
  return sums;
}

// Sums of all subsets of the places from `first` on, for the columns from `column` on; zeros past the ends.
STEELYARD_IN_BOTH void fill_table(std::span<const double> values, std::size_t n_places, std::size_t column,
                                  std::size_t n_columns, std::size_t first, Table& table) {
  table.of_subset[0] = {};
  for (std::size_t place = 0; place < places_per_table; ++place) {
    Sums of_place{};
    if (first + place < n_places) {
      for (std::size_t lane = 0; lane < std::min(lanes, n_columns - column); ++lane) {
        of_place.of_column[lane] = values[(column + lane) * n_places + first + place];
      }
    }
    Sums* const without = table.of_subset;
    Sums* const with = without + (std::size_t{1} << place);
    for (std::size_t subset = 0; without + subset < with; ++subset) with[subset] = added(without[subset], of_place);
  }
}

// The keys of as many tables as are used at once, the first lowest.
std::uint32_t key_of(std::span<const std::uint8_t> mask) {
  const auto byte = [mask](std::size_t i) { return static_cast<std::uint32_t>(mask[i]) << 8 * i; };
  if (mask.size() >= 4) return byte(0) | byte(1) | byte(2) | byte(3);
  std::uint32_t key = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) key |= byte(i);
  return key;
}

struct Job {
  std::span<const double> values;
  std::span<const std::uint32_t> keys;  // of each step, for each draw, the keys of its tables, the first lowest
  std::size_t n_places, n_columns, n_draws, n_steps;
  std::span<double> sums;
};

STEELYARD_IN_BOTH void add_all(const Job& job) {
  std::vector<Table> tables(tables_at_once);
  std::vector<Sums> total(job.n_draws);
  for (std::size_t column = 0; column < job.n_columns; column += lanes) {
    std::fill(total.begin(), total.end(), Sums{});
    for (std::size_t step = 0; step < job.n_steps; ++step) {
      poll(job.n_draws * lanes);
      for (std::size_t i = 0; i < tables_at_once; ++i) {
        const std::size_t first = (step * tables_at_once + i) * places_per_table;
        fill_table(job.values, job.n_places, column, job.n_columns, first, tables[i]);
      }
      const std::uint32_t* const keys = &job.keys[step * job.n_draws];
      for (std::size_t draw = 0; draw < job.n_draws; ++draw) {
        Sums sums = total[draw];
        for (std::size_t i = 0; i < tables_at_once; i += 2) {
          const std::uint32_t key = keys[draw] >> 8 * i;
          sums = added(sums, added(tables[i].of_subset[key & 0xFFu], tables[i + 1].of_subset[key >> 8 & 0xFFu]));
        }
        total[draw] = sums;
      }
    }
    const std::size_t n_here = std::min(lanes, job.n_columns - column);
    double* const out = &job.sums[column * job.n_draws];
    for (std::size_t draw = 0; draw < job.n_draws; ++draw) {
      for (std::size_t lane = 0; lane < n_here; ++lane) out[lane * job.n_draws + draw] = total[draw].of_column[lane];
    }
  }
}

void add(const Job& job) { add_all(job); }

#ifdef STEELYARD_WIDE
STEELYARD_WIDE void add_wide(const Job& job) { add_all(job); }
#endif

}  // namespace

void sum_kept(std::span<const double> values, std::span<const std::uint8_t> masks, std::size_t n_places,
              std::span<double> sums) {
  std::fill(sums.begin(), sums.end(), 0.0);
  if (n_places == 0 || sums.empty()) return;
  const std::size_t n_tables = (n_places + places_per_table - 1) / places_per_table;
  const std::size_t n_columns = values.size() / n_places, n_draws = masks.size() / n_tables;
  const std::size_t n_steps = (n_tables + tables_at_once - 1) / tables_at_once;
  std::vector<std::uint32_t> keys(n_steps * n_draws);
  poll(masks.size());
  for (std::size_t draw = 0; draw < n_draws; ++draw) {
    const auto mask = masks.subspan(draw * n_tables, n_tables);
    for (std::size_t step = 0; step < n_steps; ++step) {
      keys[step * n_draws + draw] = key_of(mask.subspan(step * tables_at_once));
    }
  }
  const Job job{values, keys, n_places, n_columns, n_draws, n_steps, sums};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return add_wide(job);
#endif
  add(job);
}

}  // namespace steelyard
