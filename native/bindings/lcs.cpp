// Common subsequences for Python.
#include "lcs.hpp"

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

void lcs_lengths_into(const TextArrays& texts, const OutArray<std::int64_t, 3>& lengths, Threads n_threads) {
  const TestSetView view = test_set_view(texts, lengths.shape(1), lengths.shape(2));
  require(lengths.shape(0) == view.n_references, "lengths must have shape (references, systems, segments)");
  const Released released;
  lcs_lengths(view, n_threads, {lengths.data(), lengths.size()});
}

void weighted_lcs_into(const TextArrays& texts, Number<"exponent", double, 1, 16> exponent,
                       const OutArray<double, 3>& weights, Threads n_threads) {
  const TestSetView view = test_set_view(texts, weights.shape(1), weights.shape(2));
  require(weights.shape(0) == view.n_references, "weights must have shape (references, systems, segments)");
  const Released released;
  weighted_lcs(view, exponent, n_threads, {weights.data(), weights.size()});
}

void union_lcs_into(const TextArrays& sentences, const Array<std::int64_t, 1>& groups,
                    const OutArray<std::int64_t, 3>& hits, Threads n_threads) {
  const std::span<const std::int64_t> ends(groups.data(), groups.size());
  require(ends.size() == hits.shape(2) + 1, "groups must hold one entry more than there are texts");
  require(ends.front() == 0 && std::is_sorted(ends.begin(), ends.end()), "groups must rise from 0");
  const TestSetView view = test_set_view(sentences, hits.shape(1), static_cast<std::size_t>(ends.back()));
  require(hits.shape(0) == view.n_references, "hits must have shape (references, systems, texts)");
  const Released released;
  union_lcs(view, ends, n_threads, {hits.data(), hits.size()});
}

}  // namespace

void bind_lcs(nb::module_& m) {
  m.def("lcs_lengths", &lcs_lengths_into, nb::arg("texts"), nb::arg("lengths").noconvert(), nb::arg("n_threads"));
  m.def("weighted_lcs", &weighted_lcs_into, nb::arg("texts"), nb::arg("exponent"), nb::arg("weights").noconvert(),
        nb::arg("n_threads"));
  m.def("union_lcs", &union_lcs_into, nb::arg("sentences"), nb::arg("groups"), nb::arg("hits").noconvert(),
        nb::arg("n_threads"));
}

}  // namespace steelyard::bindings
