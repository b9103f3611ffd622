// Vocabulary and tokenisation for Python.
#include "text.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <mutex>
#include <string>

#include "arrays.hpp"
#include "line_index.hpp"
#include "unicode.hpp"

namespace steelyard::bindings {
namespace {

Tokenizer tokenizer_named(std::string_view name) {
  if (name == "none") return Tokenizer::none;
  if (name == "13a") return Tokenizer::thirteen_a;
  if (name == "intl") return Tokenizer::international;
  if (name == "zh") return Tokenizer::chinese;
  if (name == "chrf") return Tokenizer::chrf;
  if (name == "char") return Tokenizer::character;
  if (name == "char+space") return Tokenizer::character_or_space;
  if (name == "space") return Tokenizer::space;
  throw nb::value_error(
      "the native tokenizers are 'none', '13a', 'intl', "
      "'zh', 'chrf', 'char', 'char+space' and 'space'");
}

// The bytes of a line as UTF-8, alive as long as what is added to `keep_alive`.
std::string_view utf8_of(nb::handle line, std::vector<nb::object>& keep_alive) {
  if (!PyUnicode_Check(line.ptr())) throw nb::type_error("every line must be a str");
#ifndef Py_LIMITED_API                   // the stable interface does not show what a string is made of
  if (PyUnicode_IS_ASCII(line.ptr())) {  // its bytes are UTF-8 already
    keep_alive.push_back(nb::borrow(line));
    return {static_cast<const char*>(PyUnicode_DATA(line.ptr())),
            static_cast<std::size_t>(PyUnicode_GET_LENGTH(line.ptr()))};
  }
#endif
  nb::object bytes = nb::steal(PyUnicode_AsUTF8String(line.ptr()));
  if (!bytes.is_valid()) throw nb::python_error();
  keep_alive.push_back(bytes);
  return {PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr()))};
}

// A vocabulary that several Python threads may share.
class SharedVocabulary {
 public:
  // Lines are taken in chunks: a chunk is turned into UTF-8 with the GIL held,
  // then tokenised without it.
  nb::tuple encode(const nb::list& lines, std::string_view tokenizer_name) {
    const Tokenizer tokenizer = tokenizer_named(tokenizer_name);
    constexpr std::size_t chunk = 4096;
    TokenBuffer buffer;
    const std::size_t n_lines = lines.size();
    buffer.offsets.reserve(n_lines + 1);
    std::vector<nb::object> keep_alive;
    std::vector<std::string_view> views;
    for (std::size_t first = 0; first < n_lines; first += chunk) {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      keep_alive.clear();
      views.clear();
      for (std::size_t i = first; i < std::min(first + chunk, n_lines); ++i) {
        views.push_back(utf8_of(lines[i], keep_alive));
      }
      const Released released;
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
  mutable std::mutex mutex_;
  Vocabulary vocabulary_;
};

nb::list remove_punctuation(const nb::list& lines) {
  nb::list result;
  std::vector<nb::object> keep_alive;
  for (nb::handle line : lines) {
    keep_alive.clear();
    const std::string kept = without_punctuation(utf8_of(line, keep_alive));
    result.append(nb::str(kept.data(), kept.size()));
  }
  return result;
}

}  // namespace

void bind_text(nb::module_& m) {
  nb::class_<SharedVocabulary>(m, "Vocabulary")
      .def(nb::init<>())
      .def("encode", &SharedVocabulary::encode, nb::arg("lines"), nb::arg("tokenizer"))
      .def("words", &SharedVocabulary::words)
      .def("__len__", &SharedVocabulary::size);
  nb::class_<LineIndex>(m, "LineIndex")
      .def(
          "__init__",
          [](LineIndex* self, const nb::bytes& content, bool has_numbers_below) {
            new (self) LineIndex(std::string(content.c_str(), content.size()),
                                 has_numbers_below ? LineLayout::numbers_below : LineLayout::first_word);
          },
          nb::arg("content"), nb::arg("has_numbers_below"))
      .def("find", &LineIndex::find, nb::arg("word"));
  m.def("remove_punctuation", &remove_punctuation, nb::arg("lines"));
}

}  // namespace steelyard::bindings
