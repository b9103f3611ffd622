// Random draws for Python.
#include "resample.hpp"

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

using Fill = void (*)(std::uint64_t, std::uint64_t, std::size_t, std::size_t, int, std::span<float>);

template <Fill fill>
void bind_fill(std::uint64_t seed, std::uint64_t first_resample, const OutArray<float, 2>& out, int n_threads) {
  const std::size_t rows = out.shape(0), n_units = out.shape(1);
  require(n_units < (std::size_t{1} << 24), "at most 16,777,215 units: their counts are held as float32");
  nb::gil_scoped_release release;
  fill(seed, first_resample, rows, n_units, n_threads, {out.data(), out.size()});
}

nb::object bind_words(std::uint64_t seed, std::uint64_t purpose, std::uint64_t resample, std::size_t n) {
  std::vector<std::uint64_t> words(n);
  fill_words(seed, purpose, resample, words);
  return to_numpy(std::move(words));
}

}  // namespace

void bind_resample(nb::module_& m) {
  m.def("fill_weights", &bind_fill<&fill_weights>, nb::arg("seed"), nb::arg("first_resample"),
        nb::arg("out").noconvert(), nb::arg("n_threads"));
  m.def("fill_masks", &bind_fill<&fill_masks>, nb::arg("seed"), nb::arg("first_resample"), nb::arg("out").noconvert(),
        nb::arg("n_threads"));
  m.def("random_words", &bind_words, nb::arg("seed"), nb::arg("purpose"), nb::arg("resample"), nb::arg("n"));
  m.attr("PURPOSE_BOOTSTRAP") = static_cast<std::uint64_t>(Purpose::bootstrap);
  m.attr("PURPOSE_SWAP") = static_cast<std::uint64_t>(Purpose::swap);
}

}  // namespace steelyard::bindings
