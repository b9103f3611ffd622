#include "chunks.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "cells.hpp"
#include "pairs.hpp"

namespace steelyard {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFFu;

// How good a common subsequence is: its length and the value of its chunks in one number, then its gaps.
struct Value {
  std::int64_t worth = 0, gap = 0;

  bool is_at_least(const Value& other) const { return worth != other.worth ? worth > other.worth : gap <= other.gap; }
};

// The worth of a chunk of each length: its length in the high bits, length^exponent as a whole number in the low ones,
// so that sums are exact and do not depend on the order of adding. Differences never fall from length to length: of two
// ends that a chunk can have, the one that makes it longer stays the better one once it is.
class Worths {
 public:
  Worths(double exponent, bool is_length_alone) : exponent_(exponent), is_length_alone_(is_length_alone) {}

  // The worths of chunks in texts that have no more than `longest` words in common. One table serves up to a power of
  // two.
  const std::int64_t* up_to(std::size_t longest) {
    const auto n_bits = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(longest, 1) - 1));
    if (tables_.size() <= n_bits) tables_.resize(n_bits + 1);
    if (tables_[n_bits].empty()) tables_[n_bits] = make(n_bits);
    return tables_[n_bits].data();
  }

 private:
  std::vector<std::int64_t> make(std::size_t n_bits_of_length) const {
    const std::size_t longest = std::size_t{1} << n_bits_of_length;
    const int n_bits = 61 - static_cast<int>(n_bits_of_length);
    const auto value = [this](std::size_t length) { return std::pow(static_cast<double>(length), exponent_); };
    // The chunks of one subsequence together count no more than one chunk of all its words, which gets one bit less.
    int exponent_of_two = 0;
    std::frexp(value(longest), &exponent_of_two);
    std::vector<std::int64_t> worths(longest + 1, 0);
    std::int64_t before = 0, sum = 0, difference = 0;
    for (std::size_t length = 1; length <= longest; ++length) {
      const double scaled = std::ldexp(value(length), n_bits - 1 - exponent_of_two);
      const auto rounded = static_cast<std::int64_t>(std::nearbyint(scaled));
      // Rounding alone could let a difference fall below the one before it.
      difference = std::max(difference, rounded - before);
      before = rounded;
      sum += difference;
      worths[length] = (static_cast<std::int64_t>(length) << n_bits) + (is_length_alone_ ? 0 : sum);
    }
    return worths;
  }

  double exponent_;
  bool is_length_alone_;
  std::vector<std::vector<std::int64_t>> tables_;
};

// A free word that is in both texts.
struct FreeWord {
  std::int32_t id;
  std::uint32_t place;  // in the text
  std::uint32_t slot;   // its place for what is adjacent: without deleted words where these collapse
};

// Finds chunks of one pair of texts after the other. The table of a pass is filled from the ends of the texts to their
// beginnings, so that the way through it meets the first of several equally good pairs first.
class ChunkFinder {
 public:
  ChunkFinder(std::size_t n_ids, const ChunkRule& rule)
      : rule_(rule), free_(n_ids), worth_tables_(rule.exponent, rule.is_leftmost) {}

  void assign(Words hypothesis, Words reference) {
    texts_[0] = hypothesis;
    texts_[1] = reference;
    for (std::size_t side = 0; side < 2; ++side) {
      is_used_[side].assign(texts_[side].size(), 0);
      n_unused_[side] = static_cast<std::int64_t>(texts_[side].size());
      for (const std::int32_t word : texts_[side]) ++free_[static_cast<std::size_t>(word)].in[side];
    }
    worths_ = worth_tables_.up_to(std::min(hypothesis.size(), reference.size()));
  }

  // The words that one more pass can match, at most.
  std::size_t gather() {
    for (std::size_t side = 0; side < 2; ++side) {
      words_[side].clear();
      std::uint32_t n_deleted = 0;
      for (std::uint32_t place = 0; place < texts_[side].size(); ++place) {
        if (is_used_[side][place]) {
          n_deleted += rule_.is_collapsing;
          continue;
        }
        const std::int32_t id = texts_[side][place];
        if (free_[static_cast<std::size_t>(id)].in[1 - side] > 0)
          words_[side].push_back({id, place, place - n_deleted});
      }
    }
    return std::min(words_[0].size(), words_[1].size());
  }

