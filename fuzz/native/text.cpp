// Text to words: every tokenizer on valid UTF-8, vocabularies, punctuation, and lines by their first word.
#include "text.hpp"

#include <map>
#include <stdexcept>

#include "input.hpp"
#include "line_index.hpp"
#include "unicode.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

void append(std::uint32_t code, std::string& text) {
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
  } else if (code < 0x10000) {
    text += {static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 0x3F)),
             static_cast<char>(0x80 | (code & 0x3F))};
  } else {
    text += {static_cast<char>(0xF0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 0x3F)),
             static_cast<char>(0x80 | (code >> 6 & 0x3F)), static_cast<char>(0x80 | (code & 0x3F))};
  }
}

// A byte below 192 is a character of ASCII or Latin 1; others begin one of any plane. Python's str has no surrogates
// when it is turned into UTF-8.
std::string line(Input& input, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < most && !input.is_empty(); ++i) {
    std::uint32_t code = input.byte();
    if (code >= 192) {
      code = code << 8 | input.byte();
      code = code >= 0xF000 ? (code << 8 | input.byte()) % 0x110000 : code - 0xC000 + (code & 0x3FFF);
    }
    append(code >= 0xD800 && code < 0xE000 ? 0xFFFD : code, text);
  }
  return text;
}

// Words come back as they were, equal ones with equal numbers; their letters are those of the line, in order.
void fuzz_Vocabulary(Input& input) {
  const auto tokenizer = static_cast<Tokenizer>(input.byte() % 8);
  const std::size_t n_lines = 1 + input.byte() % 4;
  Vocabulary vocabulary;
  TokenBuffer buffer;
  for (std::size_t i = 0; i < n_lines; ++i) {
    // Without a byte to spare behind it, so that reading past its end is seen.
    const std::string written = line(input, 200);
    const std::vector<char> exact(written.begin(), written.end());
    tokenize({exact.data(), exact.size()}, tokenizer, vocabulary, buffer);
  }
  CHECK(buffer.offsets.size() == n_lines + 1 &&
        buffer.offsets.back() == static_cast<std::int64_t>(buffer.values.size()));
  CHECK(std::ranges::is_sorted(buffer.offsets));
  std::map<std::string, std::size_t> numbers;
  for (std::size_t id = 0; id < vocabulary.size(); ++id) {
    const std::string word(vocabulary.word(id));
    CHECK(!word.empty() && numbers.emplace(word, id).second);
  }
  for (const std::int32_t id : buffer.values) CHECK(id >= 0 && static_cast<std::size_t>(id) < vocabulary.size());
}

void fuzz_remove_punctuation(Input& input) {
  const std::string written = line(input, 400);
  const std::vector<char> exact(written.begin(), written.end());
  const std::string kept = without_punctuation({exact.data(), exact.size()});
  CHECK(kept.size() <= written.size() && without_punctuation(kept) == kept);
}

void fuzz_LineIndex(Input& input) {
  const bool is_free = input.coin();
  const LineLayout layout = input.coin() ? LineLayout::first_word : LineLayout::numbers_below;
  std::string content = input.bytes(300);
  if (!is_free) {
    for (char& c : content) c = "ab 12\n\r\nab\n1\n"[static_cast<unsigned char>(c) % 14];
  }
  try {
    const LineIndex index(content, layout);
    for (const char* word : {"", "a", "ab", "1", "zz"}) {
      const auto found = index.find(word);
      if (found) CHECK(content.find(*found) != std::string::npos && found->find('\n') == std::string_view::npos);
    }
  } catch (const std::invalid_argument&) {
    CHECK(layout == LineLayout::numbers_below);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr void (*kernels[])(Input&) = {&fuzz_Vocabulary, &fuzz_Vocabulary, &fuzz_remove_punctuation,
                                                &fuzz_LineIndex};
  Input input(data, size);
  kernels[input.byte() % std::size(kernels)](input);
  return 0;
}
