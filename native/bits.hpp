// Sets of positions as bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace steelyard {

inline bool has_bit(const std::uint64_t* bits, std::int32_t i) {
  return (bits[static_cast<std::size_t>(i) / 64] >> (i % 64) & 1) != 0;
}

inline bool has_any_bit(const std::uint64_t* bits, std::int32_t first, std::int32_t length) {
  for (std::int32_t i = first; i < first + length; ++i) {
    if (has_bit(bits, i)) return true;
  }
  return false;
}

inline void set_bits(std::uint64_t* bits, std::int32_t first, std::int32_t length) {
  for (std::int32_t i = first; i < first + length; ++i) {
    bits[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64);
  }
}

// The first position from i on that is not set, or n.
inline std::int32_t next_clear_bit(const std::uint64_t* bits, std::int32_t i, std::int32_t n) {
  while (i < n) {
    // The shift fills with zeros, which stand for set bits here: what is found lies within this word.
    const std::uint64_t rest = ~bits[static_cast<std::size_t>(i) / 64] >> (i % 64);
    if (rest != 0) return std::min(n, i + std::countr_zero(rest));
    i = (i / 64 + 1) * 64;
  }
  return n;
}

// The last position up to i that is not set, or -1.
inline std::int32_t previous_clear_bit(const std::uint64_t* bits, std::int32_t i) {
  while (i >= 0) {
    const std::uint64_t rest = ~bits[static_cast<std::size_t>(i) / 64] << (63 - i % 64);
    if (rest != 0) return i - std::countl_zero(rest);
    i = i / 64 * 64 - 1;
  }
  return -1;
}

// The last position up to i that is set, or -1.
inline std::int32_t previous_set_bit(const std::uint64_t* bits, std::int32_t i) {
  while (i >= 0) {
    const std::uint64_t rest = bits[static_cast<std::size_t>(i) / 64] << (63 - i % 64);
    if (rest != 0) return i - std::countl_zero(rest);
    i = i / 64 * 64 - 1;
  }
  return -1;
}

// How many positions above i are set, of n_words words of bits.
inline std::int64_t count_bits_above(const std::uint64_t* bits, std::int32_t i, std::size_t n_words) {
  const auto word = static_cast<std::size_t>(i) / 64;
  // A shift by 64 is undefined.
  std::int64_t count = i % 64 == 63 ? 0 : std::popcount(bits[word] >> (i % 64 + 1));
  for (std::size_t w = word + 1; w < n_words; ++w) count += std::popcount(bits[w]);
  return count;
}

// Several sets of the same positions, each with a number.
class BitRows {
 public:
  void reset(std::size_t rows, std::size_t bits) {
    width_ = (bits + 63) / 64;
    words_.assign(rows * width_, 0);
  }
  std::size_t width() const { return width_; }
  std::uint64_t* row(std::size_t r) { return words_.data() + r * width_; }
  const std::uint64_t* row(std::size_t r) const { return words_.data() + r * width_; }
  void copy(std::size_t from, std::size_t to) { std::copy_n(row(from), width_, row(to)); }

 private:
  std::size_t width_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace steelyard
