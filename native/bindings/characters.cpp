// Edit distances over characters for Python.
#include "arrays.hpp"
#include "character_ter.hpp"
#include "eed.hpp"

namespace steelyard::bindings {
namespace {

using Scores = OutArray<double, 3>;

TestSetView view_of(const TextArrays& texts, const Scores& scores) {
  const TestSetView view = test_set_view(texts, scores.shape(1), scores.shape(2));
  require(scores.shape(0) == view.n_references, "scores must have shape (references, systems, segments)");
  return view;
}

void character_ter_into(const TextArrays& texts, const Scores& scores, const Spelling& spelling, int n_threads) {
  const TestSetView view = view_of(texts, scores);
  const RaggedView letters = spelling_view(spelling, view);
  const Released released;
  character_ter(view, letters, n_threads, {scores.data(), scores.size()});
}

void eed_into(const TextArrays& texts, const Scores& scores, std::int32_t space, double jump, double visits,
              double deletion, double insertion, bool is_exact, int n_threads) {
  const TestSetView view = view_of(texts, scores);
  for (const double cost : {jump, visits, deletion, insertion}) {
    require(cost >= 0 && cost <= 1e6, "costs must be from 0 to 1,000,000");
  }
  const Released released;
  extended_edit_distances(view, space, {jump, visits, deletion, insertion}, is_exact, n_threads,
                          {scores.data(), scores.size()});
}

}  // namespace

void bind_characters(nb::module_& m) {
  m.def("character_ter", &character_ter_into, nb::arg("texts"), nb::arg("scores").noconvert(), nb::arg("spelling"),
        nb::arg("n_threads"));
  m.def("extended_edit_distances", &eed_into, nb::arg("texts"), nb::arg("scores").noconvert(), nb::arg("space"),
        nb::arg("jump"), nb::arg("visits"), nb::arg("deletion"), nb::arg("insertion"), nb::arg("is_exact"),
        nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
