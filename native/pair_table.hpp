// A hash table whose keys are pairs of integers: the one structure behind n-gram tries and the naming of runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace steelyard {

// Maps (first, second) to a Value. An entry is named by its place in the table, and a place can be the first of further
// pairs: with first = the place of an n-gram and second = a word, the table is a trie of n-grams. Exact: an entry is
// found by both integers, never by a hash alone.
template <typename Value>
class PairTable {
 public:
  using Place = std::uint32_t;
  static constexpr Place root = 0xFFFFFFFEu;  // a first that is no place
  static constexpr Place absent = 0xFFFFFFFFu;

  // Removes all entries and makes room for so many.
  void clear(std::size_t n_entries_at_most) {
    std::size_t size = 64;
    while (size < 2 * n_entries_at_most) size *= 2;
    entries_.assign(size, Entry{});
  }

  Place find(Place first, std::int32_t second) const {
    const Place place = place_of(first, second);
    return entries_[place].key == empty ? absent : place;
  }

  Place find_or_add(Place first, std::int32_t second) {
    const Place place = place_of(first, second);
    entries_[place].key = key(first, second);
    return place;
  }

  Value& operator[](Place place) { return entries_[place].value; }

 private:
  static constexpr std::uint64_t empty = 0xFFFFFFFFFFFFFFFFu;  // the key of no pair: `absent` is no first

  struct Entry {
    std::uint64_t key = empty;
    Value value{};
  };

  static std::uint64_t key(Place first, std::int32_t second) {
    return static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(second);
  }

  // Where the entry is, or would be added.
  std::size_t index_of(std::uint64_t wanted) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>((wanted * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (entries_[at].key != empty && entries_[at].key != wanted) at = (at + 1) & mask;
    return at;
  }
  Place place_of(Place first, std::int32_t second) const { return static_cast<Place>(index_of(key(first, second))); }

  std::vector<Entry> entries_;
};

// How often an n-gram stands in the texts of a segment, counted text by text; texts are numbered from 1.
struct ClippedCount {
  std::uint32_t maximum = 0;  // over the references
  std::uint32_t current = 0;  // in the text counted now
  std::uint32_t text = 0;     // which text that is

  void count_in_reference(std::uint32_t which) {
    const std::uint32_t counted = count(which);
    if (counted > maximum) maximum = counted;
  }

  // True while the hypothesis has shown the n-gram no more often than some reference has.
  bool match_in_hypothesis(std::uint32_t which) { return count(which) <= maximum; }

 private:
  std::uint32_t count(std::uint32_t which) {
    if (text != which) {
      text = which;
      current = 0;
    }
    return ++current;
  }
};

}  // namespace steelyard
