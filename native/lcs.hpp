// Longest common subsequences over word ids: their length, their length weighted by runs, and unions of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// The length of the longest common subsequence of every hypothesis and every reference of its segment.
//
// lengths: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
// Bit-parallel (Crochemore et al. 2001, Hyyro 2004). Time: hypothesis * ceil(reference / 64). Memory: linear.
void lcs_lengths(const TestSetView& texts, int n_threads, std::span<std::int64_t> lengths);

// Lin's WLCS (W04-1013, section 3.3) with the weight f(k) = k^exponent of a run of k words. It is defined by its
// recurrence, which does not look for the heaviest subsequence: a match is always taken.
//
// weights: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
// Time: hypothesis * reference. Memory: linear.
void weighted_lcs(const TestSetView& texts, double exponent, int n_threads, std::span<double> weights);

// Texts of several sentences: the segments of `sentences` are sentences, those of text t from groups[t] to
// groups[t + 1] - 1. For every hypothesis and reference: the words of the reference's sentences that are in the union
// of the sentence's longest common subsequences with the hypothesis's sentences, each word counted at most as often as
// the hypothesis has it. Of several longest subsequences, the one that rouge-score finds from the end: of two ways to
// go on, it leaves out the reference's word if that costs nothing.
//
// hits: shape (n_references, n_systems, n_texts), row-major.
// Time: hypothesis * ceil(reference sentence / 64) for each of the reference's sentences. Memory: about
// sqrt(hypothesis sentence) * reference sentence bits.
void union_lcs(const TestSetView& sentences, std::span<const std::int64_t> groups, int n_threads,
               std::span<std::int64_t> hits);

}  // namespace steelyard
