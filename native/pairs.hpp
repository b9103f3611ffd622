// One number for every hypothesis and every reference of its segment.
#pragma once

#include <cstddef>
#include <span>

#include "parallel.hpp"
#include "ragged.hpp"

namespace steelyard {

// Calls make() once per range of segments for a function of (hypothesis, reference), and stores what that returns.
//
// out: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
template <typename T, typename Make>
void for_pairs(const TestSetView& texts, int n_threads, std::span<T> out, Make&& make) {
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    auto measure = make();
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        for (std::size_t r = 0; r < texts.n_references; ++r) {
          out[(r * texts.n_systems + s) * texts.n_segments + segment] =
              texts.has_reference(r, segment) ? measure(texts.hypothesis(s, segment), texts.reference(r, segment))
                                              : T{};
        }
      }
    }
  });
}

}  // namespace steelyard
