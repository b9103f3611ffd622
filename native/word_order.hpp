// How far the words that two texts share stand in another order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pair_table.hpp"
#include "pattern_bits.hpp"
#include "ragged.hpp"

namespace steelyard {

// A permutation against the order 0, 1, 2, ...
struct OrderCounts {
  std::int64_t n_items = 0;
  std::int64_t n_displaced = 0;   // items that do not stand at their place
  std::int64_t n_discordant = 0;  // pairs of items that stand the wrong way round
};

// Time: n log n.
OrderCounts count_order(std::span<const std::uint32_t> permutation);

// Links words of a text to the equal words of another, one to one, where it is clear which is meant: by n-grams that
// occur once in both, the shortest first, then from left to right; and words that are left over equally often in both
// in their order. One object per thread.
class SharedWords {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;

  // Word ids are below n_ids; n-grams have up to max_order words.
  SharedWords(std::size_t n_ids, std::size_t max_order) : max_order_(max_order), left_over_(n_ids) {}

  // By place in the text: the place in the other one, or none. Valid until the next call.
  // Time: max_order times the words. Memory: linear.
  const std::vector<std::uint32_t>& align(Words text, Words other);

  // The places that are linked, in the text's order, as ranks among the linked places of the other text.
  std::vector<std::uint32_t> permutation() const;

 private:
  struct Group {
    std::uint32_t in_text = 0, in_other = 0;  // how often
    std::uint32_t place = none;               // in the other text
  };
  struct LeftOver {
    std::uint32_t in_text = 0, in_other = 0;
    std::uint32_t next = none;  // place in the other text
  };

  void link_unique(Words text, Words other, std::size_t order);
  void link_left_over(Words text, Words other);

  std::size_t max_order_;
  std::vector<std::uint32_t> links_, taken_by_;
  PairTable<Group> table_;
  std::vector<std::uint32_t> text_names_, other_names_;  // of the n-grams that start here; none: not in both texts
  std::vector<LeftOver> left_over_;                      // by word id
  std::vector<std::uint32_t> next_left_over_;
};

// The order of the shared words of every hypothesis and every reference of its segment.
//
// counts: shape (n_references, n_systems, n_segments, 3), row-major: linked words, displaced ones, discordant pairs.
void word_order_counts(const TestSetView& texts, std::size_t max_order, int n_threads, std::span<std::int64_t> counts);

// The same for permutations that are given: row i against the order 0, 1, 2, ...
//
// counts: shape (rows, 3), row-major.
void permutation_counts(RaggedView permutations, std::span<std::int64_t> counts);

}  // namespace steelyard
