// RIBES: which place of the reference each word of an output stands for, and how many pairs of places rise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit.hpp"
#include "ragged.hpp"

namespace steelyard {

// A word of the hypothesis that has a place in the reference: the shortest run that it begins or ends, and that both
// texts have exactly once.
struct RankedWord {
  std::uint32_t hypothesis, reference;
  std::uint32_t length;  // of the run: 1 where the word itself is unique
  bool is_right;         // true where the word begins the run
};

// The words of the hypothesis that have a place, in order. Of two runs of the same length the one to the left counts,
// or to the right where `is_right_first`.
std::vector<RankedWord> rank_words(Words hypothesis, Words reference, std::size_t n_ids, bool is_right_first);

// For every hypothesis and reference of its segment: the words that have a place, and the pairs of them whose places
// rise.
//
// counts: shape (n_references, n_systems, n_segments, 2), row-major; 0 where the reference is missing.
// With n the words of a pair: time n * log(n)^2 at most and mostly n, memory n.
void rank_counts(const TestSetView& texts, bool is_right_first, int n_threads, std::span<std::int64_t> counts);

}  // namespace steelyard
