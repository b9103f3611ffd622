// What every file of bindings needs: array types, checks, and the way back to
// NumPy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "interrupts.hpp"
#include "numbers.hpp"
#include "pattern_bits.hpp"
#include "ragged.hpp"

namespace steelyard::bindings {

namespace nb = nanobind;

template <typename T, std::size_t n_dims>
using Array = nb::ndarray<const T, nb::ndim<n_dims>, nb::c_contig, nb::device::cpu>;
// Numbers of words, letters or places. Python may give any whole numbers; what
// none of them can be is refused, so that one more than any can be counted.
class Ids {
 public:
  const std::int32_t* data() const { return array_.data(); }
  std::size_t size() const { return array_.size(); }

 private:
  friend struct nb::detail::type_caster<Ids>;
  Array<std::int32_t, 1> array_;
};

// Bind with nb::arg(...).noconvert(): a converted copy would be filled and
// thrown away.
template <typename T, std::size_t n_dims>
using OutArray = nb::ndarray<T, nb::ndim<n_dims>, nb::c_contig, nb::device::cpu>;

inline void require(bool condition, const char* message) {
  if (!condition) throw nb::value_error(message);
}

// Raises what a signal asks for, such as KeyboardInterrupt.
inline void ask_python() {
  const nb::gil_scoped_acquire acquired;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// Lets other threads of Python work, and signals interrupt this one, while a
// kernel runs.
class Released {
  nb::gil_scoped_release release_;
  Watch watch_{&ask_python};
};

template <typename T>
nb::object to_numpy(std::vector<T>&& data) {
  auto* owned = new std::vector<T>(std::move(data));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(owned->data(), {owned->size()}, owner));
}

inline RaggedView ragged(const Ids& values, const Array<std::int64_t, 1>& offsets, std::size_t n_rows) {
  require(offsets.size() == n_rows + 1, "offsets must hold one entry more than there are rows");
  const std::span<const std::int64_t> ends(offsets.data(), offsets.size());
  require(ends.front() == 0 && ends.back() == static_cast<std::int64_t>(values.size()) &&
              std::is_sorted(ends.begin(), ends.end()),
          "offsets must rise from 0 to the number of values");
  return {{values.data(), values.size()}, ends};
}

// What EncodedCorpus.arrays hands over: hypothesis values and offsets,
// reference values and offsets, is_present.
using TextArrays = std::tuple<Ids, Array<std::int64_t, 1>, Ids, Array<std::int64_t, 1>, Array<std::uint8_t, 2>>;

// Checks that the arrays are texts of so many systems and segments.
inline TestSetView test_set_view(const TextArrays& texts, std::size_t n_systems, std::size_t n_segments) {
  const auto& [hypothesis_values, hypothesis_offsets, reference_values, reference_offsets, is_present] = texts;
  require(is_present.shape(1) == n_segments, "is_present must have shape (references, segments)");
  const std::size_t n_references = is_present.shape(0);
  require(n_segments == 0 || n_systems <= std::numeric_limits<std::size_t>::max() / 2 / n_segments,
          "there are more systems and segments than can be counted");
  return {ragged(hypothesis_values, hypothesis_offsets, n_systems * n_segments),
          ragged(reference_values, reference_offsets, n_references * n_segments),
          {is_present.data(), is_present.size()},
          n_systems,
          n_segments,
          n_references};
}

// Checks that there is a row of so many columns for each pair of reference and
// hypothesis.
template <typename T>
TestSetView test_set_view_of_pairs(const TextArrays& texts, const OutArray<T, 4>& out, std::size_t n_columns) {
  const TestSetView view = test_set_view(texts, out.shape(1), out.shape(2));
  require(out.shape(0) == view.n_references && out.shape(3) == n_columns,
          "the result must have shape (references, systems, segments, columns)");
  return view;
}

// How each word of a vocabulary is spelled: code points, and where the letters
// of word w begin and end.
using Spelling = std::tuple<Ids, Array<std::int64_t, 1>>;

// Checks that every word of the texts has a spelling.
inline RaggedView spelling_view(const Spelling& spelling, const TestSetView& texts) {
  const auto& [letters, offsets] = spelling;
  require(offsets.size() > 0, "offsets must hold one entry more than there are words");
  const std::size_t n_words = offsets.size() - 1;  // a lambda of Clang 14 cannot capture a structured binding
  const RaggedView view = ragged(letters, offsets, n_words);
  for (const auto words : {texts.hypotheses.values, texts.references.values}) {
    require(std::all_of(words.begin(), words.end(),
                        [&](std::int32_t word) { return static_cast<std::size_t>(word) < n_words; }),
            "every word of the texts must have a spelling");
  }
  return view;
}

inline Words words_of(const Ids& ids) { return {ids.data(), ids.size()}; }

// One more than the largest id of two texts.
inline std::size_t count_ids(Words hypothesis, Words reference) {
  std::int32_t largest = -1;
  for (const Words words : {hypothesis, reference}) {
    for (const std::int32_t word : words) largest = std::max(largest, word);
  }
  return static_cast<std::size_t>(largest) + 1;
}

// One function a file of this folder; module.cpp calls them all.
void bind_cder(nb::module_& m);
void bind_characters(nb::module_& m);
void bind_chunks(nb::module_& m);
void bind_edit(nb::module_& m);
void bind_gtm(nb::module_& m);
void bind_lcs(nb::module_& m);
void bind_meteor(nb::module_& m);
void bind_ngram(nb::module_& m);
void bind_resample(nb::module_& m);
void bind_ribes(nb::module_& m);
void bind_sia(nb::module_& m);
void bind_similar_words(nb::module_& m);
void bind_sub_goals(nb::module_& m);
void bind_ter(nb::module_& m);
void bind_text(nb::module_& m);
void bind_word_links(nb::module_& m);
void bind_word_order(nb::module_& m);

}  // namespace steelyard::bindings

namespace nanobind::detail {

template <>
struct type_caster<steelyard::bindings::Ids> {
  NB_TYPE_CASTER(steelyard::bindings::Ids, const_name("numpy.ndarray[dtype=int32]"))

  template <typename Flags>
  bool from_python(handle source, Flags flags, cleanup_list* cleanup) noexcept {
    make_caster<steelyard::bindings::Array<std::int32_t, 1>> narrow;
    const auto without = static_cast<Flags>(flags & ~static_cast<Flags>(cast_flags::convert));
    const bool is_narrow = narrow.from_python(source, without, cleanup);
    if (!is_narrow) {
      make_caster<steelyard::bindings::Array<std::int64_t, 1>>
          wide;  // a conversion to 32 bits would cut what is larger
      if (!wide.from_python(source, flags, cleanup) || !are_ids(wide.value) ||
          !narrow.from_python(source, flags, cleanup)) {
        return false;
      }
    }
    value.array_ = narrow.value;
    return are_ids(narrow.value);
  }

 private:
  template <typename Numbers>
  static bool are_ids(const Numbers& numbers) {
    return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                       [](auto number) { return number >= 0 && number < std::numeric_limits<std::int32_t>::max(); });
  }
};

}  // namespace nanobind::detail
