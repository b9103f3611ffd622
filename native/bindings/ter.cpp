// Translation edit rate for Python.
#include "ter.hpp"

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
  m.def("ter_alignment", &ter_alignment, nb::arg("hypothesis"), nb::arg("reference"), nb::arg("as_tercom"));
}

}  // namespace steelyard::bindings
