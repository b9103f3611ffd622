// Clipped n-gram matches of every hypothesis with every single reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// For every reference r, system s, segment i and order n = 1..max_order: the number of n-grams of the hypothesis that
// the reference holds, each counted at most as often as there. 0 where the reference is missing.
//
// matches: shape (n_references, n_systems, n_segments, max_order), row-major.
// Time: linear in max_order * (tokens of the references and of the hypotheses, for every pair of them that is
// compared). Memory: linear in the tokens of one segment, whatever max_order.
void ngram_overlaps(const TestSetView& texts, std::size_t max_order, int n_threads, std::span<std::int64_t> matches);

}  // namespace steelyard
