// Ranks of words for Python.
#include "ribes.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <vector>

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

void rank_counts_into(const TextArrays& texts, bool is_right_first, const OutArray<std::int64_t, 4>& counts,
                      Threads n_threads) {
  const TestSetView view = test_set_view(texts, counts.shape(1), counts.shape(2));
  require(counts.shape(0) == view.n_references && counts.shape(3) == 2,
          "counts must have shape (references, systems, segments, 2)");
  const Released released;
  rank_counts(view, is_right_first, n_threads, {counts.data(), counts.size()});
}

// Place in the hypothesis, place in the reference, length of the unique run,
// whether the word begins it.
std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>> rank_words_of(const Ids& hypothesis,
                                                                                         const Ids& reference,
                                                                                         bool is_right_first) {
  const Words words = words_of(hypothesis), others = words_of(reference);
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool>> found;
  std::vector<RankedWord> ranked;
  {
    const Released released;
    ranked = rank_words(words, others, count_ids(words, others), is_right_first);
  }
  for (const RankedWord& word : ranked) {
    found.emplace_back(word.hypothesis, word.reference, word.length, word.is_right);
  }
  return found;
}

}  // namespace

void bind_ribes(nb::module_& m) {
  m.def("rank_counts", &rank_counts_into, nb::arg("texts"), nb::arg("is_right_first"), nb::arg("counts").noconvert(),
        nb::arg("n_threads"));
  m.def("rank_words", &rank_words_of, nb::arg("hypothesis"), nb::arg("reference"), nb::arg("is_right_first"));
}

}  // namespace steelyard::bindings
