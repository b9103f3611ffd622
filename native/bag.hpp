// The position-independent distance of two texts, also with costs that depend on the words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit.hpp"
#include "ragged.hpp"
#include "word_costs.hpp"

namespace steelyard {

// The fewest edits between two texts whose words may be brought into any order. Time: linear.
class BagDistance {
 public:
  // Word ids are from 0 to n_ids - 1.
  explicit BagDistance(std::size_t n_ids) : counts_(n_ids, 0) {}

  std::int64_t operator()(Words a, Words b);

 private:
  std::vector<std::int64_t> counts_;  // by word; all 0 between calls
};

// The least cost of pairing the words of every hypothesis with those of every reference, in any order; a word without a
// partner costs 1. Time: linear with Substitution::equal; else a matching is grown from the equal words by one shortest
// path for each other word, cubic at worst. Memory: with such costs, a number for every distinct word of the hypothesis
// and every distinct word of the reference.
//
// spelling: as `WordCosts` takes it. distances: shape (n_references, n_systems, n_segments), row-major; 0 where the
// reference is missing.
void bag_distances(const TestSetView& texts, Substitution substitution, RaggedView spelling, int n_threads,
                   std::span<double> distances);

}  // namespace steelyard
