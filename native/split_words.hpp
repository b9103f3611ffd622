// White space, what bytes mean to tokenisers, and the words between white space.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "unicode.hpp"

namespace steelyard {

// What a character means to the rules of a tokeniser.
enum class Kind : std::uint8_t {
  plain,
  space,
  maybe_space,  // the first byte of some white space beyond ASCII
  number,
  mark,    // cut off, except between numbers
  symbol,  // always cut off
  dash,    // cut off after a number
  taken,   // a mark that a rule has consumed
  nothing,
};

struct Piece {
  Kind kind;
  std::size_t length;  // in bytes
};

constexpr std::uint32_t lead_byte(std::uint32_t code) {
  return code < 0x80      ? code
         : code < 0x800   ? 0xC0 | (code >> 6)
         : code < 0x10000 ? 0xE0 | (code >> 12)
                          : 0xF0 | (code >> 18);
}

constexpr std::array<bool, 256> make_space_leads() {
  std::array<bool, 256> leads{};
  for (const auto& [first, last] : white_space) {
    for (std::uint32_t code = first; code <= last; ++code) leads[lead_byte(code)] = true;
  }
  return leads;
}
inline constexpr auto space_leads = make_space_leads();  // first bytes of white space

// 13a knows ASCII alone: its symbols are all punctuation except ' , - .
constexpr std::array<Kind, 256> make_byte_kinds() {
  std::array<Kind, 256> kinds{};
  for (unsigned c = '!'; c <= '~'; ++c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    kinds[c] = c >= '0' && c <= '9' ? Kind::number : is_letter ? Kind::plain : Kind::symbol;
  }
  kinds['.'] = kinds[','] = Kind::mark;
  kinds['-'] = Kind::dash;
  kinds['\''] = Kind::plain;
  for (unsigned byte = 0; byte < 0x100; ++byte) {
    if (space_leads[byte]) kinds[byte] = byte < 0x80 ? Kind::space : Kind::maybe_space;
  }
  return kinds;
}
inline constexpr auto byte_kinds = make_byte_kinds();

// What for_words asks of a byte, as bits.
inline constexpr std::uint8_t may_end = 1;   // it may start white space, and so end a word
inline constexpr std::uint8_t has_rule = 2;  // 13a looks at it

constexpr std::array<std::uint8_t, 256> make_byte_bits() {
  std::array<std::uint8_t, 256> bits{};
  for (unsigned byte = 0; byte < 0x100; ++byte) {
    const Kind kind = byte_kinds[byte];
    if (space_leads[byte]) bits[byte] |= may_end;
    if (kind == Kind::symbol || kind == Kind::mark || kind == Kind::dash) bits[byte] |= has_rule;
  }
  return bits;
}
inline constexpr auto byte_bits = make_byte_bits();

inline Kind kind_of(char byte) { return byte_kinds[static_cast<unsigned char>(byte)]; }

// Length in bytes of the white space that starts at `at`, or 0.
inline std::size_t space_length(std::string_view text, std::size_t at) {
  if (!space_leads[static_cast<unsigned char>(text[at])]) return 0;
  const auto [code, length] = code_point_at(text, at);
  return code < 0x80 || categories()[code] == Category::space ? length : 0;
}

inline std::string_view strip_left(std::string_view line) {
  while (!line.empty()) {
    const std::size_t length = space_length(line, 0);
    if (length == 0) break;
    line.remove_prefix(length);
  }
  return line;
}

inline std::string_view strip_right(std::string_view line) {
  while (!line.empty()) {
    std::size_t last = line.size() - 1;  // back to the first byte of the last code point
    while (last > 0 && (static_cast<unsigned char>(line[last]) & 0xC0) == 0x80) --last;
    if (space_length(line, last) == 0) break;
    line.remove_suffix(line.size() - last);
  }
  return line;
}

// Calls emit(word, has_rule) for every maximal run without white space, and says whether 13a looks at a byte of it.
// Bits of 64 bytes are made first: where words end cannot be guessed, so a branch at every byte costs more than all the
// rest.
template <typename Emit>
void for_words(std::string_view line, Emit&& emit) {
  std::size_t start = 0;
  bool is_ruled = false;
  for (std::size_t base = 0; base < line.size(); base += 64) {
    const std::string_view window = line.substr(base, 64);
    std::uint64_t ends = 0, ruled = 0;
    for (std::size_t i = window.size(); i-- > 0;) {
      const std::uint64_t bits = byte_bits[static_cast<unsigned char>(window[i])];
      ends = ends << 1 | (bits & may_end);
      ruled = ruled << 1 | (bits >> 1);
    }
    for (; ends != 0; ends &= ends - 1) {
      const auto bit = static_cast<unsigned>(std::countr_zero(ends));
      const std::size_t end = base + bit;
      if (end < start) continue;  // in the white space found last
      const std::size_t length = space_length(line, end);
      if (length == 0) continue;
      const std::uint64_t before = (std::uint64_t{1} << bit) - 1;
      if (end > start) emit(line.substr(start, end - start), is_ruled || (ruled & before) != 0);
      ruled &= ~before;
      is_ruled = false;
      start = end + length;
    }
    is_ruled |= ruled != 0;
  }
  if (start < line.size()) emit(line.substr(start), is_ruled);
}

}  // namespace steelyard
