// Skip-bigrams: pairs of words in their order, with others between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// For every hypothesis and every reference of its segment: the number of skip-bigrams that both have, each counted as
// often as in the text that has it less often. At most max_gap words stand between the two; -1: any number.
//
// matches: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
// No pair is ever stored: the followers of one distinct word are counted at a time. With n the words of both texts and
// v the distinct words they share: time n * v, or n * (max_gap + 1) where that is less; memory linear.
void skip_bigram_matches(const TestSetView& texts, std::int64_t max_gap, int n_threads,
                         std::span<std::int64_t> matches);

}  // namespace steelyard
