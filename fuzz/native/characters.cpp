// CharacTER and EED: bounds, equal texts, and threads.
#include "character_ter.hpp"
#include "eed.hpp"
#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

void fuzz_character_ter(const TestSet& set, Input& input, int n_threads) {
  const Rows letters = spelling(input, set.n_words, 1);
  std::vector<double> scores(set.n_pairs(), -1);
  character_ter(set.view(), letters.view(), n_threads, scores);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    CHECK(scores[at] >= 0 && scores[at] <= 1);
    if (std::ranges::equal(hypothesis, reference)) CHECK(scores[at] == (hypothesis.empty() ? 1 : 0));
  });
}

// From 0 to 1,000,000, which the binding asks for.
double cost(Input& input) {
  const std::uint8_t byte = input.byte();
  return byte >= 240 ? std::ldexp(1e6, byte - 255) : byte / 64.0;
}

void fuzz_extended_edit_distances(const TestSet& set, Input& input, int n_threads) {
  const EedCosts costs{cost(input), cost(input), cost(input), cost(input)};
  const auto space = static_cast<std::int32_t>(input.byte() % set.n_words);
  const bool is_exact = input.coin();
  std::vector<double> scores(set.n_pairs(), -1), others(scores);
  extended_edit_distances(set.view(), space, costs, is_exact, n_threads, scores);
  extended_edit_distances(set.view(), space, costs, is_exact, 1, others);
  set.for_pairs([&](Words, Words, std::size_t at) {
    CHECK(scores[at] >= 0 && scores[at] <= 1);
    CHECK(scores[at] == others[at]);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const bool is_by_words = input.coin();
  const int n_threads = threads(input);
  const TestSet set(input, false, is_by_words ? 40 : 200);
  if (is_by_words) {
    fuzz_character_ter(set, input, n_threads);
  } else {
    fuzz_extended_edit_distances(set, input, n_threads);
  }
  return 0;
}
