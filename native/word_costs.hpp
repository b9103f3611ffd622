// What it costs to put one word in the place of another, judged by spelling: Leusch, Ueffing and Ney 2006 (E06-1031).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ragged.hpp"

namespace steelyard {

enum class Substitution {
  equal,        // 0 for equal words, else 1
  levenshtein,  // edits between the spellings, over the length of the shortest of their optimal alignments
  prefix,       // 1 - length of the common prefix / mean length
};

// Costs from 0 to 1, computed when a pair of words is first met. The latest pairs are kept in a table of fixed size, so
// memory does not grow with the test set. One object per thread.
class WordCosts {
 public:
  // spelling: row w holds the characters of word w; not read for Substitution::equal.
  WordCosts(Substitution substitution, RaggedView spelling);

  bool are_equal_or_not() const { return substitution_ == Substitution::equal; }
  double operator()(std::int32_t a, std::int32_t b);

 private:
  struct Entry {
    std::uint64_t pair;
    double cost;
  };

  double compute(std::int32_t a, std::int32_t b);
  double levenshtein(std::size_t a, std::size_t b);
  double prefix(std::size_t a, std::size_t b) const;

  Substitution substitution_;
  RaggedView spelling_;
  std::vector<Entry> entries_;
  std::vector<std::int64_t> row_;
};

}  // namespace steelyard
