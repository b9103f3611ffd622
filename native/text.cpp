#include "text.hpp"

#include <algorithm>

#include "mteval.hpp"
#include "split_words.hpp"
#include "unicode.hpp"

namespace steelyard {
namespace {

// Python's string.punctuation.
constexpr bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// chrF++'s words: a mark at the end of a word is a word, else a mark at its start.
template <typename Emit>
void split_marks(std::string_view line, Emit&& emit) {
  for_words(line, [&](std::string_view word, bool) {
    const std::size_t last = word.size() - 1;
    const std::size_t cut = last == 0 ? 0 : is_punctuation(word[last]) ? last : is_punctuation(word[0]) ? 1 : 0;
    if (cut > 0) emit(word.substr(0, cut), line);
    emit(word.substr(cut), line);
  });
}

// Every code point, or every one but white space.
void split_characters(std::string_view line, bool keep_space, Vocabulary& vocabulary, std::vector<std::int32_t>& out) {
  const std::size_t start = out.size();
  out.resize(start + line.size());
  std::int32_t* to = out.data() + start;
  for (std::size_t i = 0; i < line.size();) {
    const auto first = static_cast<unsigned char>(line[i]);
    if (first < 0x80) {
      if (keep_space || byte_kinds[first] != Kind::space) *to++ = vocabulary.intern_character(line.substr(i, 1), first);
      ++i;
      continue;
    }
    const auto [code, length] = code_point_at(line, i);
    if (keep_space || space_length(line, i) == 0) *to++ = vocabulary.intern_character(line.substr(i, length), code);
    i += length;
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
}

// What stands between spaces, with other white space in it.
template <typename Emit>
void split_at_spaces(std::string_view line, Emit&& emit) {
  std::size_t start = 0;
  while (start < line.size()) {
    const std::size_t end = std::min(line.find(' ', start), line.size());
    if (end > start) emit(line.substr(start, end - start), line);
    start = end + 1;
  }
}

}  // namespace

void tokenize(std::string_view line, Tokenizer tokenizer, Vocabulary& vocabulary, TokenBuffer& out) {
  const auto emit = [&](std::string_view token, std::string_view text) {
    const auto n_readable = static_cast<std::size_t>(text.data() + text.size() - token.data());
    out.values.push_back(vocabulary.intern(token, n_readable));
  };
  line = strip_right(line);  // before 13a: "-" and a trailing line feed stay a dash
  switch (tokenizer) {
    case Tokenizer::none:
      for_words(line, [&](std::string_view word, bool) { emit(word, line); });
      break;
    case Tokenizer::thirteen_a:
      split_13a(line, emit);
      break;
    case Tokenizer::international:
      split_international(line, emit);
      break;
    case Tokenizer::chinese:
      split_chinese(line, emit);
      break;
    case Tokenizer::chrf:
      split_marks(line, emit);
      break;
    case Tokenizer::space:
      split_at_spaces(line, emit);
      break;
    case Tokenizer::character:
      split_characters(line, false, vocabulary, out.values);
      break;
    case Tokenizer::character_or_space:
      split_characters(line, true, vocabulary, out.values);
      break;
  }
  out.offsets.push_back(static_cast<std::int64_t>(out.values.size()));
}

}  // namespace steelyard
