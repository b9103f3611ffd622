// N-gram kernels for Python.
#include "ngram.hpp"

#include "arrays.hpp"
#include "ngram_overlap.hpp"
#include "ngram_pool.hpp"
#include "nist.hpp"
#include "skip_bigrams.hpp"

namespace steelyard::bindings {
namespace {

// As many as a result has columns.
std::size_t order_of(std::size_t n_columns) {
  return static_cast<std::size_t>(bounded<std::int64_t>("max_order", static_cast<std::int64_t>(n_columns), 0, 65'535));
}

void ngram_matches_into(const TextArrays& texts, const OutArray<std::int64_t, 3>& matches, Threads n_threads) {
  const TestSetView view = test_set_view(texts, matches.shape(0), matches.shape(1));
  const Released released;
  ngram_matches(view, order_of(matches.shape(2)), n_threads, {matches.data(), matches.size()});
}

void ngram_overlaps_into(const TextArrays& texts, const OutArray<std::int64_t, 4>& matches, Threads n_threads) {
  const TestSetView view = test_set_view(texts, matches.shape(1), matches.shape(2));
  require(matches.shape(0) == view.n_references, "matches must have shape (references, systems, segments, orders)");
  const Released released;
  ngram_overlaps(view, order_of(matches.shape(3)), n_threads, {matches.data(), matches.size()});
}

void nist_information_into(const TextArrays& texts, Number<"ignored", std::int32_t, -1, most> ignored,
                           const OutArray<double, 3>& information, Threads n_threads) {
  const TestSetView view = test_set_view(texts, information.shape(0), information.shape(1));
  const Released released;
  nist_information(view, order_of(information.shape(2)), ignored, n_threads, {information.data(), information.size()});
}

void skip_bigram_matches_into(const TextArrays& texts, Number<"max_gap", std::int64_t, -1, most> max_gap,
                              const OutArray<std::int64_t, 3>& matches, Threads n_threads) {
  const TestSetView view = test_set_view(texts, matches.shape(1), matches.shape(2));
  require(matches.shape(0) == view.n_references, "matches must have shape (references, systems, segments)");
  const Released released;
  skip_bigram_matches(view, max_gap, n_threads, {matches.data(), matches.size()});
}

void pool_matches_into(const NgramPool& pool, const Ids& values, const Array<std::int64_t, 1>& offsets,
                       const OutArray<std::int64_t, 3>& matches, Threads n_threads) {
  require(matches.shape(0) == pool.max_order() && matches.shape(2) == pool.size(),
          "matches must have shape (orders, candidates, texts of the pool)");
  const RaggedView candidates = ragged(values, offsets, matches.shape(1));
  const Released released;
  pool.match(candidates, n_threads, {matches.data(), matches.size()});
}

void own_matches_into(const NgramPool& pool, Number<"first", std::size_t, 0, most> first,
                      const OutArray<std::int64_t, 3>& matches, Threads n_threads) {
  require(matches.shape(0) == pool.max_order() && matches.shape(2) == pool.size(),
          "matches must have shape (orders, candidates, texts of the pool)");
  require(first <= pool.size() && matches.shape(1) <= pool.size() - first, "the candidates must be texts of the pool");
  const Released released;
  pool.match_own(first, matches.shape(1), n_threads, {matches.data(), matches.size()});
}

void expected_matches_into(const NgramPool& pool, const Ids& values, const Array<std::int64_t, 1>& offsets,
                           const Array<double, 1>& weights, const OutArray<double, 2>& matches, Threads n_threads) {
  require(matches.shape(0) == pool.max_order(), "matches must have shape (orders, candidates)");
  require(weights.size() == pool.size(), "each text of the pool must have a weight");
  const RaggedView candidates = ragged(values, offsets, matches.shape(1));
  const Released released;
  pool.match_expected(candidates, {weights.data(), weights.size()}, n_threads, {matches.data(), matches.size()});
}

}  // namespace

void bind_ngram(nb::module_& m) {
  nb::class_<NgramPool>(m, "NgramPool")
      .def(
          "__init__",
          [](NgramPool* self, const Ids& values, const Array<std::int64_t, 1>& offsets, Order max_order) {
            require(offsets.size() > 0, "offsets must hold one entry more than there are rows");
            const RaggedView texts = ragged(values, offsets, offsets.size() - 1);
            const Released released;
            new (self) NgramPool(texts, max_order);
          },
          nb::arg("values"), nb::arg("offsets"), nb::arg("max_order"))
      .def("matches", &pool_matches_into, nb::arg("values"), nb::arg("offsets"), nb::arg("matches").noconvert(),
           nb::arg("n_threads"))
      .def("own_matches", &own_matches_into, nb::arg("first"), nb::arg("matches").noconvert(), nb::arg("n_threads"))
      .def("expected_matches", &expected_matches_into, nb::arg("values"), nb::arg("offsets"), nb::arg("weights"),
           nb::arg("matches").noconvert(), nb::arg("n_threads"));
  m.def("ngram_matches", &ngram_matches_into, nb::arg("texts"), nb::arg("matches").noconvert(), nb::arg("n_threads"));
  m.def("ngram_overlaps", &ngram_overlaps_into, nb::arg("texts"), nb::arg("matches").noconvert(), nb::arg("n_threads"));
  m.def("nist_information", &nist_information_into, nb::arg("texts"), nb::arg("ignored"),
        nb::arg("information").noconvert(), nb::arg("n_threads"));
  m.def("skip_bigram_matches", &skip_bigram_matches_into, nb::arg("texts"), nb::arg("max_gap"),
        nb::arg("matches").noconvert(), nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
