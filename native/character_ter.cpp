#include "character_ter.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bag.hpp"
#include "edit.hpp"
#include "pairs.hpp"

namespace steelyard {
namespace {

constexpr std::int32_t space = ' ';
constexpr std::int64_t unknown = -1;
constexpr std::int64_t most_cells = 20'000'000'000;  // of edit tables, in the search of one segment: a second or two

// A block of words and where it goes: what was [start, start + length) begins at `target` afterwards.
struct Shift {
  std::size_t start, target, length;
};

class CharacterTer {
 public:
  CharacterTer(RaggedView spelling, std::size_t n_ids, std::size_t n_characters)
      : spelling_(spelling), bag_distance_(n_ids), word_edits_(n_ids), character_edits_(n_characters) {}

  double operator()(Words hypothesis, Words reference) {
    word_edits_.assign(reference);
    std::int64_t distance = word_edits_(hypothesis);
    if (distance == 0 && !reference.empty()) return 0.0;
    if (hypothesis.empty()) return 1.0;
    shifted_.assign(hypothesis.begin(), hypothesis.end());
    const std::int64_t least = bag_distance_(hypothesis, reference);  // no order of the words has fewer edits
    n_cells_ = 0;
    while (distance > least && n_cells_ < most_cells) {
      const std::int64_t found = best_shift(reference, distance);
      if (found == distance) break;
      distance = found;
      shifted_.swap(best_);
    }
    spell(shifted_, line_);
    spell(reference, other_line_);
    character_edits_.assign(other_line_);
    const double edits = static_cast<double>(character_edits_(line_)) + shift_cost(hypothesis);
    return std::min(1.0, edits / static_cast<double>(line_.size()));
  }

 private:
  // Tries every shift of a common block to its place in the reference. Returns the least distance, and leaves the words
  // after that shift in best_ if it is lower than before.
  std::int64_t best_shift(Words reference, std::int64_t distance) {
    const std::size_t n = shifted_.size();
    std::int64_t found = distance;
    for (std::size_t start = 0; start < n && n_cells_ < most_cells; ++start) {
      poll(n + reference.size());
      without_.assign(n - start + 1, unknown);
      for (std::size_t j = 0; j < reference.size(); ++j) {
        if (reference[j] != shifted_[start] || j == start) continue;
        std::size_t length = 1;
        while (start + length < n && j + length < reference.size() &&
               shifted_[start + length] == reference[j + length]) {
          ++length;
        }
        const Shift shift{start, std::min(j, n - length), length};
        // A lower bound first: most shifts cannot beat what was found, and their tables are never filled.
        std::int64_t lowest = distance - most_gained(shift);
        if (lowest > found || lowest == distance) continue;
        if (without_[length] == unknown) without_[length] = distance_without(start, length, reference);
        lowest = std::max(lowest, without_[length] - static_cast<std::int64_t>(length));
        if (lowest > found || lowest >= distance) continue;
        apply(shift);
        const bool is_tie_lost = found < distance && !comes_after(tried_, best_);
        if (lowest == found && is_tie_lost) continue;
        const std::int64_t reached = edits_of_tried(reference);
        if (reached == distance || reached > found || (reached == found && is_tie_lost)) continue;
        found = reached;
        best_.swap(tried_);
      }
    }
    return found;
  }

  // A block and what it passes change places, so at most the words of the shorter are taken out and put back.
  static std::int64_t most_gained(const Shift& shift) {
    const std::size_t passed = shift.target > shift.start ? shift.target - shift.start : shift.start - shift.target;
    return 2 * static_cast<std::int64_t>(std::min(shift.length, passed));
  }

  // The distance once a block is taken out; to put it back, wherever, gains at most one edit per word.
  std::int64_t distance_without(std::size_t start, std::size_t length, Words reference) {
    const auto block = shifted_.begin() + static_cast<std::ptrdiff_t>(start);
    tried_.assign(shifted_.begin(), block);
    tried_.insert(tried_.end(), block + static_cast<std::ptrdiff_t>(length), shifted_.end());
    return edits_of_tried(reference);
  }

  std::int64_t edits_of_tried(Words reference) {
    poll(tried_.size());
    n_cells_ += static_cast<std::int64_t>(tried_.size() * reference.size());
    return word_edits_(tried_);
  }

  void apply(const Shift& shift) {
    tried_.assign(shifted_.begin(), shifted_.end());
    const auto at = [&](std::size_t i) { return tried_.begin() + static_cast<std::ptrdiff_t>(i); };
    if (shift.target > shift.start) {
      std::rotate(at(shift.start), at(shift.start + shift.length), at(shift.target + shift.length));
    } else {
      std::rotate(at(shift.target), at(shift.start), at(shift.start + shift.length));
    }
  }

  // Whether a stands after b in the order of lists of strings by code point; both have the same length.
  bool comes_after(const std::vector<std::int32_t>& a, const std::vector<std::int32_t>& b) const {
    const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin());
    if (first == a.end()) return false;
    const Words one = characters(*first), other = characters(*second);
    return std::lexicographical_compare(other.begin(), other.end(), one.begin(), one.end());
  }

  // Walks over the words that stand elsewhere now and sums, for each block of them, its mean word length.
  double shift_cost(Words original) const {
    double total = 0.0;
    const std::size_t n = original.size();
    for (std::size_t i = 0; i < n; ++i) {
      if (original[i] == shifted_[i]) continue;
      const auto begin = shifted_.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      const auto found = std::find(begin, shifted_.end(), original[i]);
      if (found == shifted_.end()) continue;
      const auto moved = static_cast<std::size_t>(found - shifted_.begin());
      std::size_t length = 1;
      while (moved + length < n && original[i + length] == shifted_[moved + length]) ++length;
      std::size_t n_characters = 0;
      for (std::size_t k = 0; k < length; ++k) n_characters += characters(original[i + k]).size();
      total += static_cast<double>(n_characters) / static_cast<double>(length);
      i += length - 1;
    }
    return total;
  }

  void spell(Words words, std::vector<std::int32_t>& line) const {
    line.clear();
    for (const std::int32_t word : words) {
      if (!line.empty()) line.push_back(space);
      const Words letters = characters(word);
      line.insert(line.end(), letters.begin(), letters.end());
    }
  }

  Words characters(std::int32_t word) const { return spelling_.row(static_cast<std::size_t>(word)); }

  RaggedView spelling_;
  std::vector<std::int64_t> without_;  // by length of a block that begins where shifts are being tried
  BagDistance bag_distance_;
  EditDistance word_edits_, character_edits_;
  std::vector<std::int32_t> shifted_, tried_, best_, line_, other_line_;
  std::int64_t n_cells_ = 0;  // tried so far for this segment
};

}  // namespace

void character_ter(const TestSetView& texts, RaggedView spelling, int n_threads, std::span<double> scores) {
  const std::size_t n_ids = count_ids(texts);
  std::int32_t largest = space;
  for (const std::int32_t character : spelling.values) largest = std::max(largest, character);
  const std::size_t n_characters = static_cast<std::size_t>(largest) + 1;
  for_pairs(texts, n_threads, scores, [&] { return CharacterTer(spelling, n_ids, n_characters); });
}

}  // namespace steelyard
