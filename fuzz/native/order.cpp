// The order of words: RIBES's ranks, shared words and permutations, against the pairs one by one.
#include "input.hpp"
#include "ribes.hpp"
#include "word_order.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

std::int64_t rising_pairs(const std::vector<std::int64_t>& places) {
  std::int64_t n = 0;
  for (std::size_t j = 0; j < places.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) n += places[i] < places[j];
  }
  return n;
}

// Places of the words that have one; each shows an n-gram that both texts have.
std::vector<std::int64_t> fuzz_rank_words(Words hypothesis, Words reference, std::size_t n_words, bool is_right_first) {
  std::vector<std::int64_t> places;
  std::int64_t before = -1;
  for (const RankedWord& word : rank_words(hypothesis, reference, n_words, is_right_first)) {
    CHECK(word.hypothesis > before && word.hypothesis < hypothesis.size() && word.reference < reference.size());
    before = word.hypothesis;
    CHECK(hypothesis[word.hypothesis] == reference[word.reference]);
    const std::size_t back = word.is_right ? 0 : word.length - 1;
    const Words one = hypothesis.subspan(word.hypothesis - back, word.length);
    const Words other = reference.subspan(word.reference - back, word.length);
    CHECK(std::ranges::equal(one, other));
    places.push_back(word.reference);
  }
  return places;
}

void fuzz_rank_counts(const TestSet& set, Input& input, int n_threads) {
  const bool is_right_first = input.coin();
  std::vector<std::int64_t> counts(2 * set.n_pairs(), -1);
  rank_counts(set.view(), is_right_first, n_threads, counts);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    const auto places = fuzz_rank_words(hypothesis, reference, set.n_words, is_right_first);
    CHECK(counts[2 * at] == static_cast<std::int64_t>(places.size()));
    CHECK(counts[2 * at + 1] == rising_pairs(places));
  });
}

void fuzz_word_order_counts(const TestSet& set, Input& input, int n_threads) {
  const std::size_t max_order = input.byte() % 6;
  std::vector<std::int64_t> counts(3 * set.n_pairs(), -1);
  word_order_counts(set.view(), max_order, n_threads, counts);
  SharedWords align_shared_words(set.n_words, max_order);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    std::vector<std::int64_t> places;
    std::vector<bool> is_taken(reference.size());
    const auto& links = align_shared_words.align(hypothesis, reference);
    CHECK(links.size() == hypothesis.size());
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i] == SharedWords::none) continue;
      CHECK(links[i] < reference.size() && !is_taken[links[i]] && hypothesis[i] == reference[links[i]]);
      is_taken[links[i]] = true;
      places.push_back(links[i]);
    }
    const auto n = static_cast<std::int64_t>(places.size());
    CHECK(counts[3 * at] == n && counts[3 * at + 1] <= n);
    CHECK(counts[3 * at + 2] == n * (n - 1) / 2 - rising_pairs(places));
  });
}

void fuzz_permutation_counts(Input& input) {
  Rows permutations;
  const std::size_t n_rows = input.byte() % 4;
  for (std::size_t row = 0; row < n_rows; ++row) {
    Ids items(input.byte() % 80);
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i] = static_cast<std::int32_t>(i);
      std::swap(items[i], items[input.byte() % (i + 1)]);
    }
    // The binding lets numbers pass that stand twice.
    if (!items.empty() && input.byte() == 0) items[0] = items.back();
    permutations.add(items);
  }
  std::vector<std::int64_t> counts(3 * n_rows, -1);
  permutation_counts(permutations.view(), counts);
  for (std::size_t row = 0; row < n_rows; ++row) {
    const Words items = permutations.view().row(row);
    const auto n = static_cast<std::int64_t>(items.size());
    CHECK(counts[3 * row] == n && counts[3 * row + 1] <= n && counts[3 * row + 2] <= n * (n - 1) / 2);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t which = input.byte();
  if (which % 5 == 0) {
    fuzz_permutation_counts(input);
    return 0;
  }
  const int n_threads = threads(input);
  const TestSet set(input, false, 200);
  if (which % 5 < 3) fuzz_rank_counts(set, input, n_threads);
  if (which % 5 > 2) fuzz_word_order_counts(set, input, n_threads);
  return 0;
}
