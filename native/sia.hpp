// SIA, stochastic iterative alignment: Liu and Gildea 2006 (P06-2070).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pattern_bits.hpp"
#include "ragged.hpp"

namespace steelyard {

// Which words are similar: row w holds the words that an output's word w may stand for, rising, and how similar they
// are, from 0 to 1. Equal words are similar by 1 whatever it says.
struct SimilarityView {
  RaggedView words;
  std::span<const double> similarities;

  std::span<const double> row(std::size_t i) const {
    return similarities.subspan(static_cast<std::size_t>(words.offsets[i]), words.row(i).size());
  }
};

// A matched pair of places, and the number of its round.
struct MatchedPair {
  std::size_t hypothesis, reference;
};

struct SiaRound {
  std::size_t reference;  // which of the references that were given
  double score;           // of the chain, before decay
  std::vector<MatchedPair> pairs;
};

enum class Decay {
  power,   // decay^t for round t = 0, 1, ...
  square,  // decay^(2^t)
};

struct SiaOptions {
  double decay = 0.6;
  Decay schedule = Decay::power;
  bool is_iterative = true;  // otherwise there is one round
};

// More pairs of similar words than this in one hypothesis and reference are not aligned: memory, and time in texts that
// repeat one word, would have no bound worth having.
inline constexpr std::size_t most_sia_pairs = std::size_t{1} << 20;

// Finds the rounds of one hypothesis. One object per thread.
//
// A chain of pairs that rise on both sides is worth the sum of similarity / sqrt(gap in hypothesis * gap in reference),
// gaps counted from the previous pair, at first from before the first words. Of predecessors that are equally good, to
// 1e-12, the one counts that is nearest in the hypothesis, then in the reference; of ends, the first in the hypothesis,
// then in the reference; of references the first.
class SiaAligner {
 public:
  explicit SiaAligner(SimilarityView similarity, std::size_t n_ids) : similarity_(similarity), first_of_(n_ids, none) {}

  // Rounds until no pair is left, or until what is left cannot change the sum. False where there are too many pairs.
  // Time for K pairs of a round: K times the pairs that a bound cannot rule out as predecessors, near to a constant in
  // ordinary texts; in n words that are all equal n^3 / 3. Memory: linear in K and the words.
  bool align(Words hypothesis, std::span<const Words> references, const SiaOptions& options);

  const std::vector<SiaRound>& rounds() const { return rounds_; }
  double sum() const { return sum_; }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFu;

  struct Cell {
    std::uint32_t column;
    std::uint32_t previous;  // cell; none: the beginning
    double similarity;
  };
  struct Value {
    double best = 0;         // of the chains that end in a cell; 0 where it is taken
    double best_so_far = 0;  // of the cells of its row up to it
  };
  // The pairs of the hypothesis with one reference.
  struct Table {
    std::vector<Cell> cells;
    std::vector<std::uint32_t> columns;  // of the cells, once more: what is looked at most stands close together
    std::vector<Value> values;
    std::vector<std::size_t> starts;  // by row
    std::vector<std::uint8_t> is_column_taken;
    std::size_t n_columns = 0;
  };

  bool fill(Table& table, Words hypothesis, Words reference);
  std::uint32_t best_chain(Table& table);  // the cell where it ends; none without a pair
  double extend(const Table& table, std::size_t row, Cell& cell);
  double inverse_root(std::size_t product) const;

  SimilarityView similarity_;
  std::vector<std::uint32_t> first_of_;  // by word id: its first place in the reference
  std::vector<std::uint32_t> next_;      // by place: the next one of the same word
  std::vector<std::uint8_t> is_row_taken_;
  std::vector<double> best_by_column_;  // of all rows above, up to this column
  std::vector<std::size_t> ahead_;      // by row: cells left of the column that is looked at
  std::vector<double> inverse_roots_;
  std::vector<Table> tables_;
  std::vector<SiaRound> rounds_;
  std::size_t n_steps_ = 0;  // since it was last asked whether to go on
  double sum_ = 0;
};

// The sum of the rounds of every hypothesis, not yet divided by its length.
//
// sums: shape (n_systems, n_segments), row-major; NaN where there are too many pairs.
void sia_sums(const TestSetView& texts, SimilarityView similarity, const SiaOptions& options, int n_threads,
              std::span<double> sums);

}  // namespace steelyard
