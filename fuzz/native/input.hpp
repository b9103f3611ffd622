// What every harness needs: bytes of the fuzzer as numbers, texts and test sets, and a check that ends the program.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pattern_bits.hpp"
#include "ragged.hpp"

// Ends the program where what must hold does not, which libFuzzer takes for a finding.
#define CHECK(condition)                                                                 \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      std::fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)

namespace steelyard::fuzz {

using Ids = std::vector<std::int32_t>;

// Reads the bytes of an input from its beginning; zeros follow its end.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(data, size) {}

  bool is_empty() const { return rest_.empty(); }
  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t first = rest_.front();
    rest_ = rest_.subspan(1);
    return first;
  }
  bool coin() { return (byte() & 1) != 0; }
  std::size_t below(std::size_t end) { return end == 0 ? 0 : (byte() << 8 | byte()) % end; }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }
  // From 0 to 1, both of them often.
  double fraction() { return std::min(1.0, std::max(0.0, (byte() - 8) / 240.0)); }
  std::string bytes(std::size_t most) {
    const std::size_t n = std::min(most, rest_.size());
    const std::string taken(rest_.begin(), rest_.begin() + static_cast<std::ptrdiff_t>(n));
    rest_ = rest_.subspan(n);
    return taken;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

// How many threads; mostly one, since starting others takes longer than most kernels.
inline int threads(Input& input) { return input.byte() == 255 ? 3 : 1; }

inline std::size_t alphabet(Input& input) {
  static constexpr std::size_t sizes[] = {1, 2, 3, 8, 40, 256};
  return sizes[input.byte() % std::size(sizes)];
}

// A few words; some texts are longer and repeat themselves, and of these a few need several machine words of bits.
inline Ids text(Input& input, std::size_t n_words, std::size_t most = 700) {
  const std::size_t size = input.byte();
  Ids words;
  for (std::size_t i = 0; i < size % 16; ++i) words.push_back(static_cast<std::int32_t>(input.byte() % n_words));
  if (size < 224 || words.empty()) return words;
  const std::size_t length = input.below(size < 250 ? std::min<std::size_t>(most, 72) : most) + 1,
                    period = words.size();
  const std::size_t drift = input.byte() % 4;
  while (words.size() < length) {
    const std::size_t i = words.size();
    const auto word = static_cast<std::size_t>(words[i - period]);
    words.push_back(static_cast<std::int32_t>((word + (i % period == 0 ? drift : 0)) % n_words));
  }
  return words;
}

struct Rows {
  Ids values;
  std::vector<std::int64_t> offsets{0};

  void add(const Ids& row) {
    values.insert(values.end(), row.begin(), row.end());
    offsets.push_back(static_cast<std::int64_t>(values.size()));
  }
  std::size_t size() const { return offsets.size() - 1; }
  RaggedView view() const { return {values, offsets}; }
};

inline Rows rows(Input& input, std::size_t n_rows, std::size_t n_words, std::size_t most = 700) {
  Rows made;
  for (std::size_t i = 0; i < n_rows; ++i) made.add(text(input, n_words, most));
  return made;
}

// A small test set: some texts equal others, since what is found of equal ones is kept by many kernels.
struct TestSet {
  std::size_t n_words, n_systems, n_segments, n_references;
  Rows hypotheses, references;
  std::vector<std::uint8_t> is_present;

  explicit TestSet(Input& input, bool needs_reference = false, std::size_t most = 700) {
    const std::uint8_t shape = input.byte();
    n_words = alphabet(input);
    n_systems = 1 + shape % 2;
    n_segments = (shape >> 1) % 4;
    n_references = std::max<std::size_t>((shape >> 3) % 4, needs_reference);
    hypotheses = rows(input, n_systems * n_segments, n_words, most);
    for (std::size_t i = 0; i < n_references * n_segments; ++i) {
      is_present.push_back((shape & 128) == 0 || (needs_reference && i < n_segments) || input.coin());
      references.add(is_present.back() != 0 ? text(input, n_words, most) : Ids{});
    }
  }
  TestSetView view() const {
    return {hypotheses.view(), references.view(), is_present, n_systems, n_segments, n_references};
  }
  std::size_t n_pairs() const { return n_references * n_systems * n_segments; }

  // Calls look(hypothesis, reference, place of the pair in a result) for each pair that is there.
  template <typename Look>
  void for_pairs(Look&& look) const {
    const TestSetView texts = view();
    for (std::size_t r = 0; r < n_references; ++r) {
      for (std::size_t s = 0; s < n_systems; ++s) {
        for (std::size_t k = 0; k < n_segments; ++k) {
          if (!texts.has_reference(r, k)) continue;
          look(texts.hypothesis(s, k), texts.reference(r, k), (r * n_systems + s) * n_segments + k);
        }
      }
    }
  }
};

// A spelling for each word: a few letters, or none.
inline Rows spelling(Input& input, std::size_t n_words, std::size_t fewest = 0) {
  Rows letters;
  const std::size_t n_letters = 1 + input.byte() % 5, longest = input.byte() % 12;
  std::uint32_t state = input.byte();
  for (std::size_t word = 0; word < n_words; ++word) {
    Ids row;
    for (std::size_t i = 0; i < fewest + word % (longest + 1); ++i) {
      state = state * 1664525 + 1013904223;
      row.push_back(static_cast<std::int32_t>((state >> 16) % n_letters));
    }
    letters.add(row);
  }
  return letters;
}

// Whether a pair is worth the time of a slow twin: the short ones, and now and then a long one.
inline bool is_worth(Words a, Words b) {
  const std::size_t n_cells = a.size() * b.size();
  return n_cells <= 5000 || (a.size() * 31 + b.size()) % 16 == 0;
}

inline bool is_near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

// Levenshtein distance by its recurrence.
inline std::int64_t plain_distance(Words a, Words b) {
  std::vector<std::int64_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = static_cast<std::int64_t>(j);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::int64_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      diagonal = std::exchange(row[j], std::min({diagonal + (a[i] != b[j - 1]), row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

// How many words two texts share, each as often as in the text that has it less often.
inline std::int64_t shared(Words a, Words b) {
  std::vector<std::int64_t> counts(256);
  std::int64_t n = 0;
  for (const std::int32_t word : a) ++counts[static_cast<std::size_t>(word)];
  for (const std::int32_t word : b) n += counts[static_cast<std::size_t>(word)]-- > 0;
  return n;
}

}  // namespace steelyard::fuzz
