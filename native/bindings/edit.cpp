// Edit distances and alignments for Python.
#include "edit.hpp"

#include "arrays.hpp"
#include "edit_alignment.hpp"
#include "row_alignment.hpp"

namespace steelyard::bindings {
namespace {

void edit_distances_into(const TextArrays& texts, const OutArray<std::int64_t, 3>& distances, Threads n_threads) {
  const TestSetView view = test_set_view(texts, distances.shape(1), distances.shape(2));
  require(distances.shape(0) == view.n_references, "distances must have shape (references, systems, segments)");
  const Released released;
  edit_distances(view, n_threads, {distances.data(), distances.size()});
}

void edit_counts_into(const TextArrays& texts, const Array<std::int64_t, 2>& chosen,
                      const OutArray<std::int64_t, 3>& counts, Threads n_threads) {
  const TestSetView view = test_set_view(texts, counts.shape(0), counts.shape(1));
  require(counts.shape(2) == 4, "counts must have shape (systems, segments, 4)");
  require(chosen.shape(0) == view.n_systems && chosen.shape(1) == view.n_segments,
          "chosen must have shape (systems, segments)");
  const std::span<const std::int64_t> references(chosen.data(), chosen.size());
  const auto n_references = static_cast<std::int64_t>(view.n_references);
  require(std::all_of(references.begin(), references.end(), [&](std::int64_t r) { return r >= 0 && r < n_references; }),
          "chosen must be references from 0 to n_references - 1");
  const Released released;
  edit_counts(view, references, n_threads, {counts.data(), counts.size()});
}

// 0 hit, 1 substitution, 2 deletion, 3 insertion, from the beginning to the
// end.
nb::object edit_operations_of(const Ids& hypothesis, const Ids& reference) {
  const Words text = words_of(hypothesis), pattern = words_of(reference);
  std::vector<std::uint8_t> codes;
  {
    const Released released;
    EditAlignment alignment(count_ids(text, pattern));
    alignment.assign(pattern);
    for (const EditOperation operation : alignment.operations(text)) {
      codes.push_back(static_cast<std::uint8_t>(operation));
    }
  }
  return to_numpy(std::move(codes));
}

// Word ids, offsets of the rows, and whether each word is penalised where it
// has no partner.
using PenalisedArrays = std::tuple<Ids, Array<std::int64_t, 1>, Array<std::uint8_t, 1>>;

PenalisedText penalised_text(const PenalisedArrays& arrays, std::size_t n_words) {
  const auto& [values, offsets, is_penalised] = arrays;
  require(offsets.size() > 0, "offsets must hold one entry more than there are rows");
  const RaggedView words = ragged(values, offsets, offsets.size() - 1);
  require(is_penalised.size() == words.values.size() && n_words == words.values.size(),
          "there must be a penalty and an operation for each word");
  return {words, {is_penalised.data(), is_penalised.size()}};
}

void align_rows_into(const PenalisedArrays& reference, const PenalisedArrays& hypothesis,
                     const OutArray<std::uint8_t, 1>& of_reference, const OutArray<std::uint8_t, 1>& of_hypothesis) {
  const PenalisedText first = penalised_text(reference, of_reference.size());
  const PenalisedText second = penalised_text(hypothesis, of_hypothesis.size());
  require(first.words.offsets.size() == second.words.offsets.size(), "both texts must have the same rows");
  const Released released;
  align_rows(first, second, {of_reference.data(), of_reference.size()}, {of_hypothesis.data(), of_hypothesis.size()});
}

}  // namespace

void bind_edit(nb::module_& m) {
  m.def("edit_distances", &edit_distances_into, nb::arg("texts"), nb::arg("distances").noconvert(),
        nb::arg("n_threads"));
  m.def("edit_counts", &edit_counts_into, nb::arg("texts"), nb::arg("chosen"), nb::arg("counts").noconvert(),
        nb::arg("n_threads"));
  m.def("align_rows", &align_rows_into, nb::arg("reference"), nb::arg("hypothesis"),
        nb::arg("of_reference").noconvert(), nb::arg("of_hypothesis").noconvert());
  m.def("edit_operations", &edit_operations_of, nb::arg("hypothesis"), nb::arg("reference"));
}

}  // namespace steelyard::bindings
