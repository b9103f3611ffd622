// Draws, sums under their weights and orders of pairs, against plain loops.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "input.hpp"
#include "kept_sums.hpp"
#include "pair_differences.hpp"
#include "pair_order.hpp"
#include "resample.hpp"
#include "weighted_sums.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

void fuzz_fill_weights_fill_masks_and_fill_mask_bits(Input& input) {
  const std::uint64_t seed = input.number(), first = input.number();
  const std::size_t rows = input.byte() % 6, n_units = input.below(700);
  std::vector<std::int8_t> weights(rows * n_units, -1), masks(weights), again(weights);
  const int n_threads = threads(input);
  fill_weights(seed, first, rows, n_units, n_threads, weights);
  fill_masks(seed, first, rows, n_units, n_threads, masks);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto begin = weights.begin() + static_cast<std::ptrdiff_t>(row * n_units);
    CHECK(std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(n_units), 0) == static_cast<int>(n_units));
  }
  const std::size_t n_bytes = (n_units + 7) / 8;
  std::vector<std::uint8_t> bits(rows * n_bytes, 255);
  fill_mask_bits(seed, first, rows, n_units, n_threads, bits);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = 0; i < 8 * n_bytes; ++i) {
      const bool bit = (bits[row * n_bytes + i / 8] >> i % 8 & 1) != 0;
      CHECK(bit == (i < n_units && masks[row * n_units + i] != 0));
    }
  }
  CHECK(std::ranges::all_of(masks, [](std::int8_t bit) { return bit == 0 || bit == 1; }));
  for (std::size_t row = 0; row < rows; ++row) {  // a row is the same alone
    const std::span<std::int8_t> one(again.data() + row * n_units, n_units);
    fill_weights(seed, first + row, 1, n_units, 1, one);
  }
  CHECK(again == weights);
}

void fuzz_random_words(Input& input) {
  const std::uint64_t seed = input.number(), purpose = input.byte(), resample = input.number();
  const std::size_t n = input.byte();
  std::vector<std::uint64_t> words(n), fewer(n / 2);
  fill_words(seed, purpose, resample, words);
  fill_words(seed, purpose, resample, fewer);
  CHECK(std::equal(fewer.begin(), fewer.end(), words.begin()));
}

void fuzz_add_weighted_digits(Input& input) {
  const std::size_t n_rows = input.byte() % 16, n_units = input.below(300);
  const std::size_t n_columns = input.byte() % 10, n_places = 1 + input.byte() % 10;
  Ids units, places;
  const bool is_every_unit = input.coin();
  for (std::size_t unit = 0; unit < n_units; ++unit) {
    if (is_every_unit || input.coin()) units.push_back(static_cast<std::int32_t>(unit));
  }
  for (std::size_t i = 0; i < n_columns; ++i) places.push_back(static_cast<std::int32_t>(input.byte() % n_places));
  std::vector<std::uint8_t> values(n_columns * units.size());
  std::vector<std::int8_t> weights(n_rows * n_units);
  std::uint8_t value = input.byte();
  const std::uint8_t step = input.byte();
  for (std::uint8_t& digit : values) digit = value = static_cast<std::uint8_t>(value + step);
  for (std::int8_t& weight : weights)
    weight = static_cast<std::int8_t>(value = static_cast<std::uint8_t>(value + step));
  const double scale = std::ldexp(1.0, input.byte() % 24);
  std::vector<double> sums(n_places * n_rows, 1), other(sums), plain(sums);
  const Digits digits{values, units, places, scale};
  add_weighted_digits(digits, weights, n_rows, n_units, false, sums);
  add_weighted_digits(digits, weights, n_rows, n_units, has_fast_byte_products(), other);
  for (std::size_t column = 0; column < n_columns; ++column) {
    for (std::size_t row = 0; row < n_rows; ++row) {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < units.size(); ++i) {
        sum += values[column * units.size() + i] * weights[row * n_units + static_cast<std::size_t>(units[i])];
      }
      plain[static_cast<std::size_t>(places[column]) * n_rows + row] += scale * static_cast<double>(sum);
    }
  }
  CHECK(sums == plain && other == plain);
}

