#include "pattern_bits.hpp"

namespace steelyard {
namespace {

constexpr std::size_t most_whole_blocks = 8;  // of a pattern for which all words are kept whole

}  // namespace

void PatternBits::assign(Words pattern) {
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
  if (n_blocks_ > most_whole_blocks) {
    assign_long(pattern);
    return;
  }
  n_whole_ = words_.size() + 1;
  bits_.assign(n_whole_ * n_blocks_, 0);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    bits_[slots_[static_cast<std::size_t>(pattern[i])] * n_blocks_ + i / 64] |= std::uint64_t{1} << (i % 64);
  }
}

void PatternBits::assign_long(Words pattern) {
  std::vector<std::size_t> counts(words_.size() + 1, 0);
  for (const std::int32_t word : pattern) ++counts[slots_[static_cast<std::size_t>(word)]];
  // words that are kept whole get the first slots
  n_whole_ = 1;
  for (std::size_t old_slot = 1; old_slot < counts.size(); ++old_slot) n_whole_ += counts[old_slot] >= n_blocks_;
  std::uint32_t next_whole = 1, next_rare = static_cast<std::uint32_t>(n_whole_);
  starts_.assign(1, 0);
  for (const std::int32_t word : words_) {
    std::uint32_t& slot = slots_[static_cast<std::size_t>(word)];
    const std::size_t count = counts[slot];
    if (count < n_blocks_) starts_.push_back(starts_.back() + count);
    slot = count < n_blocks_ ? next_rare++ : next_whole++;
  }
  bits_.assign(n_whole_ * n_blocks_, 0);
  spread_bits_.assign(n_blocks_, 0);
  spread_parts_ = {};
  parts_.assign(starts_.back(), {0, 0});
  std::vector<std::size_t> ends(starts_.begin(), starts_.end() - 1);
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::uint32_t slot = slots_[static_cast<std::size_t>(pattern[i])];
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if (slot < n_whole_) {
      bits_[slot * n_blocks_ + i / 64] |= bit;
    } else {
      parts_[ends[slot - n_whole_]++] = {i / 64, bit};
    }
  }
}

// Puts the blocks of a rare word in their places.
const std::uint64_t* PatternBits::spread(std::uint32_t slot) const {
  for (const Part& part : spread_parts_) spread_bits_[part.block] = 0;
  const std::size_t first = starts_[slot - n_whole_];
  spread_parts_ = std::span<const Part>(parts_).subspan(first, starts_[slot - n_whole_ + 1] - first);
  for (const Part& part : spread_parts_) spread_bits_[part.block] |= part.bits;
  return spread_bits_.data();
}

}  // namespace steelyard
