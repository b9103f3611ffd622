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

void character_ter_into(const TextArrays& texts, const Scores& scores, const Spelling& spelling, Threads n_threads) {
  const TestSetView view = view_of(texts, scores);
  const RaggedView letters = spelling_view(spelling, view);
  const Released released;
  character_ter(view, letters, n_threads, {scores.data(), scores.size()});
}

template <Name name>
using Cost = Number<name, double, 0, 1'000'000>;

void eed_into(const TextArrays& texts, const Scores& scores, Number<"space", std::int32_t, -1, most> space,
              Cost<"jump"> jump, Cost<"visits"> visits, Cost<"deletion"> deletion, Cost<"insertion"> insertion,
              bool is_exact, Threads n_threads) {
  const TestSetView view = view_of(texts, scores);
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
