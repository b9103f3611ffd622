#include "resample.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace steelyard {
namespace {

struct Product {
  std::uint64_t high, low;
};

Product multiply(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
  const std::uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const std::uint64_t carry = (middle & 0xFFFFFFFFu) + a0 * b1;
  return {a1 * b1 + (middle >> 32) + (carry >> 32), a * b};
#endif
}

// One Philox 4x64-10 block, inlined so that a loop over blocks overlaps their multiplications.
inline std::array<std::uint64_t, 4> philox_block(const std::array<std::uint64_t, 4>& counter,
                                                 const std::array<std::uint64_t, 2>& key) {
  auto [x0, x1, x2, x3] = counter;
  auto [k0, k1] = key;
  for (int round = 0; round < 10; ++round) {
    // The constants are those of Salmon and others 2011 (Random123), as in NumPy's Philox.
    const Product p0 = multiply(0xD2E7470EE14C6C93u, x0);
    const Product p2 = multiply(0xCA5A826395121157u, x2);
    x0 = p2.high ^ x1 ^ k0;
    x1 = p2.low;
    x2 = p0.high ^ x3 ^ k1;
    x3 = p0.low;
    k0 += 0x9E3779B97F4A7C15u;
    k1 += 0xBB67AE8584CAA73Bu;
  }
  return {x0, x1, x2, x3};
}

// Yields the words of one resample's stream in order, some at a time.
class WordStream {
 public:
  WordStream(std::uint64_t seed, std::uint64_t purpose, std::uint64_t resample)
      : seed_(seed), purpose_(purpose), resample_(resample) {}

  // At least one word, and not many more than are needed.
  std::span<const std::uint64_t> next_words(std::size_t n_needed) {
    const std::size_t n = std::clamp((n_needed + 3) / 4 * 4, std::size_t{4}, buffer_.size());
    for (std::size_t i = 0; i < n; i += 4) {
      // A draw depends on its place in the counter alone: the same on any number of threads and in any order of
      // resamples.
      const auto [a, b, c, d] = philox_block({n_blocks_++, resample_, purpose_, 0}, {seed_, 0});
      // One by one: a copy of the array would wait for it to be stored.
      buffer_[i] = a;
      buffer_[i + 1] = b;
      buffer_[i + 2] = c;
      buffer_[i + 3] = d;
    }
    return {buffer_.data(), n};
  }

 private:
  std::uint64_t seed_, purpose_, resample_, n_blocks_ = 0;
  std::array<std::uint64_t, 64> buffer_;
};

// How many numbers below n one 64-bit word gives: as many as keep n^count at or below 2^56, so that at most one word in
// 256 is rejected.
constexpr std::size_t most_faces = 8;

std::size_t count_faces(std::uint64_t n) {
  std::size_t count = 1;
  for (std::uint64_t power = n; count < most_faces && power <= (std::uint64_t{1} << 56) / n; ++count) power *= n;
  return count;
}

// Adds n_units fair draws to a row, `count` from each word: the word is read as a fraction of 2^64 and multiplied by
// n_units once per draw. A word is rejected where the last low half falls below 2^64 mod n_units^count, so that every
// outcome has the same number of words. Source: Brackett-Rozinsky and Lemire 2024, "Batched ranged random integer
// generation", doi:10.1002/spe.3369. The count is a template parameter so that the inner loops unroll.
template <std::size_t count>
void draw_row(WordStream& stream, std::size_t n_units, std::int8_t* row) {
  std::size_t n_left = n_units;
  std::uint64_t n_outcomes = 1;
  for (std::size_t i = 0; i < count; ++i) n_outcomes *= n_units;
  // 2^64 mod n_outcomes, as unsigned arithmetic is modulo 2^64.
  const std::uint64_t threshold = (0 - n_outcomes) % n_outcomes;
  std::array<std::uint64_t, count> faces;
  while (true) {
    for (std::uint64_t word : stream.next_words(n_left / count + 1)) {
      for (std::uint64_t& face : faces) {
        const Product scaled = multiply(word, n_units);
        face = scaled.high;
        word = scaled.low;
      }
      if (word < threshold) continue;
      if (n_left <= count) {
        for (std::size_t i = 0; i < n_left; ++i) ++row[faces[i]];
        return;
      }
      for (const std::uint64_t face : faces) ++row[face];
      n_left -= count;
    }
  }
}

// bits_of_byte[b][i] is bit i of b.
constexpr auto bits_of_byte = [] {
  std::array<std::array<std::int8_t, 8>, 256> table{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit) table[byte][bit] = static_cast<std::int8_t>(byte >> bit & 1);
  }
  return table;
}();

