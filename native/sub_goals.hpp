// Sub-goals of a translation: what all references say. Uchimoto, Kotani, Zhang and Isahara 2007 (N07-1005).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

inline constexpr std::size_t longest_sub_goal = 3;  // words of an n-gram

// For n = 1, 2, 3: are all the skip n-grams that the references of a segment share in the hypothesis too? A skip n-gram
// is n different words in their order, with any words between them. Segments with fewer than min_references have none.
//
// answers: shape (n_systems, n_segments, 3), row-major; 1: yes, -1: no, 0: the references share none.
// Time for a segment with V shared words: V * (all its words + V * V / 64 * texts). Memory: its words * V / 64.
void sub_goal_answers(const TestSetView& texts, std::size_t min_references, int n_threads,
                      std::span<std::int8_t> answers);

}  // namespace steelyard
