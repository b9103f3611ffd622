// Where each word stands in a text, as bits: what bit-parallel algorithms read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace steelyard {

using Words = std::span<const std::int32_t>;

// The bits of one pattern. Made once per thread, and read by that one only, for a range of word ids, and
// filled again for each pattern.
// Memory: linear in the ids and in the pattern. Words of long patterns that are rarer than there are blocks are kept as
// their few blocks and spread out when they are asked for; of the others there are at most 64.
class PatternBits {
 public:
  // Word ids are from 0 to n_ids - 1.
  explicit PatternBits(std::size_t n_ids) : slots_(n_ids, 0) {}

  void assign(Words pattern);

  std::size_t size() const { return pattern_size_; }
  std::size_t n_blocks() const { return n_blocks_; }
  // n_blocks() words of 64 bits, bit i of block b set where the pattern has this word at 64 b + i. Valid until the next
  // call.
  const std::uint64_t* bits_of(std::int32_t word) const {
    const std::uint32_t slot = slots_[static_cast<std::size_t>(word)];
    return slot < n_whole_ ? bits_.data() + slot * n_blocks_ : spread(slot);
  }

 private:
  struct Part {
    std::size_t block;
    std::uint64_t bits;
  };

  void assign_long(Words pattern);
  const std::uint64_t* spread(std::uint32_t slot) const;

  std::vector<std::uint32_t> slots_;  // by word id; 0: not in the pattern
  std::vector<std::int32_t> words_;   // the pattern's distinct words, to reset slots_
  std::vector<std::uint64_t> bits_;   // n_blocks_ words of each slot below n_whole_; those of slot 0 are all zero
  std::size_t pattern_size_ = 0;
  std::size_t n_blocks_ = 0;
  std::size_t n_whole_ = 0;
  std::vector<Part> parts_;          // blocks of the other slots, those of each together
  std::vector<std::size_t> starts_;  // by slot - n_whole_: where its parts start; one more entry at the end
  mutable std::vector<std::uint64_t> spread_bits_;
  mutable std::span<const Part> spread_parts_;  // what spread_bits_ holds now
};

}  // namespace steelyard
