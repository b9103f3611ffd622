#include "text.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace steelyard {
namespace {

#include "unicode_tables.inc"

// What one byte of UTF-8 may mean to a tokeniser. Bytes of one word are or-ed together: zero means "plain word".
enum ByteClass : std::uint8_t {
  plain = 0,
  space = 1,         // ASCII white space
  maybe_space = 2,   // first byte of some white space beyond ASCII
  symbol = 4,        // 13a always puts spaces around it
  period_comma = 8,  // 13a splits it off except between digits
  dash = 16,         // 13a splits it off after a digit
};

constexpr std::size_t utf8_length(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

constexpr std::uint32_t lead_byte(std::uint32_t code) {
  return code < 0x80      ? code
         : code < 0x800   ? 0xC0 | (code >> 6)
         : code < 0x10000 ? 0xE0 | (code >> 12)
                          : 0xF0 | (code >> 18);
}

// The symbols of mteval-v13a's language-dependent rule: ASCII punctuation except ' , - .
constexpr bool is_symbol(unsigned char c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') ||
         (c >= ':' && c <= '@') || c == '/';
}

constexpr std::array<std::uint8_t, 256> make_byte_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (unsigned c = 0x21; c < 0x80; ++c) {
    if (is_symbol(static_cast<unsigned char>(c))) classes[c] = symbol;
  }
  classes['.'] = classes[','] = period_comma;
  classes['-'] = dash;
  for (std::uint32_t code : white_space) classes[lead_byte(code)] = code < 0x80 ? space : maybe_space;
  return classes;
}
constexpr auto byte_classes = make_byte_classes();

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_period_comma(char c) { return c == '.' || c == ','; }

std::uint8_t class_of(char c) { return byte_classes[static_cast<unsigned char>(c)]; }

// Length in bytes of the white space that starts at `at`, or 0.
std::size_t space_length(std::string_view text, std::size_t at) {
  const std::uint8_t byte_class = class_of(text[at]);
  if (byte_class == space) return 1;
  if (byte_class != maybe_space) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  const std::size_t length = utf8_length(static_cast<unsigned char>(text[at]));
  if (at + length > text.size()) return 0;
  const std::uint32_t code = length == 2 ? (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F)
                                         : (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
  return std::binary_search(white_space.begin(), white_space.end(), code) ? length : 0;
}

std::string_view strip_right(std::string_view line) {
  while (!line.empty()) {
    std::size_t last = line.size() - 1;  // back to the first byte of the last code point
    while (last > 0 && (static_cast<unsigned char>(line[last]) & 0xC0) == 0x80) --last;
    if (space_length(line, last) == 0) break;
    line.remove_suffix(line.size() - last);
  }
  return line;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t at; (at = text.find(from, start)) != std::string::npos; start = at + from.size()) {
    result.append(text, start, at - start).append(to);
  }
  if (start > 0) text = result.append(text, start);
}

// mteval-v13a's language-independent part, in its order: one step may make text that a later one acts on.
std::string unescape(std::string_view line) {
  std::string text(line);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  return text;
}

// The four substitutions of mteval-v13a's language-dependent part, one after the other, each scanning left to right
// without overlaps as a regular expression does. They never look across white space, so one word at a time is enough.
// The result holds the tokens separated by spaces; `scratch` is reused between calls.
void split_word(std::string_view word, std::string& text, std::string& scratch) {
  text.assign(1, ' ');
  for (char c : word) {
    if (class_of(c) == symbol) {
      text.append({' ', c, ' '});
    } else {
      text.push_back(c);
    }
  }
  text.push_back(' ');

  scratch.clear();  // [^0-9] before . or ,
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i + 1 < text.size() && !is_digit(text[i]) && is_period_comma(text[i + 1])) {
      scratch.append({text[i], ' ', text[i + 1], ' '});
      ++i;
    } else {
      scratch.push_back(text[i]);
    }
  }
  text.clear();  // . or , before [^0-9]
  for (std::size_t i = 0; i < scratch.size(); ++i) {
    if (i + 1 < scratch.size() && is_period_comma(scratch[i]) && !is_digit(scratch[i + 1])) {
      text.append({' ', scratch[i], ' ', scratch[i + 1]});
      ++i;
    } else {
      text.push_back(scratch[i]);
    }
  }
  scratch.clear();  // [0-9] before -
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i + 1 < text.size() && is_digit(text[i]) && text[i + 1] == '-') {
      scratch.append({text[i], ' ', '-', ' '});
      ++i;
    } else {
      scratch.push_back(text[i]);
    }
  }
  text.swap(scratch);
}

// Calls emit(word, classes) for every maximal run without white space.
template <typename Emit>
void for_words(std::string_view line, Emit&& emit) {
  std::size_t start = 0;
  std::size_t i = 0;
  std::uint8_t classes = plain;
  while (i < line.size()) {
    const std::uint8_t byte_class = class_of(line[i]);
    const std::size_t length = byte_class & (space | maybe_space) ? space_length(line, i) : 0;
    if (length == 0) {
      classes |= byte_class & (symbol | period_comma | dash);
      ++i;
      continue;
    }
    if (i > start) emit(line.substr(start, i - start), classes);
    i += length;
    start = i;
    classes = plain;
  }
  if (i > start) emit(line.substr(start, i - start), classes);
}

