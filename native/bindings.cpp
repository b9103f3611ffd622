// The only file that knows Python: checks shapes, releases the GIL, maps errors.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "ngram.hpp"
#include "resample.hpp"
#include "text.hpp"

namespace nb = nanobind;
using namespace steelyard;

namespace {

template <typename T, std::size_t n_dims>
using Array = nb::ndarray<const T, nb::ndim<n_dims>, nb::c_contig, nb::device::cpu>;
template <typename T, std::size_t n_dims>
using OutArray = nb::ndarray<T, nb::ndim<n_dims>, nb::c_contig, nb::device::cpu>;

void require(bool condition, const char* message) {
  if (!condition) throw nb::value_error(message);
}

template <typename T>
nb::object to_numpy(std::vector<T>&& data) {
  auto* owned = new std::vector<T>(std::move(data));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
}

Tokenizer tokenizer_named(std::string_view name) {
  if (name == "none") return Tokenizer::none;
  if (name == "13a") return Tokenizer::thirteen_a;
  if (name == "char") return Tokenizer::character;
  throw nb::value_error("the native tokenizers are 'none', '13a' and 'char'");
}

// A vocabulary that several Python threads may share.
class SharedVocabulary {
 public:
  // Lines are taken in chunks: a chunk is turned into UTF-8 with the GIL held, then tokenised without it.
  nb::tuple encode(const nb::list& lines, std::string_view tokenizer_name) {
    const Tokenizer tokenizer = tokenizer_named(tokenizer_name);
    constexpr std::size_t chunk = 4096;
    TokenBuffer buffer;
    const std::size_t n_lines = lines.size();
    buffer.offsets.reserve(n_lines + 1);
    std::vector<nb::object> keep_alive;
    std::vector<std::string_view> views;
    for (std::size_t first = 0; first < n_lines; first += chunk) {
      keep_alive.clear();
      views.clear();
      for (std::size_t i = first; i < std::min(first + chunk, n_lines); ++i) {
        views.push_back(utf8_of(lines[i], keep_alive));
      }
      nb::gil_scoped_release release;
      const std::lock_guard lock(mutex_);
      for (std::string_view view : views) tokenize(view, tokenizer, vocabulary_, buffer);
    }
    return nb::make_tuple(to_numpy(std::move(buffer.values)), to_numpy(std::move(buffer.offsets)));
  }

  std::size_t size() const {
    const std::lock_guard lock(mutex_);
    return vocabulary_.size();
  }

  nb::list words() const {
    const std::lock_guard lock(mutex_);
    nb::list result;
    for (std::size_t id = 0; id < vocabulary_.size(); ++id) {
      const std::string_view word = vocabulary_.word(id);
      result.append(nb::str(word.data(), word.size()));
    }
    return result;
  }

 private:
  static std::string_view utf8_of(nb::handle line, std::vector<nb::object>& keep_alive) {
    if (!PyUnicode_Check(line.ptr())) throw nb::type_error("every line must be a str");
    if (PyUnicode_IS_ASCII(line.ptr())) {  // its bytes are UTF-8 already
      keep_alive.push_back(nb::borrow(line));
      return {static_cast<const char*>(PyUnicode_DATA(line.ptr())),
              static_cast<std::size_t>(PyUnicode_GET_LENGTH(line.ptr()))};
    }
    nb::object bytes = nb::steal(PyUnicode_AsUTF8String(line.ptr()));
    if (!bytes.is_valid()) throw nb::python_error();
    keep_alive.push_back(bytes);
    return {PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
  }

  mutable std::mutex mutex_;
  Vocabulary vocabulary_;
};

RaggedView ragged(const Array<std::int32_t, 1>& values, const Array<std::int64_t, 1>& offsets, std::size_t n_rows) {
  require(offsets.size() == n_rows + 1, "offsets must hold one entry more than there are rows");
  const std::span<const std::int64_t> ends(offsets.data(), offsets.size());
  require(ends.front() == 0 && ends.back() == static_cast<std::int64_t>(values.size()) &&
              std::is_sorted(ends.begin(), ends.end()),
          "offsets must rise from 0 to the number of values");
  return {{values.data(), values.size()}, ends};
}

void bind_ngram_matches(const Array<std::int32_t, 1>& hypothesis_values,
                        const Array<std::int64_t, 1>& hypothesis_offsets,
                        const Array<std::int32_t, 1>& reference_values, const Array<std::int64_t, 1>& reference_offsets,
                        const Array<std::uint8_t, 2>& is_present, const OutArray<std::int64_t, 3>& matches,
                        int n_threads) {
  const std::size_t n_systems = matches.shape(0), n_segments = matches.shape(1), max_order = matches.shape(2);
  const std::size_t n_references = is_present.shape(0);
  require(is_present.shape(1) == n_segments, "is_present must have shape (references, segments)");
  const RaggedView hypotheses = ragged(hypothesis_values, hypothesis_offsets, n_systems * n_segments);
  const RaggedView references = ragged(reference_values, reference_offsets, n_references * n_segments);
  nb::gil_scoped_release release;
  ngram_matches(hypotheses, references, {is_present.data(), is_present.size()}, n_systems, n_segments, n_references,
                max_order, n_threads, {matches.data(), matches.size()});
}

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

NB_MODULE(_native, m) {
  m.doc() = "Kernels of Steelyard. Private: use steelyard.text, steelyard.metrics and steelyard.inference.";

  nb::class_<SharedVocabulary>(m, "Vocabulary")
      .def(nb::init<>())
      .def("encode", &SharedVocabulary::encode, nb::arg("lines"), nb::arg("tokenizer"))
      .def("words", &SharedVocabulary::words)
      .def("__len__", &SharedVocabulary::size);

  m.def("ngram_matches", &bind_ngram_matches, nb::arg("hypothesis_values"), nb::arg("hypothesis_offsets"),
        nb::arg("reference_values"), nb::arg("reference_offsets"), nb::arg("is_present"),
        nb::arg("matches").noconvert(), nb::arg("n_threads"));

  m.def("fill_weights", &bind_fill<&fill_weights>, nb::arg("seed"), nb::arg("first_resample"),
        nb::arg("out").noconvert(), nb::arg("n_threads"));
  m.def("fill_masks", &bind_fill<&fill_masks>, nb::arg("seed"), nb::arg("first_resample"), nb::arg("out").noconvert(),
        nb::arg("n_threads"));
  m.def("random_words", &bind_words, nb::arg("seed"), nb::arg("purpose"), nb::arg("resample"), nb::arg("n"));
  m.attr("PURPOSE_BOOTSTRAP") = static_cast<std::uint64_t>(Purpose::bootstrap);
  m.attr("PURPOSE_SWAP") = static_cast<std::uint64_t>(Purpose::swap);
}
