// METEOR's alignment for Python.
#include "meteor.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string_view>

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

// What metrics hand over: whether equal words match, a stem for each word or
// none, synonym sets of each word (numbers and offsets) or no offsets, phrases
// (words and offsets), of which two in a row mean the same.
using Lexicon = std::tuple<bool, Ids, Ids, Array<std::int64_t, 1>, Ids, Array<std::int64_t, 1>>;

MeteorCriterion criterion_of(std::string_view name) {
  if (name == "crossings") return MeteorCriterion::crossings;
  if (name == "chunks") return MeteorCriterion::chunks;
  require(name == "jar", "criterion must be crossings, chunks or jar");
  return MeteorCriterion::jar;
}

// A number for each word, the same for words that are taken for equal; without
// it each word equals itself alone.
using Keys = std::optional<Array<std::int32_t, 1>>;

// Checks that every word below n_words has a stem, sets and a key, where there
// are any.
MeteorLexicon lexicon_view(const Lexicon& lexicon, const Keys& keys, std::size_t n_words) {
  const auto& [has_exact, stems, sets, set_offsets, phrases, phrase_offsets] = lexicon;
  require(stems.size() == 0 || stems.size() >= n_words, "every word must have a stem");
  MeteorLexicon view{has_exact, {stems.data(), stems.size()}, {}, {}, {}};
  if (keys) {
    require(keys->size() >= n_words, "every word must have a key");
    view.keys = {keys->data(), keys->size()};
  }
  if (set_offsets.size() > 0) {
    require(set_offsets.size() > n_words, "every word must have synonym sets");
    view.synonyms = ragged(sets, set_offsets, set_offsets.size() - 1);
  }
  if (phrase_offsets.size() > 0) {
    require(phrase_offsets.size() % 2 == 1, "phrases must come in pairs");
    view.phrases = ragged(phrases, phrase_offsets, phrase_offsets.size() - 1);
    require(std::ranges::adjacent_find(view.phrases.offsets) == view.phrases.offsets.end(),
            "phrases must have a word at least");
  }
  return view;
}

std::size_t count_words(std::span<const std::int32_t> values) {
  std::int32_t largest = -1;
  for (const std::int32_t word : values) {
    largest = std::max(largest, word);
  }
  return static_cast<std::size_t>(largest + 1);
}

void meteor_counts_into(const TextArrays& texts, const Lexicon& lexicon, std::string_view criterion, Beam beam,
                        const Array<std::uint8_t, 1>& is_function_word, const Ids& sizes,
                        const OutArray<std::int64_t, 4>& counts, Threads n_threads, const Keys& keys) {
  const TestSetView view = test_set_view(texts, counts.shape(1), counts.shape(2));
  require(counts.shape(0) == view.n_references && counts.shape(3) == n_meteor_counts,
          "counts must have shape (references, systems, segments, 23)");
  const std::size_t n_words = std::max(count_words(view.hypotheses.values), count_words(view.references.values));
  require(is_function_word.size() == 0 || is_function_word.size() >= n_words,
          "every word must be a function word or not");
  require(sizes.size() == 0 || sizes.size() >= n_words, "every word must have a size");
  const MeteorLexicon known = lexicon_view(lexicon, keys, n_words);
  const MeteorCriterion kind = criterion_of(criterion);
  const Released released;
  count_meteor(view, known, kind, beam, {is_function_word.data(), is_function_word.size()},
               {sizes.data(), sizes.size()}, n_threads, {counts.data(), counts.size()});
}

// Five numbers per match: first word and length in the hypothesis and in the
// reference, and the stage.
nb::object meteor_matches_of(const Ids& hypothesis, const Ids& reference, const Lexicon& lexicon,
                             std::string_view criterion, Beam beam, const Keys& keys) {
  const std::span<const std::int32_t> h(hypothesis.data(), hypothesis.size()), r(reference.data(), reference.size());
  const MeteorLexicon known = lexicon_view(lexicon, keys, std::max(count_words(h), count_words(r)));
  const MeteorCriterion kind = criterion_of(criterion);
  std::vector<std::int32_t> numbers;
  {
    const Released released;
    MeteorAligner aligner(known, kind, beam);
    for (const MeteorMatch& match : aligner.align(h, r)) {
      numbers.insert(numbers.end(), {match.hypothesis, match.hypothesis_length, match.reference, match.reference_length,
                                     static_cast<std::int32_t>(match.stage)});
    }
  }
  return to_numpy(std::move(numbers));
}

nb::object meteor_partners_of(const TextArrays& texts, Number<"n_systems", std::size_t, 0, most> n_systems,
                              const Lexicon& lexicon, std::string_view criterion, Beam beam, Threads n_threads,
                              const Keys& keys) {
  const TestSetView view = test_set_view(texts, n_systems, std::get<4>(texts).shape(1));
  const std::size_t n_words = std::max(count_words(view.hypotheses.values), count_words(view.references.values));
  const MeteorLexicon known = lexicon_view(lexicon, keys, n_words);
  const MeteorCriterion kind = criterion_of(criterion);
  std::vector<std::int32_t> partners(view.references.values.size() * view.n_systems);
  {
    const Released released;
    find_meteor_partners(view, known, kind, beam, n_threads, partners);
  }
  return to_numpy(std::move(partners));
}

}  // namespace

void bind_meteor(nb::module_& m) {
  m.def("meteor_counts", &meteor_counts_into, nb::arg("texts"), nb::arg("lexicon"), nb::arg("criterion"),
        nb::arg("beam"), nb::arg("is_function_word"), nb::arg("sizes"), nb::arg("counts").noconvert(),
        nb::arg("n_threads"), nb::arg("keys") = nb::none());
  m.def("meteor_partners", &meteor_partners_of, nb::arg("texts"), nb::arg("n_systems"), nb::arg("lexicon"),
        nb::arg("criterion"), nb::arg("beam"), nb::arg("n_threads"), nb::arg("keys") = nb::none());
  m.def("meteor_matches", &meteor_matches_of, nb::arg("hypothesis"), nb::arg("reference"), nb::arg("lexicon"),
        nb::arg("criterion"), nb::arg("beam"), nb::arg("keys") = nb::none());
}

}  // namespace steelyard::bindings
