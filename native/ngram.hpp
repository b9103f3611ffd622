// Clipped n-gram matches of many systems against shared references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// For every system s, segment i and order n = 1..max_order: the number of n-grams of the hypothesis that the references
// hold, each counted at most as often as in the reference that has it most often.
//
// matches: shape (n_systems, n_segments, max_order), row-major.
// Time: linear in tokens * max_order. Memory: one segment's reference n-grams per thread; one reference takes less
// (ngram_overlap.hpp).
void ngram_matches(const TestSetView& texts, std::size_t max_order, int n_threads, std::span<std::int64_t> matches);

}  // namespace steelyard
