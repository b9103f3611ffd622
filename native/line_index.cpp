#include "line_index.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace steelyard {

LineIndex::LineIndex(std::string content, LineLayout layout) : content_(std::move(content)) {
  entries_.reserve(content_.size() / 24);
  for (std::size_t start = 0; start < content_.size();) {
    std::string_view line = next_line(start);
    std::string_view word = line;
    if (layout == LineLayout::first_word) {
      word = line.substr(0, line.find(' '));
    } else {
      line = next_line(start);
      const bool has_numbers = !line.empty() && std::all_of(line.begin(), line.end(), [](char character) {
        return character == ' ' || (character >= '0' && character <= '9');
      });
      if (!has_numbers) {
        throw std::invalid_argument("below '" + std::string(word) + "' stands '" + std::string(line) + "'");
      }
    }
    entries_.push_back({word, line});
  }
  const auto is_before = [](const Entry& a, const Entry& b) { return a.word < b.word; };
  if (!std::is_sorted(entries_.begin(), entries_.end(), is_before)) {
    std::stable_sort(entries_.begin(), entries_.end(), is_before);
  }
}

std::string_view LineIndex::next_line(std::size_t& start) const {
  start = std::min(start, content_.size());
  const std::size_t end = std::min(content_.find('\n', start), content_.size());
  std::string_view line = std::string_view(content_).substr(start, end - start);
  start = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::optional<std::string_view> LineIndex::find(std::string_view word) const {
  const auto after = std::upper_bound(entries_.begin(), entries_.end(), word,
                                      [](std::string_view wanted, const Entry& entry) { return wanted < entry.word; });
  if (after == entries_.begin() || (after - 1)->word != word) return std::nullopt;
  return (after - 1)->line;
}

}  // namespace steelyard
