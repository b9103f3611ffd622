// Translation edit rate for Python.
#include "ter.hpp"

#include <nanobind/stl/array.h>

#include <string>

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

TerVariant variant(bool as_tercom) { return as_tercom ? TerVariant::tercom : TerVariant::sacrebleu; }

void ter_edits_into(const TextArrays& texts, bool as_tercom, const OutArray<std::int64_t, 2>& edits,
                    Threads n_threads) {
  const TestSetView view = test_set_view(texts, edits.shape(0), edits.shape(1));
  const Released released;
  ter_edits(view, variant(as_tercom), n_threads, {edits.data(), edits.size()});
}

void ter_counts_into(const TextArrays& texts, bool as_tercom, const std::array<double, 4>& costs,
                     const OutArray<std::int64_t, 3>& counts, Threads n_threads) {
  const TestSetView view = test_set_view(texts, counts.shape(0), counts.shape(1));
  const Released released;
  ter_counts(view, variant(as_tercom), {costs[0], costs[1], costs[2], costs[3]}, n_threads,
             {counts.data(), counts.size()});
}

// The shifts as (start, length, target), and the steps from the shifted
// hypothesis to the reference.
nb::tuple ter_alignment(const Ids& hypothesis, const Ids& reference, bool as_tercom) {
  const Words text = words_of(hypothesis), other = words_of(reference);
  nb::list shifts;
  TerSearch search(count_ids(text, other), variant(as_tercom));
  {
    const Released released;
    search.assign(other);
    search(text);
  }
  for (const TerShift& shift : search.shifts()) {
    shifts.append(nb::make_tuple(shift.start, shift.length, shift.target));
  }
  std::string steps;
  for (const EditStep step : search.steps()) steps.push_back(static_cast<char>(step));
  std::ranges::reverse(steps);
  return nb::make_tuple(shifts, nb::str(steps.data(), steps.size()));
}

}  // namespace

void bind_ter(nb::module_& m) {
  m.def("ter_edits", &ter_edits_into, nb::arg("texts"), nb::arg("as_tercom"), nb::arg("edits").noconvert(),
        nb::arg("n_threads"));
  m.def("ter_counts", &ter_counts_into, nb::arg("texts"), nb::arg("as_tercom"), nb::arg("costs"),
        nb::arg("counts").noconvert(), nb::arg("n_threads"));
  m.def("ter_alignment", &ter_alignment, nb::arg("hypothesis"), nb::arg("reference"), nb::arg("as_tercom"));
}

}  // namespace steelyard::bindings
