// The words of a reference as bits, for the search of shifts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit.hpp"

namespace steelyard {

// Where each word stands in one reference, as bits. Unlike PatternBits it keeps those of every word, so that a table of
// distances can hold pointers to many of them: memory is the number of distinct words times n_blocks().
class ReferenceBits {
 public:
  // Word ids are from 0 to n_ids - 1.
  explicit ReferenceBits(std::size_t n_ids) : slots_(n_ids, 0) {}

  void assign(Words pattern);

  std::size_t size() const { return pattern_size_; }
  std::size_t n_blocks() const { return n_blocks_; }
  // The pattern's distinct words count from 1, in order of first appearance; 0 for every other word.
  std::uint32_t slot_of(std::int32_t word) const { return slots_[static_cast<std::size_t>(word)]; }
  std::size_t n_distinct() const { return words_.size(); }
  // n_blocks() words of 64 bits, bit i of block b set where the pattern has this word at 64 b + i.
  const std::uint64_t* bits_of(std::int32_t word) const {
    return bits_.data() + slots_[static_cast<std::size_t>(word)] * n_blocks_;
  }

 private:
  std::vector<std::uint32_t> slots_;  // by word id; 0: not in the pattern
  std::vector<std::int32_t> words_;   // the pattern's distinct words, to reset slots_
  std::vector<std::uint64_t> bits_;   // n_blocks_ words per slot; slot 0 is all zero
  std::size_t pattern_size_ = 0;
  std::size_t n_blocks_ = 0;
};

}  // namespace steelyard
