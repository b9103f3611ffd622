// Words aligned by their spelling: partners are words of the other text, none twice.
#include "similar_words.hpp"

#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

void fuzz_align_similar_words(Words text, Words other, const Rows& letters, double threshold) {
  SimilarWords aligner(letters.view(), 8, threshold);
  std::vector<bool> is_taken(other.size());
  CHECK(aligner.align(text, other));
  const auto& partners = aligner.partners();
  CHECK(partners.size() == text.size());
  for (std::size_t i = 0; i < partners.size(); ++i) {
    const auto& [place, distance] = partners[i];
    if (place == Partner::none) continue;
    CHECK(place < other.size() && !is_taken[place] && distance < threshold);
    is_taken[place] = true;
    const Words own = letters.view().row(static_cast<std::size_t>(text[i]));
    const Words found = letters.view().row(static_cast<std::size_t>(other[place]));
    CHECK(is_near(distance * static_cast<double>(own.size()),
                  text[i] == other[place] ? 0 : static_cast<double>(plain_distance(own, found))) ||
          own.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const Reordering reordering = input.coin() ? Reordering::fewest : Reordering::insertion_sort;
  const double threshold = 1.5 * input.fraction();
  const int n_threads = threads(input);
  const TestSet set(input, false, 60);
  const Rows letters = spelling(input, set.n_words);
  // Two words that are spelled alike have one number in a vocabulary; here they may have two, at a distance of 0.
  std::vector<double> similar_word_parts(4 * set.n_pairs(), -1);
  steelyard::similar_word_parts(set.view(), letters.view(), threshold, reordering, n_threads, similar_word_parts);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    fuzz_align_similar_words(hypothesis, reference, letters, threshold);
    const double* const parts = &similar_word_parts[4 * at];
    const auto n = static_cast<double>(hypothesis.size());
    CHECK(parts[2] >= 0 && parts[3] >= 0 && parts[2] + parts[3] <= n);
    if (threshold <= 1) CHECK(parts[0] >= 0 && parts[0] <= 1 && parts[1] >= 0 && parts[1] <= 1);
  });
  return 0;
}
