// NIST: matched n-grams weighted by how much they tell, after the references of the whole test set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// For every system s, segment i and order n = 1..max_order: the sum of Info(w1..wn) over the hypothesis's n-grams that
// the references of the segment hold, each at most as often as in the reference that has it most often.
// Info(w1..wn) = log2(count(w1..wn-1) / count(w1..wn)), counted over all references of all segments; for n = 1 the
// numerator is the number of their words. As in mteval, so it is for the pairs that begin with the word `ignored`; -1:
// none.
//
// information: shape (n_systems, n_segments, max_order), row-major.
// Time: linear in tokens * max_order. Memory: 4 bytes per reference token and order, and one order's n-grams in a
// table.
void nist_information(const TestSetView& texts, std::size_t max_order, std::int32_t ignored, int n_threads,
                      std::span<double> information);

}  // namespace steelyard
