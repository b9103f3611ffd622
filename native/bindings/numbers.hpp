// Numbers that Python gives. Each has its name and bounds in its type, so that none reaches a kernel unlooked at.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <type_traits>

namespace steelyard::bindings {

namespace nb = nanobind;

inline std::string spelled(std::int64_t number) { return std::to_string(number); }

inline std::string spelled(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.15g", number);
  return text;
}

// The value where it is from `low` to `high`, which NaN never is.
template <typename T>
T bounded(const char* name, T value, T low, T high) {
  if (value >= low && value <= high) return value;
  throw nb::value_error(
      (std::string(name) + " must be from " + spelled(low) + " to " + spelled(high) + ", not " + spelled(value) + ".")
          .c_str());
}

// A text that can stand in a type.
template <std::size_t size>
struct Name {
  char text[size];
  constexpr Name(const char (&from)[size]) { std::copy_n(from, size, text); }
};

// A number as Python gave it; it is held to its bounds where it becomes a T. Whole numbers beyond 64 bits are held as
// the largest or smallest there is, which is within no bounds. Bounds of fractions are whole: Clang 14 has no others.
template <Name name, typename T, std::int64_t low, std::int64_t high>
class Number {
  static_assert(low <= high && high < std::numeric_limits<std::int64_t>::max());

 public:
  using Held = std::conditional_t<std::is_integral_v<T>, std::int64_t, double>;

  operator T() const { return static_cast<T>(bounded<Held>(name.text, held_, low, high)); }

 private:
  friend struct nb::detail::type_caster<Number>;
  Held held_{};
};

inline constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();  // systems, segments, words

using Beam = Number<"beam", std::size_t, 1, 10'000>;
using Order = Number<"max_order", std::size_t, 1, 65'535>;  // those beyond any text would be gone through one by one
using Threads = Number<"n_threads", int, 1, 1'024>;

}  // namespace steelyard::bindings

namespace nanobind::detail {

template <steelyard::bindings::Name name, typename T, std::int64_t low, std::int64_t high>
struct type_caster<steelyard::bindings::Number<name, T, low, high>> {
  using Own = steelyard::bindings::Number<name, T, low, high>;
  NB_TYPE_CASTER(Own, make_caster<T>::Name)

  template <typename Flags>
  bool from_python(handle source, Flags flags, cleanup_list* cleanup) noexcept {
    if constexpr (std::is_integral_v<T>) {
      const object index = steal(PyNumber_Index(source.ptr()));
      if (!index.is_valid()) {
        PyErr_Clear();
        return false;
      }
      int overflow = 0;
      value.held_ = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
      if (overflow != 0) {
        using Limits = std::numeric_limits<std::int64_t>;
        value.held_ = overflow > 0 ? Limits::max() : Limits::min();
      }
      return true;
    } else {
      make_caster<T> fraction;
      if (!fraction.from_python(source, flags, cleanup)) return false;
      value.held_ = fraction.value;
      return true;
    }
  }
};

}  // namespace nanobind::detail
