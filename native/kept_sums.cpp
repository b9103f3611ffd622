#include "kept_sums.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "interrupts.hpp"
#include "wide.hpp"

namespace steelyard {
namespace {

// Eight places share a table of the sums of their 256 subsets (the method of the four Russians): a mask then costs one
// look-up for every eight places. Two tables of four columns leave a first-level cache room for the sums.
constexpr std::size_t places_per_table = 8;
constexpr std::size_t subsets = 256;
constexpr std::size_t lanes = 4;  // columns that are added side by side
constexpr std::size_t tables_at_once = 2;

struct Table {
  double of_subset[subsets][lanes];
};

// Sums of all subsets of the places from `first` on, for the columns from `column` on; zeros past the ends.
STEELYARD_IN_BOTH void fill_table(std::span<const double> values, std::size_t n_places, std::size_t column,
                                  std::size_t n_columns, std::size_t first, Table& table) {
  std::fill_n(table.of_subset[0], lanes, 0.0);
  for (std::size_t place = 0; place < places_per_table; ++place) {
    double of_place[lanes] = {};
    if (first + place < n_places) {
      for (std::size_t lane = 0; lane < std::min(lanes, n_columns - column); ++lane) {
        of_place[lane] = values[(column + lane) * n_places + first + place];
      }
    }
    const std::size_t size = std::size_t{1} << place;
    for (std::size_t subset = 0; subset < size; ++subset) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        table.of_subset[size + subset][lane] = table.of_subset[subset][lane] + of_place[lane];
      }
    }
  }
}

// Eight bytes of 0 or 1 as the bits of one, the first lowest.
std::uint8_t packed(const std::int8_t* mask, std::size_t n) {
  if constexpr (std::endian::native == std::endian::little) {
    if (n == 8) {
      std::uint64_t bytes;
      std::memcpy(&bytes, mask, 8);
      return static_cast<std::uint8_t>((bytes * 0x0102040810204080u) >> 56);
    }
  }
  std::uint8_t bits = 0;
  for (std::size_t i = 0; i < n; ++i) {
    bits = static_cast<std::uint8_t>(bits | static_cast<unsigned>(mask[i] != 0) << i);
  }
  return bits;
}

struct Job {
  std::span<const double> values;
  std::span<const std::uint8_t> keys;  // of each step, the keys of all its tables for each draw
  std::size_t n_places, n_columns, n_draws, n_steps;
  std::span<double> sums;
};

STEELYARD_IN_BOTH void add_all(const Job& job) {
  std::vector<Table> tables(tables_at_once);
  std::vector<double> total(job.n_draws * lanes);
  for (std::size_t column = 0; column < job.n_columns; column += lanes) {
    std::fill(total.begin(), total.end(), 0.0);
    for (std::size_t step = 0; step < job.n_steps; ++step) {
      poll(job.n_draws * lanes);
      for (std::size_t i = 0; i < tables_at_once; ++i) {
        const std::size_t first = (step * tables_at_once + i) * places_per_table;
        fill_table(job.values, job.n_places, column, job.n_columns, first, tables[i]);
      }
      const std::uint8_t* key = &job.keys[step * job.n_draws * tables_at_once];
      for (std::size_t draw = 0; draw < job.n_draws; ++draw, key += tables_at_once) {
        const double* const one = tables[0].of_subset[key[0]];
        const double* const other = tables[1].of_subset[key[1]];
        double* const here = &total[draw * lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) here[lane] += one[lane] + other[lane];
      }
    }
    for (std::size_t lane = 0; lane < std::min(lanes, job.n_columns - column); ++lane) {
      double* const row = &job.sums[(column + lane) * job.n_draws];
      for (std::size_t draw = 0; draw < job.n_draws; ++draw) row[draw] = total[draw * lanes + lane];
    }
  }
}

void add(const Job& job) { add_all(job); }

#ifdef STEELYARD_WIDE
STEELYARD_WIDE void add_wide(const Job& job) { add_all(job); }
#endif

}  // namespace

void sum_kept(std::span<const double> values, std::span<const std::int8_t> masks, std::size_t n_places,
              std::span<double> sums) {
  std::fill(sums.begin(), sums.end(), 0.0);
  if (n_places == 0) return;
  const std::size_t n_columns = values.size() / n_places, n_draws = masks.size() / n_places;
  const std::size_t n_tables = (n_places + places_per_table - 1) / places_per_table;
  const std::size_t n_steps = (n_tables + tables_at_once - 1) / tables_at_once;
  std::vector<std::uint8_t> keys(n_steps * tables_at_once * n_draws, 0);  // of each step, both keys of each draw
  for (std::size_t draw = 0; draw < n_draws; ++draw) {
    const std::int8_t* mask = masks.data() + draw * n_places;
    for (std::size_t table = 0; table < n_tables; ++table) {
      const std::size_t first = table * places_per_table;
      keys[(table / tables_at_once * n_draws + draw) * tables_at_once + table % tables_at_once] =
          packed(mask + first, std::min(places_per_table, n_places - first));
    }
  }
  const Job job{values, keys, n_places, n_columns, n_draws, n_steps, sums};
#ifdef STEELYARD_WIDE
  if (has_wide_registers()) return add_wide(job);
#endif
  add(job);
}

}  // namespace steelyard