std::vector<double> numbers(Input& input, std::size_t n) {
  static constexpr double odd[] = {
      0.0, -0.0, 1e-300, 1e300, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
  std::vector<double> made(n);
  for (double& value : made) {
    const std::uint8_t byte = input.byte();
    value = byte >= 250 ? odd[byte - 250] : (byte % 16 - 8) / 4.0;
  }
  return made;
}

void fuzz_count_pair_order(Input& input) {
  const std::size_t n_systems = input.byte() % 5, n_draws = input.byte() % 20;
  const std::vector<double> values = numbers(input, n_systems * n_draws);
  const double tolerance = input.fraction();
  std::vector<std::int64_t> counts(2 * n_systems * n_systems);
  count_pair_order(values, n_systems, tolerance, counts);
  for (std::size_t j = 1; j < n_systems; ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      std::int64_t not_after = 0, before = 0;
      for (std::size_t d = 0; d < n_draws; ++d) {
        not_after += values[i * n_draws + d] <= values[j * n_draws + d] + tolerance;
        before += values[i * n_draws + d] < values[j * n_draws + d] - tolerance;
      }
      CHECK(counts[i * n_systems + j] == not_after);
      CHECK(counts[n_systems * n_systems + i * n_systems + j] == before);
    }
  }
}

void fuzz_count_exchanged_order(Input& input) {
  const std::size_t n_groups = 1 + input.byte() % 3, n_systems = input.byte() % 4, n_draws = input.byte() % 12;
  const std::vector<double> kept = numbers(input, n_groups * n_systems * n_draws);
  const std::vector<double> whole = numbers(input, n_groups * n_systems * n_draws), tolerance(n_groups, 0.25);
  std::vector<std::int64_t> pairs(2 * (input.byte() % 4));
  for (std::int64_t& group : pairs) group = static_cast<std::int64_t>(input.byte() % n_groups);
  std::vector<std::int64_t> counts(2 * pairs.size() * n_systems * n_systems, 77);
  count_exchanged_order(kept, whole, n_systems, n_draws, pairs, tolerance, counts);
  CHECK(std::ranges::all_of(counts, [&](auto n) { return n >= 0 && n <= static_cast<std::int64_t>(n_draws); }));
}

void fuzz_pair_differences_count_reached_and_step_down(Input& input) {
  const std::size_t n_systems = 1 + input.byte() % 5, n_draws = input.byte() % 80, n_pairs = input.byte() % 6;
  const std::vector<double> values = numbers(input, n_systems * n_draws), whole(n_pairs, 2), scale(n_pairs, 0.5);
  std::vector<std::int64_t> a(n_pairs), b(n_pairs), order(n_pairs), counts(n_pairs), steps(n_pairs);
  for (std::int64_t& one : a) one = static_cast<std::int64_t>(input.byte() % n_systems);
  for (std::int64_t& one : b) one = static_cast<std::int64_t>(input.byte() % n_systems);
  for (std::size_t p = 0; p < n_pairs; ++p) order[p] = static_cast<std::int64_t>(n_pairs - 1 - p);
  const std::vector<double> reached = numbers(input, n_pairs);
  const std::vector<double> sign(input.byte() % 2 == 0 ? 0 : n_pairs, -1);
  std::vector<double> out(n_pairs * n_draws), maxima(n_draws);
  pair_differences(values, whole, a, b, n_draws, out);
  const std::size_t n_stretches = (n_draws + draws_together - 1) / draws_together;
  std::vector<double> squares(n_stretches * n_pairs);
  const PairRows stand{out, n_draws, {}, {}, {}}, subtracted{values, n_draws, a, b, whole};
  count_reached(stand, sign, reached, counts, squares);
  step_down(stand, order, scale, sign, reached, steps, maxima);
  {
    std::vector<std::int64_t> other_counts(n_pairs), other_steps(n_pairs);
    std::vector<double> other_squares(squares.size()), other_maxima(n_draws);
    count_reached(subtracted, sign, reached, other_counts, other_squares);
    step_down(subtracted, order, scale, sign, reached, other_steps, other_maxima);
    CHECK(counts == other_counts && steps == other_steps && maxima == other_maxima);
    const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
    CHECK(std::ranges::equal(squares, other_squares, same));
  }
  for (std::size_t p = 0; p < n_pairs; ++p) {
    std::int64_t alone = 0, step = 0;
    for (std::size_t d = 0; d < n_draws; ++d) {
      const auto size = [&](std::size_t row) {
        return sign.empty() ? std::fabs(out[row * n_draws + d]) : -out[row * n_draws + d];
      };
      double largest = -HUGE_VAL;
      for (std::size_t i = p; i < n_pairs; ++i) largest = std::max(largest, size(n_pairs - 1 - i) / 0.5);
      alone += size(p) >= reached[p];
      step += largest >= reached[p];
      if (p == 0) CHECK(maxima[d] == largest);
    }
    for (std::size_t stretch = 0; stretch < n_stretches; ++stretch) {
      double sum = 0;
      for (std::size_t d = stretch * draws_together; d < std::min(n_draws, (stretch + 1) * draws_together); ++d) {
        sum += out[p * n_draws + d] * out[p * n_draws + d];
      }
      const double found = squares[stretch * n_pairs + p];
      CHECK(std::isfinite(sum) ? std::fabs(found - sum) <= 1e-12 * sum : !std::isfinite(found));
    }
    CHECK(counts[p] == alone);
    CHECK(steps[p] == step);
  }
}

