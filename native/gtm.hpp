// General Text Matcher: how much two texts share, with more for long runs.
#pragma once

#include <cstddef>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// The maximum match size of every hypothesis with the references of its segment, taken together: no run of words goes
// from one reference into the next. Greedy: the longest run of words that are free in both texts is taken, of several
// the one that starts first in the hypothesis, then in the references, until no free word is left in both. The size is
// (sum over the runs of length^exponent)^(1 / exponent).
//
// sizes: shape (n_systems, n_segments), row-major.
// With n the words of all these texts and k the different lengths of the runs taken (k * k < 2 n): time
// n * k * log n, memory n * log n, whatever the texts repeat.
void maximum_match_sizes(const TestSetView& texts, double exponent, int n_threads, std::span<double> sizes);

}  // namespace steelyard
