// Exact sums of small counts under many weights: products of bytes, which processors with VNNI add up four at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace steelyard {

// Whether this processor multiplies bytes faster than floats; the sums are the same where it does not.
bool has_fast_byte_products();

// One digit of some columns of counts, in base 256, at the units where it is not zero in all of them.
struct Digits {
  std::span<const std::uint8_t> values;  // columns x units
  std::span<const std::int32_t> units;   // where each of these units stands in a row of weights
  std::span<const std::int32_t> places;  // the row of `sums` that each column is added to
  double scale;                          // what a digit of 1 is worth
};

// Adds scale * sum over units of value * weight to sums[place][row] for every column and row of weights; exact while
// sums stay below 2^53.
void add_weighted_digits(const Digits& digits, std::span<const std::int8_t> weights, std::size_t n_rows,
                         std::size_t n_units, bool use_vnni, std::span<double> sums);

}  // namespace steelyard