void fuzz_largest_leads(Input& input) {
  const std::size_t n_systems = input.byte() % 6, n_draws = input.byte() % 40;
  const std::vector<double> first = numbers(input, n_systems * n_draws), second = numbers(input, n_systems * n_draws);
  const std::vector<double> weights = numbers(input, n_systems * n_systems);
  std::vector<double> leads(n_systems * n_draws);
  largest_leads(first, second, weights, n_systems, leads);
  for (std::size_t d = 0; d < n_draws; ++d) {
    for (std::size_t j = 0; j < n_systems; ++j) {
      double largest = -HUGE_VAL;
      for (std::size_t i = 0; i < n_systems; ++i) {
        largest =
            std::max(largest, (first[d * n_systems + i] - second[d * n_systems + j]) * weights[i * n_systems + j]);
      }
      CHECK(leads[d * n_systems + j] == largest);
    }
  }
}

void fuzz_sum_kept(Input& input) {
  const std::size_t n_places = input.below(200), n_columns = input.byte() % 5, n_draws = input.byte() % 20;
  std::vector<double> values(n_columns * n_places), sums(n_columns * n_draws, -1);
  for (double& value : values) value = input.byte() - 128.0;
  const std::size_t n_bytes = (n_places + 7) / 8;
  std::vector<std::uint8_t> masks(n_draws * n_bytes);
  for (std::uint8_t& eight : masks) eight = input.byte();  // what stands past the end counts for nothing
  sum_kept(values, masks, n_places, sums);
  for (std::size_t column = 0; column < n_columns; ++column) {
    for (std::size_t draw = 0; draw < n_draws; ++draw) {
      double sum = 0;
      for (std::size_t i = 0; i < n_places; ++i)
        if ((masks[draw * n_bytes + i / 8] >> i % 8 & 1) != 0) sum += values[column * n_places + i];
      CHECK(sums[column * n_draws + draw] == sum);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr void (*kernels[])(Input&) = {&fuzz_fill_weights_fill_masks_and_fill_mask_bits,
                                                &fuzz_random_words,
                                                &fuzz_add_weighted_digits,
                                                &fuzz_count_pair_order,
                                                &fuzz_count_exchanged_order,
                                                &fuzz_pair_differences_count_reached_and_step_down,
                                                &fuzz_largest_leads,
                                                &fuzz_sum_kept};
  Input input(data, size);
  kernels[input.byte() % std::size(kernels)](input);
  return 0;
}
