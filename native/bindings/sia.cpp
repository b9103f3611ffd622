// Chains of similar words for Python: sums over a test set, and the rounds of
// one hypothesis.
#include "sia.hpp"

#include <nanobind/stl/string_view.h>

#include <string_view>

#include "arrays.hpp"
#include "edit.hpp"

namespace steelyard::bindings {
namespace {

// Similar words and where those of each word begin, and how similar they are.
using Similarity = std::tuple<Ids, Array<std::int64_t, 1>, Array<double, 1>>;

SimilarityView similarity_view(const Similarity& similarity, std::size_t n_ids) {
  const auto& [words, offsets, values] = similarity;
  if (offsets.size() == 0) return {};
  require(offsets.size() > n_ids, "every word of the texts must have a row of similar words");
  require(values.size() == words.size(), "every similar word must have a similarity");
  const std::size_t n_words = offsets.size() - 1;  // a lambda of Clang 14 cannot capture a structured binding
  const SimilarityView view{ragged(words, offsets, n_words), {values.data(), values.size()}};
  require(std::ranges::all_of(view.words.values,
                              [&](std::int32_t word) { return static_cast<std::size_t>(word) < n_words; }),
          "similar words must be words of the vocabulary");
  return view;
}

using SiaDecay = Number<"decay", double, 0, 1>;

SiaOptions sia_options(double decay, std::string_view schedule, bool is_iterative) {
  require(decay > 0, "decay must be above 0");
  require(schedule == "power" || schedule == "square", "schedule must be power or square");
  return {decay, schedule == "square" ? Decay::square : Decay::power, is_iterative};
}

void sia_sums_into(const TextArrays& texts, const OutArray<double, 2>& sums, const Similarity& similarity,
                   SiaDecay decay, std::string_view schedule, bool is_iterative, Threads n_threads) {
  const TestSetView view = test_set_view(texts, sums.shape(0), sums.shape(1));
  const SimilarityView similar = similarity_view(similarity, count_ids(view));
  const SiaOptions options = sia_options(decay, schedule, is_iterative);
  const Released released;
  sia_sums(view, similar, options, n_threads, {sums.data(), sums.size()});
}

// The rounds of one hypothesis: reference, score before decay, and the pairs of
// places.
nb::list sia_rounds(const Ids& hypothesis, const nb::list& references, const Similarity& similarity, SiaDecay decay,
                    std::string_view schedule, bool is_iterative) {
  const Words text = words_of(hypothesis);
  std::vector<Ids> arrays;
  std::vector<Words> others;
  std::size_t n_ids = count_ids(text, {});
  for (const auto reference : references) {
    Ids ids;
    if (!nb::try_cast(reference, ids)) throw nb::type_error("references must be arrays of words");
    arrays.push_back(ids);
    others.push_back(words_of(arrays.back()));
    n_ids = std::max(n_ids, count_ids(text, others.back()));
  }
  const SimilarityView similar = similarity_view(similarity, n_ids);
  if (!similar.words.offsets.empty()) n_ids = similar.words.offsets.size() - 1;
  SiaAligner aligner(similar, n_ids);
  const SiaOptions options = sia_options(decay, schedule, is_iterative);
  bool is_done = false;
  {
    const Released released;
    is_done = aligner.align(text, others, options);
  }
  require(is_done, "too many pairs of similar words");
  nb::list rounds;
  for (const SiaRound& round : aligner.rounds()) {
    nb::list pairs;
    for (const auto& [word, place] : round.pairs) pairs.append(nb::make_tuple(word, place));
    rounds.append(nb::make_tuple(round.reference, round.score, pairs));
  }
  return rounds;
}

}  // namespace

void bind_sia(nb::module_& m) {
  m.attr("MOST_SIA_PAIRS") = most_sia_pairs;
  m.def("sia_sums", &sia_sums_into, nb::arg("texts"), nb::arg("sums").noconvert(), nb::arg("similarity"),
        nb::arg("decay"), nb::arg("schedule"), nb::arg("is_iterative"), nb::arg("n_threads"));
  m.def("sia_rounds", &sia_rounds, nb::arg("hypothesis"), nb::arg("references"), nb::arg("similarity"),
        nb::arg("decay"), nb::arg("schedule"), nb::arg("is_iterative"));
}

}  // namespace steelyard::bindings
