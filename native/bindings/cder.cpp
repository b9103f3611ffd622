// Cover distances, bag distances and recognition rates for Python.
#include "cder.hpp"

#include <nanobind/stl/string_view.h>

#include <string_view>

#include "arrays.hpp"
#include "bag.hpp"
#include "edit.hpp"
#include "recognition.hpp"

namespace steelyard::bindings {
namespace {

using Distances = OutArray<double, 3>;

TestSetView view_of(const TextArrays& texts, const Distances& out) {
  const TestSetView view = test_set_view(texts, out.shape(1), out.shape(2));
  require(out.shape(0) == view.n_references, "the result must have shape (references, systems, segments)");
  return view;
}

Substitution substitution_of(std::string_view name) {
  if (name == "levenshtein") return Substitution::levenshtein;
  if (name == "prefix") return Substitution::prefix;
  require(name == "equal", "substitution must be equal, levenshtein or prefix");
  return Substitution::equal;
}

RaggedView spelling_of(const Spelling& spelling, Substitution substitution, const TestSetView& view) {
  return substitution == Substitution::equal ? RaggedView{} : spelling_view(spelling, view);
}

template <auto measure>
void cover_into(const TextArrays& texts, const Distances& out, std::string_view substitution, const Spelling& spelling,
                bool is_reversed, Threads n_threads) {
  const TestSetView view = view_of(texts, out);
  const Substitution kind = substitution_of(substitution);
  const CoverQuestion question{kind, spelling_of(spelling, kind, view), is_reversed};
  const Released released;
  measure(view, question, n_threads, {out.data(), out.size()});
}

void bag_into(const TextArrays& texts, const Distances& out, std::string_view substitution, const Spelling& spelling,
              Threads n_threads) {
  const TestSetView view = view_of(texts, out);
  const Substitution kind = substitution_of(substitution);
  const RaggedView letters = spelling_of(spelling, kind, view);
  const Released released;
  bag_distances(view, kind, letters, n_threads, {out.data(), out.size()});
}

template <Name name>
using Cost = Number<name, double, -1'000'000, 1'000'000>;

void recognition_into(const TextArrays& texts, const Distances& out, Order max_order,
                      Cost<"insertion_cost"> insertion_cost, Cost<"deletion_cost"> deletion_cost, Threads n_threads) {
  const TestSetView view = view_of(texts, out);
  const Released released;
  recognition_values(view, max_order, insertion_cost, deletion_cost, n_threads, {out.data(), out.size()});
}

}  // namespace

void bind_cder(nb::module_& m) {
  m.def("cover_distances", &cover_into<cover_distances>, nb::arg("texts"), nb::arg("distances").noconvert(),
        nb::arg("substitution"), nb::arg("spelling"), nb::arg("is_reversed"), nb::arg("n_threads"));
  m.def("miscoverages", &cover_into<miscoverages>, nb::arg("texts"), nb::arg("miscoverages").noconvert(),
        nb::arg("substitution"), nb::arg("spelling"), nb::arg("is_reversed"), nb::arg("n_threads"));
  m.def("bag_distances", &bag_into, nb::arg("texts"), nb::arg("distances").noconvert(), nb::arg("substitution"),
        nb::arg("spelling"), nb::arg("n_threads"));
  m.def("recognition_values", &recognition_into, nb::arg("texts"), nb::arg("values").noconvert(), nb::arg("max_order"),
        nb::arg("insertion_cost"), nb::arg("deletion_cost"), nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
