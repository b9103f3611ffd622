// Lines of a large file by the word that they are about, without an object for each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace steelyard {

enum class LineLayout {
  first_word,     // each line begins with its word, up to a space
  numbers_below,  // a line with the word, then a line of numbers
};

class LineIndex {
 public:
  // Lines end at LF or CRLF. Throws std::invalid_argument where numbers should stand and do not.
  LineIndex(std::string content, LineLayout layout);
  LineIndex(const LineIndex&) = delete;
  LineIndex& operator=(const LineIndex&) = delete;

  // The line of a word; the last one if there are several.
  std::optional<std::string_view> find(std::string_view word) const;

 private:
  struct Entry {
    std::string_view word, line;
  };

  std::string_view next_line(std::size_t& start) const;

  std::string content_;
  std::vector<Entry> entries_;  // in the order of their words; such files mostly are
};

}  // namespace steelyard
