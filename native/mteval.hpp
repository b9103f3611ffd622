// The tokenisers of mteval and their Chinese relative, by one set of rules. Every split calls emit(token, text), which
// is told in which text the token lies.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "split_words.hpp"
#include "unicode.hpp"

namespace steelyard {

// The rules of mteval, of v13a and v14 alike, are substitutions over the line, each from left to right without
// overlaps: symbols get spaces around them, and so does
//   1. a mark with anything but a number before it, which the rule consumes with the mark,
//   2. a mark with anything but a number after it,
//   3. a dash with a number before it.
// A mark that rule 1 has taken cannot be "before it" for the next mark, and has a space after it when rule 2 looks.
// Hence a mark is cut off if rule 1 takes it or if anything but a number follows, and one look at each character will
// do. piece_at(i) says what stands at byte i. `at_edge` is what the rules find before and after the line.
template <typename PieceAt, typename Emit>
void split_by_rules(std::string_view line, Kind at_edge, PieceAt&& piece_at, Emit&& emit) {
  std::size_t word = 0;  // where the current token starts
  Kind previous = at_edge;
  for (std::size_t i = 0; i < line.size();) {
    auto [kind, length] = piece_at(i);
    const std::size_t next = i + length;
    if (kind == Kind::plain || kind == Kind::number) {
      previous = kind;
      i = next;
      continue;
    }
    bool is_cut = kind == Kind::symbol || (kind == Kind::dash && previous == Kind::number);
    if (kind == Kind::mark) {
      const Kind following = next < line.size() ? piece_at(next).kind : at_edge;
      is_cut = following != Kind::number && following != Kind::nothing;
      if (previous != Kind::number && previous != Kind::taken && previous != Kind::nothing) {
        is_cut = true;
        kind = Kind::taken;
      }
    }
    if (is_cut || kind == Kind::space) {
      if (i > word) emit(line.substr(word, i - word));
      if (is_cut) emit(line.substr(i, length));
      word = next;
    }
    previous = kind;
    i = next;
  }
  if (line.size() > word) emit(line.substr(word));
}

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t at; (at = text.find(from, start)) != std::string::npos; start = at + from.size()) {
    result.append(text, start, at - start).append(to);
  }
  if (start > 0) text = result.append(text, start);
}

// mteval-v13a's language-independent part, in its order: one step may make text that a later one acts on.
inline std::string unescape(std::string_view line) {
  std::string text(line);
  replace_all(text, "<skipped>", "");
  replace_all(text, "-\n", "");
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
  return text;
}

// The common case "word." or "word,": nothing but the last byte concerns 13a.
inline bool ends_in_only_mark(std::string_view word) {
  return word.size() > 1 && kind_of(word.back()) == Kind::mark && std::all_of(word.begin(), word.end() - 1, [](char c) {
           return (byte_bits[static_cast<unsigned char>(c)] & has_rule) == 0;
         });
}

// Rules never look across white space, so one word at a time will do.
template <typename Emit>
void split_13a(std::string_view line, Emit&& emit) {
  std::string unescaped;
  if (line.find('&') != line.npos || line.find("-\n") != line.npos || line.find("<skipped>") != line.npos) {
    unescaped = unescape(line);
    line = unescaped;
  }
  for_words(line, [&](std::string_view word, bool is_ruled) {
    if (!is_ruled) {
      emit(word, line);
    } else if (ends_in_only_mark(word)) {
      emit(word.substr(0, word.size() - 1), line);
      emit(word.substr(word.size() - 1), line);
    } else {
      const auto piece_at = [&](std::size_t i) -> Piece {
        const Kind kind = kind_of(word[i]);
        return {kind == Kind::maybe_space ? Kind::plain : kind, 1};
      };
      split_by_rules(word, Kind::space, piece_at, [&](std::string_view token) { emit(token, line); });
    }
  });
}

// v14 knows all of Unicode. It has nothing at the edges of a line, so that a final period stays with a number.
template <typename Emit>
void split_international(std::string_view line, Emit&& emit) {
  constexpr std::array kinds{Kind::plain, Kind::space, Kind::number, Kind::mark, Kind::symbol};  // by Category
  const Category* const category = categories();
  const auto piece_at = [&](std::size_t i) -> Piece {
    const auto [code, length] = code_point_at(line, i);
    return {kinds[static_cast<std::size_t>(category[code])], length};
  };
  split_by_rules(line, Kind::nothing, piece_at, [&](std::string_view token) { emit(token, line); });
}

// What sacreBLEU's `zh` takes for Chinese: nothing beyond the first plane, but most symbols, arrows and typographic
// punctuation, since its range that was meant as U+20000 to U+2A6D6 works as the first one here.
inline constexpr std::array<CodeRange, 17> chinese = {{
    {0x2001, 0x2A6D},
    {0x2E80, 0x2EFF},
    {0x2F00, 0x2FDF},
    {0x2FF0, 0x2FFF},
    {0x3000, 0x303F},
    {0x3100, 0x312F},
    {0x31A0, 0x31BF},
    {0x31C0, 0x31EF},
    {0x3200, 0x33FF},
    {0x3400, 0x4DB5},
    {0x4E00, 0x9FBB},
    {0xF900, 0xFA2D},
    {0xFA30, 0xFA6A},
    {0xFA70, 0xFAD9},
    {0xFE10, 0xFE1F},
    {0xFE30, 0xFE4F},
    {0xFF00, 0xFFEF},
}};

inline bool is_chinese(std::uint32_t code) {
  if (code < chinese.front().first) return false;
  const auto range = std::find_if(chinese.begin(), chinese.end(), [&](CodeRange r) { return code <= r.last; });
  return range != chinese.end() && code >= range->first;
}

// 13a without its escapes and with nothing at the edges, after putting spaces around Chinese characters.
template <typename Emit>
void split_chinese(std::string_view line, Emit&& emit) {
  line = strip_left(line);
  const Category* const category = categories();
  const auto piece_at = [&](std::size_t i) -> Piece {
    const auto byte = static_cast<unsigned char>(line[i]);
    if (byte < 0x80) return {byte_kinds[byte], 1};
    const auto [code, length] = code_point_at(line, i);
    const Kind kind = category[code] == Category::space ? Kind::space : is_chinese(code) ? Kind::symbol : Kind::plain;
    return {kind, length};
  };
  split_by_rules(line, Kind::nothing, piece_at, [&](std::string_view token) { emit(token, line); });
}

}  // namespace steelyard
