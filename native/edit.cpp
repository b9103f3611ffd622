#include "edit.hpp"

#include <algorithm>

#include "edit_sweep.hpp"
#include "parallel.hpp"

namespace steelyard {

void EditDistance::assign(Words pattern) {
  pattern_.assign(pattern.begin(), pattern.end());
  bits_.assign(pattern);
}

std::int64_t EditDistance::operator()(Words text) {
  const CommonEnds ends = common_ends(pattern_, text);
  text = ends.without(text);
  const std::size_t first = ends.prefix, last = pattern_.size() - ends.suffix;
  if (first == last || text.empty()) return static_cast<std::int64_t>(last - first + text.size());
  const auto whole = [&]<std::size_t n_blocks>() {
    return sweep_all<n_blocks>(bits_, first, last, text, [](auto&&...) {});
  };
  std::size_t distance;
  switch (bits_.n_blocks()) {
    case 1:
      distance = whole.template operator()<1>();
      break;
    case 2:
      distance = whole.template operator()<2>();
      break;
    case 3:
      distance = whole.template operator()<3>();
      break;
    case 4:
      distance = whole.template operator()<4>();
      break;
    case 5:
      distance = whole.template operator()<5>();
      break;
    case 6:
      distance = whole.template operator()<6>();
      break;
    default:
      distance = banded_distance(bits_, first, last - first, text, cells_);
  }
  return static_cast<std::int64_t>(distance);
}

// Looks for a way with few edits first, then with four times as many, until there is one.
std::size_t banded_distance(const PatternBits& bits, std::size_t first, std::size_t n_columns, Words text,
                            std::vector<CellBlock>& cells) {
  const std::size_t longer = std::max(n_columns, text.size()), shorter = std::min(n_columns, text.size());
  // No way has fewer edits than the lengths differ by. A sweep costs about as much as its limit, so that the failed
  // ones add no more than a constant factor.
  for (std::size_t limit = longer - shorter + std::max<std::size_t>(64, longer / 8);; limit *= 4) {
    limit = std::min(limit, longer);
    const std::size_t distance = sweep(bits, {first, n_columns, text.size(), limit}, text, cells, [](auto&&...) {});
    if (distance <= limit) return distance;
  }
}

std::size_t count_ids(const TestSetView& texts) {
  std::int32_t largest = -1;
  for (const auto values : {texts.hypotheses.values, texts.references.values}) {
    for (const std::int32_t word : values) largest = std::max(largest, word);
  }
  return static_cast<std::size_t>(largest + 1);
}

void edit_distances(const TestSetView& texts, int n_threads, std::span<std::int64_t> distances) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    EditDistance distance(n_ids);
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        const bool is_present = texts.has_reference(r, segment);
        if (is_present) distance.assign(texts.reference(r, segment));
        for (std::size_t s = 0; s < texts.n_systems; ++s) {
          distances[(r * texts.n_systems + s) * texts.n_segments + segment] =
              is_present ? distance(texts.hypothesis(s, segment)) : 0;
        }
      }
    }
  });
}

}  // namespace steelyard
