// Chunks of repeated common subsequences, and their sums.
#include "chunks.hpp"

#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

// Chunks cover equal words, none twice, and their first pass is a longest common subsequence or shorter than none.
double fuzz_find_chunks(Words hypothesis, Words reference, std::size_t n_words, const ChunkRule& rule) {
  const std::vector<Chunk> chunks = find_chunks(hypothesis, reference, n_words, rule);
  std::vector<bool> is_taken(hypothesis.size()), is_other_taken(reference.size());
  std::int64_t n_taken = 0;
  double sum = 0;
  std::uint32_t pass = 0;
  for (const Chunk& chunk : chunks) {
    CHECK(chunk.length > 0 && chunk.pass >= pass && chunk.pass <= pass + 1);
    pass = chunk.pass;
    sum += std::pow(rule.decay, chunk.pass) * std::pow(chunk.length, rule.exponent);
    if (rule.is_collapsing) {  // its places are among the words that are left
      n_taken += chunk.length;
      continue;
    }
    for (std::uint32_t k = 0; k < chunk.length; ++k, ++n_taken) {
      const std::size_t i = chunk.hypothesis + k, j = chunk.reference + k;
      CHECK(hypothesis[i] == reference[j] && !is_taken[i] && !is_other_taken[j]);
      is_taken[i] = is_other_taken[j] = true;
    }
  }
  CHECK(n_taken == shared(hypothesis, reference));
  return sum;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t flags = input.byte();
  const ChunkRule rule{1 + 2 * input.fraction(), input.fraction(), (flags & 1) != 0, (flags & 2) != 0};
  const int n_threads = threads(input);
  const TestSet set(input, false, 60);
  std::vector<double> sums(set.n_pairs(), -1);
  chunk_sums(set.view(), rule, n_threads, sums);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    CHECK(std::abs(sums[at] - fuzz_find_chunks(hypothesis, reference, set.n_words, rule)) <=
          1e-6 * std::max(1.0, sums[at]));
  });
  return 0;
}
