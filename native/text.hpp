// Text to integers: white-space and mteval-13a tokenisation of UTF-8, straight into a vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard {

enum class Tokenizer { none, thirteen_a, character };

// Interns words: equal words get equal ids, ids count from 0 in order of first appearance.
class Vocabulary {
 public:
  Vocabulary();

  std::int32_t intern(std::string_view word);
  std::size_t size() const { return hashes_.size(); }
  std::string_view word(std::size_t id) const;

 private:
  struct Slot {
    std::uint32_t tag = 0;  // upper half of the hash: words that differ are mostly told apart here
    std::int32_t id = -1;   // -1: empty
  };

  void grow();

  std::vector<Slot> slots_;            // open addressing; the size is a power of two
  std::vector<std::uint64_t> hashes_;  // by id
  std::vector<std::size_t> ends_;      // by id: where the word ends in bytes_
  std::string bytes_;
};

// Ragged array of word ids: the tokens of line i are values[offsets[i]] .. values[offsets[i + 1] - 1].
struct TokenBuffer {
  std::vector<std::int32_t> values;
  std::vector<std::int64_t> offsets{0};
};

// Appends the tokens of one line of UTF-8. White space is the set of Python's str.isspace and is never part of a token.
void tokenize(std::string_view line, Tokenizer tokenizer, Vocabulary& vocabulary, TokenBuffer& out);

}  // namespace steelyard
