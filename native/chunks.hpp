// Repeated longest common subsequences, cut into chunks: what IMPACT and AILE add up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit.hpp"
#include "ragged.hpp"

namespace steelyard {

// What is matched, and how much a chunk counts.
struct ChunkRule {
  double exponent = 1.2;       // a chunk of k words counts k^exponent
  double decay = 0.1;          // pass i counts decay^i
  bool is_collapsing = false;  // whether words matched in earlier passes are deleted, else they keep their places
  bool is_leftmost = false;    // whether of several longest ones the leftmost is taken, whatever its chunks
};

// Words that follow each other in both texts, matched in one pass.
struct Chunk {
  std::uint32_t pass, hypothesis, reference, length;
};

// The chunks of all passes. Each pass matches a longest common subsequence of the words that are still free; of several
// the one
//   with the largest sum of length^exponent over its chunks (compared to about 14 digits of the largest sum possible),
//   then the one with the least sum of |i / m - j / n| over its pairs of places i and j, from 0, in texts of m and n
//   words,
//   then the first one, as a sequence of pairs (i, j).
// The passes end when no free word is in both texts.
std::vector<Chunk> find_chunks(Words hypothesis, Words reference, std::size_t n_ids, const ChunkRule& rule);

// For every hypothesis and reference of its segment: the sum over passes i and chunks of decay^i * length^exponent.
//
// sums: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
// A pass takes time in proportion to the product of the numbers of free words that are in both texts, times the ends of
// a chunk that are worth a look, most often one or two. There are at most as many passes as words; those that cannot
// change the sum any more are left out. Memory: a byte for each pair of such words, and four more where a chunk starts.
void chunk_sums(const TestSetView& texts, const ChunkRule& rule, int n_threads, std::span<double> sums);

}  // namespace steelyard
