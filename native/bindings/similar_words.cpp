// Words that are spelled alike for Python: the parts of a score, and the
// alignment of one pair.
#include "similar_words.hpp"

#include <nanobind/stl/string_view.h>

#include <string_view>

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

using Threshold = Number<"threshold", double, 0, 1>;

Reordering reordering_of(std::string_view name) {
  if (name == "insertion-sort") return Reordering::insertion_sort;
  require(name == "fewest", "reordering must be fewest or insertion-sort");
  return Reordering::fewest;
}

void similar_word_parts_into(const TextArrays& texts, const OutArray<double, 4>& parts, const Spelling& letters,
                             Threshold threshold, std::string_view reordering, Threads n_threads) {
  const TestSetView view = test_set_view_of_pairs(texts, parts, 4);
  const RaggedView spelled = spelling_view(letters, view);
  const Reordering kind = reordering_of(reordering);
  const Released released;
  similar_word_parts(view, spelled, threshold, kind, n_threads, {parts.data(), parts.size()});
}

// By word of the text: the place of its partner, or -1, and the distance.
nb::list align_similar_words(const Ids& text, const Ids& other, const Spelling& letters, Threshold threshold) {
  const Words words = words_of(text), others = words_of(other);
  const auto& [values, offsets] = letters;
  require(offsets.size() > count_ids(words, others), "every word of the texts must have a spelling");
  const RaggedView spelled = ragged(values, offsets, offsets.size() - 1);
  const std::int32_t largest = spelled.values.empty() ? -1 : std::ranges::max(spelled.values);
  SimilarWords aligner(spelled, static_cast<std::size_t>(largest + 1), threshold);
  bool is_done = false;
  {
    const Released released;
    is_done = aligner.align(words, others);
  }
  require(is_done, "too many pairs of similar words");
  nb::list partners;
  for (const Partner& partner : aligner.partners()) {
    const bool has_partner = partner.place != Partner::none;
    partners.append(nb::make_tuple(has_partner ? static_cast<std::int64_t>(partner.place) : -1, partner.distance));
  }
  return partners;
}

}  // namespace

void bind_similar_words(nb::module_& m) {
  m.attr("MOST_SIMILAR_PAIRS") = most_similar_pairs;
  m.def("similar_word_parts", &similar_word_parts_into, nb::arg("texts"), nb::arg("parts").noconvert(),
        nb::arg("letters"), nb::arg("threshold"), nb::arg("reordering"), nb::arg("n_threads"));
  m.def("align_similar_words", &align_similar_words, nb::arg("text"), nb::arg("other"), nb::arg("letters"),
        nb::arg("threshold"));
}

}  // namespace steelyard::bindings
