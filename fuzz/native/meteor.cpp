// METEOR's alignment: matches are allowed, take no word twice, and are what counts and partners say.
#include "meteor.hpp"

#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

// What a vocabulary knows, any of it missing.
struct Lexicon {
  bool has_exact;
  Ids stems, keys;
  Rows synonyms, phrases;
  bool has_synonyms, has_phrases;

  Lexicon(Input& input, std::size_t n_words) {
    const std::uint8_t flags = input.byte();
    has_exact = (flags & 1) != 0;
    has_synonyms = (flags & 2) != 0;
    has_phrases = (flags & 4) != 0;
    if ((flags & 8) != 0) stems = some(input, n_words);
    if ((flags & 16) != 0) keys = some(input, n_words);
    for (std::size_t word = 0; has_synonyms && word < n_words; ++word) {
      Ids sets;
      for (std::size_t i = input.byte() % 4; i > 0; --i) sets.push_back(static_cast<std::int32_t>(input.byte() % 12));
      if (input.byte() != 0) std::ranges::sort(sets);  // the binding does not ask for it
      synonyms.add(sets);
    }
    for (std::size_t n = has_phrases ? 2 * (input.byte() % 4) : 0; n > 0; --n) {
      Ids phrase(1 + input.byte() % 3);
      for (std::int32_t& word : phrase) word = static_cast<std::int32_t>(input.byte() % n_words);
      phrases.add(phrase);
    }
  }
  MeteorLexicon view() const {
    return {has_exact, stems, has_synonyms ? synonyms.view() : RaggedView{},
            has_phrases ? phrases.view() : RaggedView{}, keys};
  }

 private:
  static Ids some(Input& input, std::size_t n_words) {
    const std::size_t n_different = 1 + input.byte() % n_words, shift = input.byte();
    Ids made;
    for (std::size_t word = 0; word < n_words; ++word) {
      made.push_back(static_cast<std::int32_t>((word + shift) % n_different));
    }
    return made;
  }
};

void fuzz_meteor_matches(std::span<const MeteorMatch> matches, Words hypothesis, Words reference,
                         const MeteorLexicon& lexicon, const std::int64_t* counts) {
  std::vector<bool> is_taken(hypothesis.size()), is_other_taken(reference.size());
  std::int64_t n_taken = 0, n_other_taken = 0;
  for (const MeteorMatch& match : matches) {
    for (std::int32_t k = 0; k < match.hypothesis_length; ++k, ++n_taken) {
      const auto at = static_cast<std::size_t>(match.hypothesis + k);
      CHECK(at < hypothesis.size() && !is_taken[at]);
      is_taken[at] = true;
    }
    for (std::int32_t k = 0; k < match.reference_length; ++k, ++n_other_taken) {
      const auto at = static_cast<std::size_t>(match.reference + k);
      CHECK(at < reference.size() && !is_other_taken[at]);
      is_other_taken[at] = true;
    }
    if (match.stage == MeteorStage::exact) {
      CHECK(lexicon.has_exact && lexicon.is_same(hypothesis[static_cast<std::size_t>(match.hypothesis)],
                                                 reference[static_cast<std::size_t>(match.reference)]));
    }
  }
  CHECK(counts[n_meteor_counts - 2] == n_taken && counts[n_meteor_counts - 1] == n_other_taken);
  CHECK(counts[n_meteor_counts - 3] <= static_cast<std::int64_t>(matches.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const auto criterion = static_cast<MeteorCriterion>(input.byte() % 3);
  const std::size_t beam = input.byte() % 50;  // 0 too: the binding lets it pass
  const int n_threads = threads(input);
  const TestSet set(input, false, 90);
  const Lexicon lexicon(input, set.n_words);
  const MeteorLexicon view = lexicon.view();
  std::vector<std::uint8_t> is_function_word(input.coin() ? set.n_words : 0, 1);
  for (std::size_t word = 0; word < is_function_word.size(); word += 2) is_function_word[word] = 0;
  std::vector<std::int64_t> meteor_counts(n_meteor_counts * set.n_pairs(), -1);
  count_meteor(set.view(), view, criterion, beam, is_function_word, {}, n_threads, meteor_counts);
  std::vector<std::int32_t> meteor_partners(set.references.values.size() * set.n_systems, -9);
  find_meteor_partners(set.view(), view, criterion, beam, n_threads, meteor_partners);
  for (const std::int32_t partner : meteor_partners) CHECK(partner >= -1 && partner < 90);
  MeteorAligner aligner(view, criterion, beam);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    fuzz_meteor_matches(aligner.align(hypothesis, reference), hypothesis, reference, view,
                        &meteor_counts[n_meteor_counts * at]);
  });
  return 0;
}
