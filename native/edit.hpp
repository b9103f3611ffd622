// Levenshtein distance over word ids, bit-parallel: one core for every metric that counts edits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pattern_bits.hpp"
#include "ragged.hpp"

namespace steelyard {

// Vertical differences of 64 cells of a table of distances: bit i is set where cell i is one more, or one less, than
// the cell above it.
struct CellBlock {
  std::uint64_t positive = ~std::uint64_t{0};
  std::uint64_t negative = 0;
};

// Levenshtein distance of texts to one pattern: the fewest insertions, deletions and substitutions.
// Time: text * ceil(pattern / 64) without what both have in common at their ends; of a pattern of more than 384 words
// only the cells that a way with so few edits can pass. Memory: linear.
class EditDistance {
 public:
  explicit EditDistance(std::size_t n_ids) : bits_(n_ids) {}

  void assign(Words pattern);
  std::int64_t operator()(Words text);

 private:
  std::vector<std::int32_t> pattern_;
  PatternBits bits_;
  std::vector<CellBlock> cells_;
};

// One more than the largest word id of the texts.
std::size_t count_ids(const TestSetView& texts);

// The distance of every hypothesis to every reference of its segment.
//
// distances: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
void edit_distances(const TestSetView& texts, int n_threads, std::span<std::int64_t> distances);

}  // namespace steelyard
