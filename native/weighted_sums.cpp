#include "weighted_sums.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "interrupts.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#define STEELYARD_VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))
#define STEELYARD_INLINE [[gnu::always_inline]] inline
#else
#define STEELYARD_INLINE inline
#endif

namespace steelyard {
namespace {

// As many sums as fill the registers while their columns and weights stream by.
constexpr std::size_t tile_columns = 4, tile_rows = 6;
constexpr std::size_t tile_sums = tile_columns * tile_rows;
constexpr std::size_t most_units = std::size_t{1} << 16;  // 2^16 * 255 * 127 < 2^31
constexpr std::size_t alignment = 64;                     // a register's bytes, so that no load crosses a cache line

std::size_t round_up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

// Zeros that begin with a line of the cache. Of ordinary memory: allocators that are asked for aligned blocks of some
// megabytes again and again do not reuse them.
template <typename Byte>
class Bytes {
 public:
  explicit Bytes(std::size_t n) : n_(n), storage_(n + alignment - 1) {}
  Byte* data() {
    void* start = storage_.data();
    std::size_t room = storage_.size();
    return static_cast<Byte*>(std::align(alignment, n_, start, room));
  }

 private:
  std::size_t n_;
  std::vector<Byte> storage_;
};

// Plain loops: the compiler turns them into the widest products that the caller's target has.
STEELYARD_INLINE void multiply_tile(const std::uint8_t* columns, const std::int8_t* weights, std::size_t stride,
                                    std::int32_t* out) {
  std::int32_t sums[tile_columns][tile_rows]{};
  stride = stride / alignment * alignment;
  for (std::size_t unit = 0; unit < stride; ++unit) {
    for (std::size_t i = 0; i < tile_columns; ++i) {
      for (std::size_t j = 0; j < tile_rows; ++j) {
        sums[i][j] += columns[i * stride + unit] * weights[j * stride + unit];
      }
    }
  }
  std::memcpy(out, sums, sizeof sums);
}

// One row of weights at the chosen units.
STEELYARD_INLINE void gather(const std::int8_t* row, std::span<const std::int32_t> units, bool is_every_unit,
                             std::int8_t* out) {
  if (is_every_unit) {
    std::memcpy(out, row + units[0], units.size());
  } else {
    for (std::size_t i = 0; i < units.size(); ++i) out[i] = row[units[i]];
  }
}

STEELYARD_INLINE void add_digits(const Digits& digits, std::span<const std::int8_t> weights, std::size_t n_rows,
                                 std::size_t n_units, std::span<double> sums) {
  const std::size_t n_columns = digits.places.size();
  const bool is_every_unit = digits.units.size() == n_units;
  for (std::size_t first_unit = 0; first_unit < digits.units.size(); first_unit += most_units) {
    const auto units = digits.units.subspan(first_unit, std::min(most_units, digits.units.size() - first_unit));
    const std::size_t stride = round_up(units.size(), alignment);
    Bytes<std::uint8_t> columns(round_up(n_columns, tile_columns) * stride);
    for (std::size_t i = 0; i < n_columns; ++i) {
      std::memcpy(columns.data() + i * stride, &digits.values[i * digits.units.size() + first_unit], units.size());
    }
    Bytes<std::int8_t> rows(tile_rows * stride);
    for (std::size_t first_row = 0; first_row < n_rows; first_row += tile_rows) {
      const std::size_t n_here = std::min(tile_rows, n_rows - first_row);
      for (std::size_t j = 0; j < n_here; ++j) {
        gather(&weights[(first_row + j) * n_units], units, is_every_unit, rows.data() + j * stride);
      }
      for (std::size_t column = 0; column < n_columns; column += tile_columns) {
        poll(most_units);
        std::int32_t tile[tile_sums];
        multiply_tile(columns.data() + column * stride, rows.data(), stride, tile);
        for (std::size_t i = 0; i < std::min(tile_columns, n_columns - column); ++i) {
          double* const out = &sums[static_cast<std::size_t>(digits.places[column + i]) * n_rows + first_row];
          for (std::size_t j = 0; j < n_here; ++j) out[j] += digits.scale * tile[i * tile_rows + j];
        }
      }
    }
  }
}

#ifdef STEELYARD_VNNI
STEELYARD_VNNI void add_digits_vnni(const Digits& digits, std::span<const std::int8_t> weights, std::size_t n_rows,
                                    std::size_t n_units, std::span<double> sums) {
  add_digits(digits, weights, n_rows, n_units, sums);
}
#endif

}  // namespace

bool has_fast_byte_products() {
#ifdef STEELYARD_VNNI
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
#else
  return false;
#endif
}

void add_weighted_digits(const Digits& digits, std::span<const std::int8_t> weights, std::size_t n_rows,
                         std::size_t n_units, bool use_vnni, std::span<double> sums) {
#ifdef STEELYARD_VNNI
  if (use_vnni && has_fast_byte_products()) {
    add_digits_vnni(digits, weights, n_rows, n_units, sums);
    return;
  }
#endif
  static_cast<void>(use_vnni);
  add_digits(digits, weights, n_rows, n_units, sums);
}

}  // namespace steelyard