  // Matches one longest common subsequence of the words gathered, and calls take(chunk) from left to right.
  template <typename Take>
  void match(Take&& take) {
    fill();
    follow(take);
  }

  void release() {
    for (const Words text : texts_) {
      for (const std::int32_t word : text) free_[static_cast<std::size_t>(word)] = {};
    }
  }

 private:
  enum Move : std::uint8_t { down, right, start };  // leave out a word of the hypothesis, of the reference, or match

  struct FreeCount {
    std::uint32_t in[2] = {0, 0};
  };

  // Where a chunk that lies on a diagonal may end, and the value of all behind it less the chunk's gaps up to there.
  struct End {
    Value rest;
    std::uint32_t row;
  };

  struct Diagonal {
    std::uint32_t row = none;  // of the last match
    std::int64_t gap = 0;      // summed from the end of the run of matches
    std::vector<End> ends;     // farthest first, which makes the longest chunk; each is better now than those before
  };

  // |i / m - j / n| times m * n.
  std::int64_t gap(std::size_t row, std::size_t column) const {
    if (rule_.is_leftmost) return 0;
    const auto &word = words_[0][row], &other = words_[1][column];
    if (rule_.is_collapsing) {
      return std::abs(std::int64_t{word.slot} * n_unused_[1] - std::int64_t{other.slot} * n_unused_[0]);
    }
    return std::abs(std::int64_t{word.place} * static_cast<std::int64_t>(texts_[1].size()) -
                    std::int64_t{other.place} * static_cast<std::int64_t>(texts_[0].size()));
  }

  bool continues(const Diagonal& diagonal, std::size_t row, std::size_t column) const {
    return diagonal.row == row + 1 && words_[0][row].slot + 1 == words_[0][row + 1].slot &&
           words_[1][column].slot + 1 == words_[1][column + 1].slot;
  }

  // Fills the table of moves: from each cell the first step of the best way through the words from there on.
  void fill() {
    const std::size_t n_rows = words_[0].size(), n_columns = words_[1].size();
    moves_.make_room(n_rows * n_columns);
    lengths_.clear();
    first_length_.resize(n_rows + 1);
    values_.assign(n_columns + 1, {});
    if (diagonals_.size() < n_rows + n_columns) diagonals_.resize(n_rows + n_columns);
    for (std::size_t d = 0; d < n_rows + n_columns; ++d) diagonals_[d].row = none;
    for (std::size_t row = n_rows; row-- > 0;) {
      poll(n_columns);
      first_length_[row] = lengths_.size();
      std::uint8_t* const moves = moves_.from(row * n_columns);
      Value behind;  // of the cell one row and one column further
      std::uint8_t last = down;
      for (std::size_t column = n_columns; column-- > 0;) {
        const Value below = values_[column];
        Value& value = values_[column];
        if (last != down && values_[column + 1].is_at_least(below)) {
          value = values_[column + 1];
          last = right;
        } else {
          last = down;
        }
        if (words_[0][row].id == words_[1][column].id) {
          const auto [best, length] = best_chunk(row, column, behind);
          if (best.is_at_least(value)) {
            value = best;
            lengths_.push_back(length);
            last = start;
          }
        }
        moves[column] = last;
        behind = below;
      }
    }
  }

  struct Best {
    Value value;
    std::uint32_t length;
  };

