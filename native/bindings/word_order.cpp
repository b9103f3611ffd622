// The order of words for Python: counts over a test set, of permutations, and
// the alignment of one pair.
#include "word_order.hpp"

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

void word_order_counts_into(const TextArrays& texts, const OutArray<std::int64_t, 4>& counts, Order max_order,
                            Threads n_threads) {
  const TestSetView view = test_set_view_of_pairs(texts, counts, 3);
  const Released released;
  word_order_counts(view, max_order, n_threads, {counts.data(), counts.size()});
}

// By word of the text: the place of the equal word of the other one, or -1.
nb::object align_shared_words(const Ids& text, const Ids& other, Order max_order) {
  const Words words = words_of(text), others = words_of(other);
  std::vector<std::int64_t> links;
  {
    const Released released;
    SharedWords aligner(count_ids(words, others), max_order);
    for (const std::uint32_t place : aligner.align(words, others)) {
      links.push_back(place == SharedWords::none ? -1 : static_cast<std::int64_t>(place));
    }
  }
  return to_numpy(std::move(links));
}

void permutation_counts_into(const Ids& values, const Array<std::int64_t, 1>& offsets,
                             const OutArray<std::int64_t, 2>& counts) {
  require(counts.shape(1) == 3, "the result must have shape (rows, 3)");
  const RaggedView permutations = ragged(values, offsets, counts.shape(0));
  for (std::size_t row = 0; row < counts.shape(0); ++row) {
    const auto items = permutations.row(row);
    require(
        std::ranges::all_of(items, [&](std::int32_t item) { return static_cast<std::size_t>(item) < items.size(); }),
        "rows must be permutations of 0, 1, 2, ...");
  }
  const Released released;
  permutation_counts(permutations, {counts.data(), counts.size()});
}

}  // namespace

void bind_word_order(nb::module_& m) {
  m.def("word_order_counts", &word_order_counts_into, nb::arg("texts"), nb::arg("counts").noconvert(),
        nb::arg("max_order"), nb::arg("n_threads"));
  m.def("align_shared_words", &align_shared_words, nb::arg("text"), nb::arg("other"), nb::arg("max_order"));
  m.def("permutation_counts", &permutation_counts_into, nb::arg("values"), nb::arg("offsets"),
        nb::arg("counts").noconvert());
}

}  // namespace steelyard::bindings
