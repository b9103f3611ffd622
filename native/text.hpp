// Text to integers: tokenisation of UTF-8, straight into a vocabulary.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vocabulary.hpp"

namespace steelyard {

enum class Tokenizer { none, thirteen_a, international, chinese, chrf, character, character_or_space, space };

// Ragged array of word ids: the tokens of line i are values[offsets[i]] .. values[offsets[i + 1] - 1].
struct TokenBuffer {
  std::vector<std::int32_t> values;
  std::vector<std::int64_t> offsets{0};
};

// Appends the tokens of one line of UTF-8. White space is the set of Python's str.isspace and is never part of a token.
void tokenize(std::string_view line, Tokenizer tokenizer, Vocabulary& vocabulary, TokenBuffer& out);

}  // namespace steelyard
