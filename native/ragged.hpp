// Ragged arrays of word ids, and how a test set lies in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "interrupts.hpp"

namespace steelyard {

// A view on a ragged array of word ids: row i is values[offsets[i]] .. values[offsets[i + 1] - 1].
struct RaggedView {
  std::span<const std::int32_t> values;
  std::span<const std::int64_t> offsets;

  std::span<const std::int32_t> row(std::size_t i) const {
    return values.subspan(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
  }
};

// The texts of a test set: hypothesis of system s and segment i in row s * n_segments + i, reference r of segment i in
// row r * n_segments + i; is_present[r * n_segments + i] is 0 where that reference is missing; its row is empty then.
struct TestSetView {
  RaggedView hypotheses;
  RaggedView references;
  std::span<const std::uint8_t> is_present;
  std::size_t n_systems;
  std::size_t n_segments;
  std::size_t n_references;

  // Every kernel comes by here, pair by pair: so all of them ask whether to go on, each few dozen pairs.
  std::span<const std::int32_t> hypothesis(std::size_t system, std::size_t segment) const {
    poll(std::size_t{1} << 15);
    return hypotheses.row(system * n_segments + segment);
  }
  std::span<const std::int32_t> reference(std::size_t r, std::size_t segment) const {
    return references.row(r * n_segments + segment);
  }
  bool has_reference(std::size_t r, std::size_t segment) const { return is_present[r * n_segments + segment] != 0; }
};

}  // namespace steelyard