  // The best chunk that starts here with what follows it. An end that is no better than one farther away never will be.
  Best best_chunk(std::size_t row, std::size_t column, const Value& behind) {
    Diagonal& diagonal = diagonals_[column + words_[0].size() - row];
    if (!continues(diagonal, row, column)) {
      diagonal.gap = 0;
      diagonal.ends.clear();
    }
    diagonal.row = static_cast<std::uint32_t>(row);
    diagonal.ends.push_back({{behind.worth, behind.gap - diagonal.gap}, static_cast<std::uint32_t>(row + 1)});
    diagonal.gap += gap(row, column);
    Best best{};
    std::size_t n_kept = 0;
    for (std::size_t at = 0; at < diagonal.ends.size(); ++at) {
      const End end = diagonal.ends[at];
      const auto length = static_cast<std::uint32_t>(end.row - row);
      const Value value{end.rest.worth + worths_[length], end.rest.gap + diagonal.gap};
      if (n_kept > 0 && best.value.is_at_least(value)) continue;
      best = {value, length};
      diagonal.ends[n_kept++] = end;
    }
    diagonal.ends.resize(n_kept);
    return best;
  }

  template <typename Take>
  void follow(Take&& take) {
    const std::size_t n_rows = words_[0].size(), n_columns = words_[1].size();
    for (std::size_t row = 0, column = 0; row < n_rows && column < n_columns;) {
      const std::uint8_t* const moves = moves_.from(row * n_columns);
      if (moves[column] == down) {
        ++row;
      } else if (moves[column] == right) {
        ++column;
      } else {
        // The lengths of a row are kept from its last column on.
        const auto nth = std::count(moves + column + 1, moves + n_columns, start);
        const std::uint32_t length = lengths_[first_length_[row] + static_cast<std::size_t>(nth)];
        take(words_[0][row].place, words_[1][column].place, length);
        use(0, row, length);
        use(1, column, length);
        row += length;
        column += length;
      }
    }
  }

  void use(std::size_t side, std::size_t first, std::size_t length) {
    n_unused_[side] -= static_cast<std::int64_t>(length);
    for (std::size_t at = first; at < first + length; ++at) {
      const FreeWord& word = words_[side][at];
      is_used_[side][word.place] = 1;
      --free_[static_cast<std::size_t>(word.id)].in[side];
    }
  }

  ChunkRule rule_;
  Words texts_[2];
  std::vector<FreeCount> free_;  // by word id, how often it is free in each text
  std::vector<std::uint8_t> is_used_[2];
  std::int64_t n_unused_[2] = {0, 0};
  std::vector<FreeWord> words_[2];
  Worths worth_tables_;
  const std::int64_t* worths_ = nullptr;  // by length
  std::vector<Value> values_;             // of the row below, up to the present column
  std::vector<Diagonal> diagonals_;
  Cells<std::uint8_t> moves_;
  std::vector<std::uint32_t> lengths_;     // of chunks, for each `start` in the order of filling
  std::vector<std::size_t> first_length_;  // of each row
};

}  // namespace

std::vector<Chunk> find_chunks(Words hypothesis, Words reference, std::size_t n_ids, const ChunkRule& rule) {
  ChunkFinder finder(n_ids, rule);
  std::vector<Chunk> chunks;
  finder.assign(hypothesis, reference);
  for (std::uint32_t pass = 0; finder.gather() > 0; ++pass) {
    finder.match(
        [&](std::uint32_t i, std::uint32_t j, std::uint32_t length) { chunks.push_back({pass, i, j, length}); });
  }
  return chunks;
}

void chunk_sums(const TestSetView& texts, const ChunkRule& rule, int n_threads, std::span<double> sums) {
  const std::size_t n_ids = count_ids(texts);
  const auto power = [&](std::size_t length) { return std::pow(static_cast<double>(length), rule.exponent); };
  for_pairs(texts, n_threads, sums, [&] {
    return [&, finder = ChunkFinder(n_ids, rule)](Words hypothesis, Words reference) mutable {
      double sum = 0, weight = 1;
      finder.assign(hypothesis, reference);
      while (const std::size_t n_words = finder.gather()) {
        // All passes left match no more than n_words words: with an exponent of 1 or more, no more than one chunk of
        // them all.
        if (sum + 2 * weight * power(n_words) == sum) break;  // what is left is lost in rounding
        double of_pass = 0;
        finder.match([&](std::uint32_t, std::uint32_t, std::uint32_t length) { of_pass += power(length); });
        sum += weight * of_pass;
        weight *= rule.decay;
      }
      finder.release();
      return sum;
    };
  });
}

}  // namespace steelyard
