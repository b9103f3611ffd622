// UTF-8 by code points, and what Unicode says of them. The version of Unicode is in unicode_tables.inc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace steelyard {

#include "unicode_tables.inc"

// White space is the set of Python's str.isspace; numbers, punctuation and symbols are Unicode's N*, P* and S*.
enum class Category : std::uint8_t { other, space, number, punctuation, symbol };

struct CodePoint {
  std::uint32_t code;
  std::size_t length;  // in bytes
};

constexpr std::size_t utf8_length(unsigned char first) {
  return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

// The code point that starts at `at`, of valid UTF-8.
constexpr CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i])); };
  const std::uint32_t first = byte(0);
  switch (utf8_length(static_cast<unsigned char>(first))) {
    case 1:
      return {first, 1};
    case 2:
      return {(first & 0x1F) << 6 | (byte(1) & 0x3F), 2};
    case 3:
      return {(first & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F), 3};
    default:
      return {(first & 0x07) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F), 4};
  }
}

// The category of every code point, 0x110000 of them; made when first asked for.
const Category* categories();

// The text without its punctuation.
std::string without_punctuation(std::string_view text);

}  // namespace steelyard
