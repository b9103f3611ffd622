// Matching of runs for Python.
#include "gtm.hpp"

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

void maximum_match_sizes_into(const TextArrays& texts, Number<"exponent", double, 1, 16> exponent,
                              const OutArray<double, 2>& sizes, Threads n_threads) {
  const TestSetView view = test_set_view(texts, sizes.shape(0), sizes.shape(1));
  const Released released;
  maximum_match_sizes(view, exponent, n_threads, {sizes.data(), sizes.size()});
}

}  // namespace

void bind_gtm(nb::module_& m) {
  m.def("maximum_match_sizes", &maximum_match_sizes_into, nb::arg("texts"), nb::arg("exponent"),
        nb::arg("sizes").noconvert(), nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
