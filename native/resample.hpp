// The random numbers of every resampling procedure: Philox 4x64-10, addressed by (seed, purpose, resample, word).
//
// Row r of a draw depends on the seed, the purpose and r alone, so it is the same whatever else is drawn, in whatever
// blocks and on however many threads. Source: Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3",
// doi:10.1145/2063384.2063405.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace steelyard {

// What a draw is for; part of the counter, so that the bootstrap and the shuffles of one seed are independent.
enum class Purpose : std::uint64_t { bootstrap = 1, swap = 2 };

// Words 0, 1, ... of one resample's stream.
void fill_words(std::uint64_t seed, std::uint64_t purpose, std::uint64_t resample, std::span<std::uint64_t> words);

// rows x n_units multinomial counts: row k says how often each unit is drawn in resample first_resample + k, n_units
// draws with replacement, each unit exactly equally likely; std::overflow_error if one is drawn more than 127 times.
void fill_weights(std::uint64_t seed, std::uint64_t first_resample, std::size_t rows, std::size_t n_units,
                  int n_threads, std::span<std::int8_t> weights);

// rows x n_units fair bits: bit i of row k is bit i of the stream of resample first_resample + k.
void fill_masks(std::uint64_t seed, std::uint64_t first_resample, std::size_t rows, std::size_t n_units, int n_threads,
                std::span<std::int8_t> masks);

// The same bits, eight to a byte, the first lowest: rows x ceil(n_units / 8), with zeros past the end.
void fill_mask_bits(std::uint64_t seed, std::uint64_t first_resample, std::size_t rows, std::size_t n_units,
                    int n_threads, std::span<std::uint8_t> bits);

}  // namespace steelyard
