#include "unicode.hpp"

#include <algorithm>
#include <vector>

namespace steelyard {
namespace {

std::vector<Category> make_categories() {
  std::vector<Category> table(0x110000, Category::other);
  const auto fill = [&](const auto& ranges, Category category) {
    for (const auto& [first, last] : ranges) std::fill(table.begin() + first, table.begin() + last + 1, category);
  };
  fill(white_space, Category::space);
  fill(numbers, Category::number);
  fill(punctuation_marks, Category::punctuation);
  fill(symbols, Category::symbol);
  return table;
}

}  // namespace

const Category* categories() {
  static const std::vector<Category> table = make_categories();
  return table.data();
}

std::string without_punctuation(std::string_view text) {
  const Category* category = categories();
  std::string kept;
  kept.reserve(text.size());
  std::size_t start = 0;  // of what is to be kept
  for (std::size_t i = 0; i < text.size();) {
    const auto [code, length] = code_point_at(text, i);
    if (category[code] == Category::punctuation) {
      kept.append(text, start, i - start);
      start = i + length;
    }
    i += length;
  }
  return kept.append(text, start);
}

}  // namespace steelyard
