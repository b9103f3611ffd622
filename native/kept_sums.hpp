// Sums of numbers at the places that a mask keeps, for many masks at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace steelyard {

// Sets sums[c][d] to the sum of values[c][i] over the places i where bit i of masks[d] is set. values: columns x
// places; masks: draws x ceil(places / 8), eight places to a byte, the first lowest, whatever stands past the end;
// sums: columns x draws. What is added to what depends on the places alone, so that equal columns have equal sums under
// every mask.
void sum_kept(std::span<const double> values, std::span<const std::uint8_t> masks, std::size_t n_places,
              std::span<double> sums);

}  // namespace steelyard
