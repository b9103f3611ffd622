// Words as integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard {

// Interns words: equal words get equal ids, ids count from 0 in order of first appearance.
class Vocabulary {
 public:
  Vocabulary();

  // `n_readable` bytes from the start of the word may be read, itself included.
  std::int32_t intern(std::string_view word, std::size_t n_readable);

  // The same for a word of one code point, mostly without a search.
  std::int32_t intern_character(std::string_view character, std::uint32_t code) {
    const std::int32_t id = code < character_ids_.size() ? character_ids_[code] : -1;
    return id >= 0 ? id : intern_new_character(character, code);
  }
  std::size_t size() const { return ends_.size(); }
  std::string_view word(std::size_t id) const;

 private:
  // A word of up to 8 bytes is all in its slot; of a longer one the hash.
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t size = 0;
    std::int32_t id = -1;  // -1: empty
  };

  std::size_t place(std::uint64_t key) const;  // where the search for it begins
  void grow();
  std::int32_t intern_new_character(std::string_view character, std::uint32_t code);

  std::vector<Slot> slots_;        // open addressing; the size is a power of two
  std::vector<std::size_t> ends_;  // by id: where the word ends in bytes_
  std::string bytes_;
  std::vector<std::int32_t> character_ids_;  // by code point, as far as met; -1: not met as a character yet
};

}  // namespace steelyard
