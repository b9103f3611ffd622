// Words in another form and another order, for Python: alignments of words and what they are worth.
#include <nanobind/stl/string_view.h>

#include <string_view>

#include "arrays.hpp"
#include "edit.hpp"
#include "sia.hpp"
#include "similar_words.hpp"
#include "sub_goals.hpp"
#include "word_order.hpp"

namespace steelyard::bindings {
namespace {

template <typename T>
TestSetView view_of(const TextArrays& texts, const OutArray<T, 4>& out, std::size_t n_columns) {
  const TestSetView view = test_set_view(texts, out.shape(1), out.shape(2));
  require(out.shape(0) == view.n_references && out.shape(3) == n_columns,
          "the result must have shape (references, systems, segments, columns)");
  return view;
}

Words words_of(const Array<std::int32_t, 1>& ids) {
  const Words words(ids.data(), ids.size());
  require(std::ranges::all_of(words, [](std::int32_t word) { return word >= 0; }), "word ids count from 0");
  return words;
}

std::size_t count_ids_of(Words text, Words other) {
  std::int32_t largest = -1;
  for (const Words words : {text, other}) {
    for (const std::int32_t word : words) largest = std::max(largest, word);
  }
  return static_cast<std::size_t>(largest) + 1;
}

Reordering reordering_of(std::string_view name) {
  if (name == "insertion-sort") return Reordering::insertion_sort;
  require(name == "fewest", "reordering must be fewest or insertion-sort");
  return Reordering::fewest;
}

void check_letters(const RaggedView& letters) {
  require(std::ranges::all_of(letters.values, [](std::int32_t letter) { return letter >= 0; }), "letters count from 0");
}

void similar_word_parts_into(const TextArrays& texts, const OutArray<double, 4>& parts, const Spelling& letters,
                             double threshold, std::string_view reordering, int n_threads) {
  const TestSetView view = view_of(texts, parts, 4);
  const RaggedView spelled = spelling_view(letters, view);
  check_letters(spelled);
  const Reordering kind = reordering_of(reordering);
  nb::gil_scoped_release release;
  similar_word_parts(view, spelled, threshold, kind, n_threads, {parts.data(), parts.size()});
}

// By word of the text: the place of its partner, or -1, and the distance.
nb::list align_similar_words(const Array<std::int32_t, 1>& text, const Array<std::int32_t, 1>& other,
                             const Spelling& letters, double threshold) {
  const Words words = words_of(text), others = words_of(other);
  const auto& [values, offsets] = letters;
  require(offsets.size() > count_ids_of(words, others), "every word of the texts must have a spelling");
  const RaggedView spelled = ragged(values, offsets, offsets.size() - 1);
  check_letters(spelled);
  const std::int32_t largest = spelled.values.empty() ? -1 : std::ranges::max(spelled.values);
  SimilarWords aligner(spelled, static_cast<std::size_t>(largest + 1), threshold);
  nb::list partners;
  for (const Partner& partner : aligner.align(words, others)) {
    const bool has_partner = partner.place != Partner::none;
    partners.append(nb::make_tuple(has_partner ? static_cast<std::int64_t>(partner.place) : -1, partner.distance));
  }
  return partners;
}

// Similar words and where those of each word begin, and how similar they are.
using Similarity = std::tuple<Array<std::int32_t, 1>, Array<std::int64_t, 1>, Array<double, 1>>;

SimilarityView similarity_view(const Similarity& similarity, std::size_t n_ids) {
  const auto& [words, offsets, values] = similarity;
  if (offsets.size() == 0) return {};
  require(offsets.size() > n_ids, "every word of the texts must have a row of similar words");
  require(values.size() == words.size(), "every similar word must have a similarity");
  const std::size_t n_words = offsets.size() - 1;  // a lambda of Clang 14 cannot capture a structured binding
  const SimilarityView view{ragged(words, offsets, n_words), {values.data(), values.size()}};
  require(std::ranges::all_of(view.words.values,
                              [&](std::int32_t word) { return word >= 0 && static_cast<std::size_t>(word) < n_words; }),
          "similar words must be words of the vocabulary");
  return view;
}

SiaOptions sia_options(double decay, std::string_view schedule, bool is_iterative) {
  require(decay > 0 && decay <= 1, "decay must be above 0 and at most 1");
  require(schedule == "power" || schedule == "square", "schedule must be power or square");
  return {decay, schedule == "square" ? Decay::square : Decay::power, is_iterative};
}

void sia_sums_into(const TextArrays& texts, const OutArray<double, 2>& sums, const Similarity& similarity, double decay,
                   std::string_view schedule, bool is_iterative, int n_threads) {
  const TestSetView view = test_set_view(texts, sums.shape(0), sums.shape(1));
  const SimilarityView similar = similarity_view(similarity, count_ids(view));
  const SiaOptions options = sia_options(decay, schedule, is_iterative);
  nb::gil_scoped_release release;
  sia_sums(view, similar, options, n_threads, {sums.data(), sums.size()});
}

// The rounds of one hypothesis: reference, score before decay, and the pairs of places.
nb::list sia_rounds(const Array<std::int32_t, 1>& hypothesis, const nb::list& references, const Similarity& similarity,
                    double decay, std::string_view schedule, bool is_iterative) {
  const Words text = words_of(hypothesis);
  std::vector<Array<std::int32_t, 1>> arrays;
  std::vector<Words> others;
  std::size_t n_ids = count_ids_of(text, {});
  for (const auto reference : references) {
    arrays.push_back(nb::cast<Array<std::int32_t, 1>>(reference));
    others.push_back(words_of(arrays.back()));
    n_ids = std::max(n_ids, count_ids_of(text, others.back()));
  }
  const SimilarityView similar = similarity_view(similarity, n_ids);
  if (!similar.words.offsets.empty()) n_ids = similar.words.offsets.size() - 1;
  SiaAligner aligner(similar, n_ids);
  require(aligner.align(text, others, sia_options(decay, schedule, is_iterative)), "too many pairs of similar words");
  nb::list rounds;
  for (const SiaRound& round : aligner.rounds()) {
    nb::list pairs;
    for (const auto& [word, place] : round.pairs) pairs.append(nb::make_tuple(word, place));
    rounds.append(nb::make_tuple(round.reference, round.score, pairs));
  }
  return rounds;
}

void word_order_counts_into(const TextArrays& texts, const OutArray<std::int64_t, 4>& counts, std::size_t max_order,
                            int n_threads) {
  const TestSetView view = view_of(texts, counts, 3);
  nb::gil_scoped_release release;
  word_order_counts(view, max_order, n_threads, {counts.data(), counts.size()});
}

// By word of the text: the place of the equal word of the other one, or -1.
nb::object align_shared_words(const Array<std::int32_t, 1>& text, const Array<std::int32_t, 1>& other,
                              std::size_t max_order) {
  const Words words = words_of(text), others = words_of(other);
  SharedWords aligner(count_ids_of(words, others), max_order);
  std::vector<std::int64_t> links;
  for (const std::uint32_t place : aligner.align(words, others)) {
    links.push_back(place == SharedWords::none ? -1 : static_cast<std::int64_t>(place));
  }
  return to_numpy(std::move(links));
}

void permutation_counts_into(const Array<std::int32_t, 1>& values, const Array<std::int64_t, 1>& offsets,
                             const OutArray<std::int64_t, 2>& counts) {
  require(counts.shape(1) == 3, "the result must have shape (rows, 3)");
  const RaggedView permutations = ragged(values, offsets, counts.shape(0));
  for (std::size_t row = 0; row < counts.shape(0); ++row) {
    const auto items = permutations.row(row);
    require(std::ranges::all_of(
                items, [&](std::int32_t item) { return item >= 0 && static_cast<std::size_t>(item) < items.size(); }),
            "rows must be permutations of 0, 1, 2, ...");
  }
  permutation_counts(permutations, {counts.data(), counts.size()});
}

void sub_goal_answers_into(const TextArrays& texts, const OutArray<std::int8_t, 3>& answers, std::size_t min_references,
                           int n_threads) {
  const TestSetView view = test_set_view(texts, answers.shape(0), answers.shape(1));
  require(answers.shape(2) == longest_sub_goal, "answers must have shape (systems, segments, 3)");
  nb::gil_scoped_release release;
  sub_goal_answers(view, min_references, n_threads, {answers.data(), answers.size()});
}

}  // namespace

void bind_order(nb::module_& m) {
  m.def("similar_word_parts", &similar_word_parts_into, nb::arg("texts"), nb::arg("parts").noconvert(),
        nb::arg("letters"), nb::arg("threshold"), nb::arg("reordering"), nb::arg("n_threads"));
  m.def("align_similar_words", &align_similar_words, nb::arg("text"), nb::arg("other"), nb::arg("letters"),
        nb::arg("threshold"));
  m.def("sia_sums", &sia_sums_into, nb::arg("texts"), nb::arg("sums").noconvert(), nb::arg("similarity"),
        nb::arg("decay"), nb::arg("schedule"), nb::arg("is_iterative"), nb::arg("n_threads"));
  m.def("sia_rounds", &sia_rounds, nb::arg("hypothesis"), nb::arg("references"), nb::arg("similarity"),
        nb::arg("decay"), nb::arg("schedule"), nb::arg("is_iterative"));
  m.def("word_order_counts", &word_order_counts_into, nb::arg("texts"), nb::arg("counts").noconvert(),
        nb::arg("max_order"), nb::arg("n_threads"));
  m.def("align_shared_words", &align_shared_words, nb::arg("text"), nb::arg("other"), nb::arg("max_order"));
  m.def("permutation_counts", &permutation_counts_into, nb::arg("values"), nb::arg("offsets"),
        nb::arg("counts").noconvert());
  m.def("sub_goal_answers", &sub_goal_answers_into, nb::arg("texts"), nb::arg("answers").noconvert(),
        nb::arg("min_references"), nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