class Tokenization13a {
 public:
  template <typename Emit>
  void operator()(std::string_view line, Emit&& emit) {
    std::string unescaped;
    if (line.find('&') != line.npos || line.find("-\n") != line.npos || line.find("<skipped>") != line.npos) {
      unescaped = unescape(line);
      line = unescaped;
    }
    for_words(line, [&](std::string_view word, std::uint8_t classes) {
      if (classes == plain) {
        emit(word);
      } else if (word.size() > 1 && is_final_mark(word)) {
        emit(word.substr(0, word.size() - 1));
        emit(word.substr(word.size() - 1));
      } else {
        split_word(word, text_, scratch_);
        for_words(text_, [&](std::string_view token, std::uint8_t) { emit(token); });
      }
    });
  }

 private:
  // The common case "word." or "word,": nothing but the last byte concerns 13a.
  static bool is_final_mark(std::string_view word) {
    if (!is_period_comma(word.back())) return false;
    return std::all_of(word.begin(), word.end() - 1,
                       [](char c) { return (class_of(c) & (symbol | period_comma | dash)) == 0; });
  }

  std::string text_, scratch_;
};

template <typename Emit>
void for_characters(std::string_view line, Emit&& emit) {
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t length = std::min(utf8_length(static_cast<unsigned char>(line[i])), line.size() - i);
    if (space_length(line, i) == 0) emit(line.substr(i, length));
    i += length;
  }
}

template <typename Integer>
std::uint64_t load(const char* bytes) {
  Integer value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// The bytes of a word of up to 8 bytes as a number; loads overlap, so that each has a fixed size.
std::uint64_t load_short(std::string_view bytes) {
  const std::size_t n = bytes.size();
  if (n >= 4) return load<std::uint32_t>(bytes.data()) << 32 | load<std::uint32_t>(bytes.data() + n - 4);
  if (n >= 2) return load<std::uint16_t>(bytes.data()) << 16 | load<std::uint16_t>(bytes.data() + n - 2);
  return n == 1 ? load<std::uint8_t>(bytes.data()) : 0;
}

std::uint64_t hash_bytes(std::string_view bytes) {
  constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;
  std::uint64_t hash = bytes.size() * multiplier;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * multiplier;
    hash ^= hash >> 29;
  };
  if (bytes.size() <= 8) {
    mix(load_short(bytes));
  } else {
    for (std::size_t i = 0; i + 8 < bytes.size(); i += 8) mix(load<std::uint64_t>(bytes.data() + i));
    mix(load<std::uint64_t>(bytes.data() + bytes.size() - 8));
  }
  return hash ^ (hash >> 32);
}

bool are_equal(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  return a.size() <= 8 ? load_short(a) == load_short(b) : std::memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

Vocabulary::Vocabulary() : slots_(1024) {}

std::string_view Vocabulary::word(std::size_t id) const {
  const std::size_t start = id == 0 ? 0 : ends_[id - 1];
  return std::string_view(bytes_).substr(start, ends_[id] - start);
}

std::int32_t Vocabulary::intern(std::string_view word_bytes) {
  const std::uint64_t hash = hash_bytes(word_bytes);
  const auto tag = static_cast<std::uint32_t>(hash >> 32);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot].id >= 0; slot = (slot + 1) & mask) {
    if (slots_[slot].tag == tag && are_equal(word(static_cast<std::size_t>(slots_[slot].id)), word_bytes))
      return slots_[slot].id;
  }
  if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::length_error("a vocabulary holds at most 2,147,483,647 distinct words");
  }
  const auto id = static_cast<std::int32_t>(size());
  slots_[slot] = {tag, id};
  hashes_.push_back(hash);
  bytes_.append(word_bytes);
  ends_.push_back(bytes_.size());
  if (2 * size() > slots_.size()) grow();
  return id;
}

void Vocabulary::grow() {
  slots_.assign(2 * slots_.size(), Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t id = 0; id < hashes_.size(); ++id) {
    std::size_t slot = hashes_[id] & mask;
    while (slots_[slot].id >= 0) slot = (slot + 1) & mask;
    slots_[slot] = {static_cast<std::uint32_t>(hashes_[id] >> 32), static_cast<std::int32_t>(id)};
  }
}

void tokenize(std::string_view line, Tokenizer tokenizer, Vocabulary& vocabulary, TokenBuffer& out) {
  const auto emit = [&](std::string_view token) { out.values.push_back(vocabulary.intern(token)); };
  line = strip_right(line);  // before 13a: "-" and a trailing line feed stay a dash
  switch (tokenizer) {
    case Tokenizer::none:
      for_words(line, [&](std::string_view word, std::uint8_t) { emit(word); });
      break;
    case Tokenizer::thirteen_a:
      Tokenization13a{}(line, emit);
      break;
    case Tokenizer::character:
      for_characters(line, emit);
      break;
  }
  out.offsets.push_back(static_cast<std::int64_t>(out.values.size()));
}

}  // namespace steelyard
