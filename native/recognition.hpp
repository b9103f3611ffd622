// N-gram recognition rate: matches of n-grams along the best monotone alignment. Chiang et al. 2008 (D08-1064).
#pragma once

#include <cstddef>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// For every hypothesis and reference the greatest value of M_1 + .. + M_n - insertion_cost * I - deletion_cost * D over
// all monotone alignments: M_k is the number of runs of k matches in places that follow each other in both texts, I the
// number of inserted words and D of deleted ones. Time: words * words * n. Memory: words * n.
//
// values: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
void recognition_values(const TestSetView& texts, std::size_t max_order, double insertion_cost, double deletion_cost,
                        int n_threads, std::span<double> values);

}  // namespace steelyard
