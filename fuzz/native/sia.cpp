// Chains of similar words: rounds rise on both sides, take no place twice, and sum to what is summed.
#include "sia.hpp"

#include "edit.hpp"
#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

// Similar words of each word, rising, and how similar they are.
struct Similar {
  Rows words;
  std::vector<double> similarities;

  Similar(Input& input, std::size_t n_words) {
    for (std::size_t word = 0; word < n_words; ++word) {
      Ids row;
      if (!input.is_empty() && n_words <= 40 && input.coin()) {
        for (std::size_t other = input.byte() % n_words; other < n_words; other += 1 + input.byte() % n_words) {
          row.push_back(static_cast<std::int32_t>(other));
          similarities.push_back(input.fraction());
        }
      }
      words.add(row);
    }
  }
  SimilarityView view() const { return {words.view(), similarities}; }
};

void fuzz_sia_rounds(SiaAligner& aligner, Words hypothesis, const std::vector<Words>& references,
                     const SiaOptions& options, double sum) {
  if (!aligner.align(hypothesis, references, options)) {
    CHECK(std::isnan(sum));
    return;
  }
  CHECK(is_near(aligner.sum(), sum));
  std::vector<bool> is_taken(hypothesis.size());
  CHECK(options.is_iterative || aligner.rounds().size() <= 1);
  for (const SiaRound& round : aligner.rounds()) {
    CHECK(round.reference < references.size() && round.score > 0 && !round.pairs.empty());
    MatchedPair before{static_cast<std::size_t>(-1), static_cast<std::size_t>(-1)};
    for (const MatchedPair& pair : round.pairs) {
      CHECK(pair.hypothesis < hypothesis.size() && pair.reference < references[round.reference].size());
      CHECK(pair.hypothesis + 1 > before.hypothesis + 1 && pair.reference + 1 > before.reference + 1);
      CHECK(!is_taken[pair.hypothesis]);
      is_taken[pair.hypothesis] = true;
      before = pair;
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t flags = input.byte();
  const SiaOptions options{std::max(0.01, input.fraction()), (flags & 1) != 0 ? Decay::square : Decay::power,
                           (flags & 2) != 0};
  const int n_threads = threads(input);
  const TestSet set(input, false, 60);
  const Similar similar(input, set.n_words);
  const SimilarityView view = (flags & 4) != 0 ? similar.view() : SimilarityView{};
  std::vector<double> sums(set.n_systems * set.n_segments, -1);
  sia_sums(set.view(), view, options, n_threads, sums);
  SiaAligner aligner(view, set.n_words);
  for (std::size_t at = 0; at < sums.size(); ++at) {
    std::vector<Words> references;
    for (std::size_t r = 0; r < set.n_references; ++r) {
      if (set.view().has_reference(r, at % set.n_segments)) {
        references.push_back(set.view().reference(r, at % set.n_segments));
      }
    }
    fuzz_sia_rounds(aligner, set.view().hypotheses.row(at), references, options, sums[at]);
  }
  return 0;
}
