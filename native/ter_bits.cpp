#include "ter_bits.hpp"

namespace steelyard {

void ReferenceBits::assign(Words pattern) {
  for (const std::int32_t word : words_) slots_[static_cast<std::size_t>(word)] = 0;
  words_.clear();
  pattern_size_ = pattern.size();
  n_blocks_ = (pattern.size() + 63) / 64;
  for (const std::int32_t word : pattern) {
    std::uint32_t& slot = slots_[static_cast<std::size_t>(word)];
    if (slot != 0) continue;
    words_.push_back(word);
    slot = static_cast<std::uint32_t>(words_.size());
  }
  bits_.assign((words_.size() + 1) * n_blocks_, 0);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    bits_[slots_[static_cast<std::size_t>(pattern[i])] * n_blocks_ + i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

}  // namespace steelyard
