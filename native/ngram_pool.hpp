// The n-grams of many texts, counted once and compared with any number of other texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "ragged.hpp"

namespace steelyard {

// Numbers pairs of integers from 0 on. The number of an n-gram and a word name the n-gram that is a word longer, so the
// table is a trie of n-grams. Exact: a pair is found by both integers, never by a hash alone.
class PairNumbers {
 public:
  using Number = std::uint32_t;
  static constexpr Number root = 0xFFFFFFFEu;    // the n-gram of no words
  static constexpr Number absent = 0xFFFFFFFFu;  // of no pair

  Number find(Number first, std::int32_t second) const;
  Number find_or_add(Number first, std::int32_t second);
  std::size_t size() const { return n_pairs_; }

 private:
  struct Entry {
    std::uint64_t pair;
    Number number = absent;
  };
  std::size_t place_of(std::uint64_t pair) const;
  void grow();

  std::vector<Entry> entries_ = std::vector<Entry>(1024);
  std::size_t n_pairs_ = 0;
};

// An n-gram of a text of the pool, and how often it stands there.
struct Occurrence {
  PairNumbers::Number ngram;
  std::uint32_t text, count;
};

// The same, where the n-gram is known.
template <typename Count>
struct Posting {
  std::uint32_t text;
  Count count;
};

// By n-gram, how often each text has it: a row of counts of all texts where many have it, else a list of those.
template <typename Count>
struct CountsByNgram {
  std::vector<std::size_t> starts;  // by n-gram: where its row or its list starts
  std::vector<std::uint32_t> n_texts;
  std::vector<Count> rows;
  std::vector<Posting<Count>> lists;
};

class NgramPool {
 public:
  // Time and memory: linear in max_order * tokens.
  NgramPool(const RaggedView& texts, std::size_t max_order);

  std::size_t size() const { return n_texts_; }
  std::size_t max_order() const { return max_order_; }

  // For every order n = 1..max_order, candidate and text of the pool: the number of n-grams of the candidate that the
  // text holds, each counted at most as often as there.
  //
  // matches: shape (max_order, candidates, size()), row-major.
  // Time: for each different n-gram of a candidate, linear in the texts that hold it, or in a sixteenth of all texts.
  void match(const RaggedView& candidates, int n_threads, std::span<std::int64_t> matches) const;

  // The same for texts of the pool as candidates, from `first` on.
  void match_own(std::size_t first, std::size_t n_candidates, int n_threads, std::span<std::int64_t> matches) const;

  // For every order and candidate: the number of its n-grams that are expected in a text of the pool, which is drawn
  // with a weight, each counted at most as often as it is expected.
  //
  // weights: shape (size()), matches: shape (max_order, candidates), row-major.
  // Time: linear in max_order * tokens.
  void match_expected(const RaggedView& candidates, std::span<const double> weights, int n_threads,
                      std::span<double> matches) const;

 private:
  std::size_t n_texts_, max_order_;
  PairNumbers ngrams_;
  std::vector<Occurrence> occurrences_;  // text by text, and order by order
  std::vector<std::size_t> starts_;      // where those of a text and order start, and the end
  // Counts beyond 255, and texts of more than 65,535 tokens, take the second.
  std::variant<CountsByNgram<std::uint8_t>, CountsByNgram<std::uint32_t>> counts_;
};

}  // namespace steelyard
