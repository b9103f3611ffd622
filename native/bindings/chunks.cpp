// Chunks of repeated common subsequences for Python.
#include "chunks.hpp"

#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "arrays.hpp"

namespace steelyard::bindings {
namespace {

using Exponent = Number<"exponent", double, 1, 16>;
using ChunkDecay = Number<"decay", double, 0, 1>;

void chunk_sums_into(const TextArrays& texts, const OutArray<double, 3>& sums, Exponent exponent, ChunkDecay decay,
                     bool is_collapsing, bool is_leftmost, Threads n_threads) {
  const TestSetView view = test_set_view(texts, sums.shape(1), sums.shape(2));
  require(sums.shape(0) == view.n_references, "sums must have shape (references, systems, segments)");
  const ChunkRule rule{exponent, decay, is_collapsing, is_leftmost};
  const Released released;
  chunk_sums(view, rule, n_threads, {sums.data(), sums.size()});
}

// Pass, place in the hypothesis, place in the reference, length.
std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>> find_chunks_of(
    const Ids& hypothesis, const Ids& reference, Exponent exponent, bool is_collapsing, bool is_leftmost) {
  const Words words = words_of(hypothesis), others = words_of(reference);
  const ChunkRule rule{exponent, 1, is_collapsing, is_leftmost};
  std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>> found;
  std::vector<Chunk> chunks;
  {
    const Released released;
    chunks = find_chunks(words, others, count_ids(words, others), rule);
  }
  for (const Chunk& chunk : chunks) {
    found.emplace_back(chunk.pass, chunk.hypothesis, chunk.reference, chunk.length);
  }
  return found;
}

}  // namespace

void bind_chunks(nb::module_& m) {
  m.def("chunk_sums", &chunk_sums_into, nb::arg("texts"), nb::arg("sums").noconvert(), nb::arg("exponent"),
        nb::arg("decay"), nb::arg("is_collapsing"), nb::arg("is_leftmost"), nb::arg("n_threads"));
  m.def("find_chunks", &find_chunks_of, nb::arg("hypothesis"), nb::arg("reference"), nb::arg("exponent"),
        nb::arg("is_collapsing"), nb::arg("is_leftmost"));
}

}  // namespace steelyard::bindings
