// Eight small numbers that are added and compared at once.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace steelyard {

constexpr std::size_t n_lanes = 8;

#if defined(__GNUC__)

// One register. Compilers that know such types do not reliably make them out of loops over an array.
using Lanes [[gnu::vector_size(2 * n_lanes)]] = std::int16_t;

inline Lanes least(Lanes a, Lanes b) { return a < b ? a : b; }

#else

struct Lanes {
  std::array<std::int16_t, n_lanes> numbers;

  std::int16_t operator[](std::size_t k) const { return numbers[k]; }
};

template <typename Operation>
Lanes each(Lanes a, Lanes b, Operation&& operation) {
  for (std::size_t k = 0; k < n_lanes; ++k) {
    a.numbers[k] = static_cast<std::int16_t>(operation(a.numbers[k], b.numbers[k]));
  }
  return a;
}
inline Lanes operator+(Lanes a, Lanes b) {
  return each(a, b, [](int x, int y) { return x + y; });
}
inline Lanes operator&(Lanes a, Lanes b) {
  return each(a, b, [](int x, int y) { return x & y; });
}
inline Lanes operator~(Lanes a) {
  return each(a, a, [](int x, int) { return ~x; });
}
inline Lanes least(Lanes a, Lanes b) {
  return each(a, b, [](int x, int y) { return std::min(x, y); });
}

#endif

}  // namespace steelyard