// The first n_units bits of a stream, eight to a byte; zeros past the end.
void fill_bits(WordStream& stream, std::size_t n_units, std::span<std::uint8_t> bits) {
  for (std::size_t n_left = bits.size(); n_left > 0;) {
    for (const std::uint64_t word : stream.next_words((n_left + 7) / 8)) {
      std::uint8_t bytes[8];
      for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::uint8_t>(word >> 8 * i & 0xFFu);
      std::uint8_t* const here = bits.data() + (bits.size() - n_left);
      if (n_left >= 8) {
        std::memcpy(here, bytes, 8);  // of a size that is known, so no call
        n_left -= 8;
      } else {
        std::copy_n(bytes, n_left, here);
        n_left = 0;
      }
    }
  }
  if (n_units % 8 != 0) bits.back() = static_cast<std::uint8_t>(bits.back() & ((1u << n_units % 8) - 1));
}

}  // namespace

void fill_words(std::uint64_t seed, std::uint64_t purpose, std::uint64_t resample, std::span<std::uint64_t> words) {
  WordStream stream(seed, purpose, resample);
  while (!words.empty()) {
    const auto next = stream.next_words(words.size());
    const std::size_t n = std::min(next.size(), words.size());
    std::copy_n(next.begin(), n, words.begin());
    words = words.subspan(n);
  }
}

void fill_weights(std::uint64_t seed, std::uint64_t first_resample, std::size_t rows, std::size_t n_units,
                  int n_threads, std::span<std::int8_t> weights) {
  if (n_units == 0) return;
  constexpr auto draw_rows = []<std::size_t... i>(std::index_sequence<i...>) {
    return std::array{&draw_row<i + 1>...};
  }(std::make_index_sequence<most_faces>{});
  const auto draw = draw_rows[count_faces(n_units) - 1];
  for_ranges(rows, n_threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      poll(4 * n_units);
      std::int8_t* const row = weights.data() + k * n_units;
      std::fill_n(row, n_units, std::int8_t{0});
      WordStream stream(seed, static_cast<std::uint64_t>(Purpose::bootstrap), first_resample + k);
      draw(stream, n_units, row);
      // the chance is below n_units / 128!, but what has passed 127 is negative and must not go on
      const bool is_full = std::accumulate(row, row + n_units, 0, std::bit_or<>{}) < 0;
      if (is_full) throw std::overflow_error("a unit was drawn more than 127 times");
    }
  });
}

constexpr std::size_t rows_per_poll = 16;  // rows are short: to ask costs as much as to fill a few bytes

void fill_mask_bits(std::uint64_t seed, std::uint64_t first_resample, std::size_t rows, std::size_t n_units,
                    int n_threads, std::span<std::uint8_t> bits) {
  const std::size_t width = (n_units + 7) / 8;
  for_ranges(rows, n_threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      if (k % rows_per_poll == 0) poll(rows_per_poll * width);
      WordStream stream(seed, static_cast<std::uint64_t>(Purpose::swap), first_resample + k);
      fill_bits(stream, n_units, bits.subspan(k * width, width));
    }
  });
}

void fill_masks(std::uint64_t seed, std::uint64_t first_resample, std::size_t rows, std::size_t n_units, int n_threads,
                std::span<std::int8_t> masks) {
  for_ranges(rows, n_threads, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint8_t> packed((n_units + 7) / 8);
    for (std::size_t k = first; k < last; ++k) {
      poll(n_units);
      WordStream stream(seed, static_cast<std::uint64_t>(Purpose::swap), first_resample + k);
      fill_bits(stream, n_units, packed);
      std::int8_t* row = masks.data() + k * n_units;
      for (std::size_t byte = 0; byte < n_units / 8; ++byte, row += 8) {
        std::memcpy(row, bits_of_byte[packed[byte]].data(), 8);  // of a size that is known, so no call
      }
      if (n_units % 8 != 0) std::copy_n(bits_of_byte[packed.back()].begin(), n_units % 8, row);
    }
  });
}

}  // namespace steelyard
