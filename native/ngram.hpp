// Clipped n-gram matches of many systems against shared references.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace steelyard {

// A view on a ragged array of word ids: row i is values[offsets[i]] .. values[offsets[i + 1] - 1].
struct RaggedView {
  std::span<const std::int32_t> values;
  std::span<const std::int64_t> offsets;

  std::span<const std::int32_t> row(std::size_t i) const {
    return values.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

// For every system s, segment i and order n = 1..max_order: the number of n-grams of the hypothesis that the references
// hold, each counted at most as often as in the reference that has it most often.
//
// hypotheses: row s * n_segments + i. references: row r * n_segments + i. is_present[r * n_segments + i] is 0 where the
// reference is missing. matches: shape (n_systems, n_segments, max_order), row-major.
// Time: linear in tokens * max_order. Memory: one segment's reference n-grams per thread.
void ngram_matches(const RaggedView& hypotheses, const RaggedView& references, std::span<const std::uint8_t> is_present,
                   std::size_t n_systems, std::size_t n_segments, std::size_t n_references, std::size_t max_order,
                   int n_threads, std::span<std::int64_t> matches);

}  // namespace steelyard
