#include "word_costs.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "interrupts.hpp"

namespace steelyard {
namespace {

constexpr std::size_t n_entries = std::size_t{1} << 16;
constexpr std::uint64_t no_pair = std::numeric_limits<std::uint64_t>::max();

}  // namespace

WordCosts::WordCosts(Substitution substitution, RaggedView spelling)
    : substitution_(substitution),
      spelling_(spelling),
      entries_(substitution == Substitution::equal ? 0 : n_entries, Entry{no_pair, 0.0}) {}

double WordCosts::operator()(std::int32_t a, std::int32_t b) {
  if (a == b) return 0.0;
  if (substitution_ == Substitution::equal) return 1.0;
  if (a > b) std::swap(a, b);  // costs are symmetric
  const std::uint64_t pair = static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint64_t>(b);
  Entry& entry = entries_[(pair * 0x9E3779B97F4A7C15U) >> 48];
  if (entry.pair != pair) entry = {pair, compute(a, b)};
  return entry.cost;
}

double WordCosts::compute(std::int32_t a, std::int32_t b) {
  const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
  return substitution_ == Substitution::prefix ? prefix(first, second) : levenshtein(first, second);
}

double WordCosts::prefix(std::size_t a, std::size_t b) const {
  const auto first = spelling_.row(a), second = spelling_.row(b);
  const auto end = std::mismatch(first.begin(), first.end(), second.begin(), second.end()).first;
  return 1.0 - 2.0 * static_cast<double>(end - first.begin()) / static_cast<double>(first.size() + second.size());
}

// One table for two things: a cell holds edits * scale + steps of the alignment, so that the fewest edits win and then
// the fewest steps.
double WordCosts::levenshtein(std::size_t a, std::size_t b) {
  const auto first = spelling_.row(a), second = spelling_.row(b);
  const auto scale = static_cast<std::int64_t>(first.size() + second.size() + 1);
  const std::int64_t match = 1, edit = scale + 1;
  row_.resize(second.size() + 1);
  for (std::size_t j = 0; j <= second.size(); ++j) row_[j] = static_cast<std::int64_t>(j) * edit;
  for (const std::int32_t character : first) {
    poll(second.size());
    std::int64_t diagonal = row_[0];
    row_[0] += edit;
    for (std::size_t j = 1; j <= second.size(); ++j) {
      const std::int64_t substituted = diagonal + (character == second[j - 1] ? match : edit);
      diagonal = row_[j];
      row_[j] = std::min(substituted, std::min(row_[j], row_[j - 1]) + edit);
    }
  }
  return static_cast<double>(row_.back() / scale) / static_cast<double>(row_.back() % scale);
}

}  // namespace steelyard
