#include "row_alignment.hpp"

#include <algorithm>
#include <cstddef>

#include "cells.hpp"
#include "interrupts.hpp"

namespace steelyard {
namespace {

using Row = std::span<const std::int32_t>;

// A row of one side: its words, what each costs where it is left alone, and what becomes of it.
struct Side {
  Row words;
  std::vector<std::int32_t> costs;
  std::span<std::uint8_t> operations;

  void assign(const PenalisedText& text, std::size_t i, std::span<std::uint8_t> of_all) {
    words = text.words.row(i);
    operations = of_all.subspan(static_cast<std::size_t>(text.words.offsets[i]), words.size());
    const auto penalties = text.is_penalised.subspan(static_cast<std::size_t>(text.words.offsets[i]), words.size());
    costs.assign(penalties.begin(), penalties.end());
  }
  void set(std::size_t i, WordOperation operation) { operations[i] = static_cast<std::uint8_t>(operation); }
};

class Table {
 public:
  void align(Side& reference, Side& hypothesis);

 private:
  enum Move : std::uint8_t { pair, leave_reference, leave_hypothesis };  // the last step to a cell

  void fill(const Side& reference, const Side& hypothesis);

  Cells<Move> moves_;                // after i words of the reference, in row i - 1
  std::vector<std::int64_t> costs_;  // of aligning the words so far with the first j of the output
};

void Table::fill(const Side& reference, const Side& hypothesis) {
  const std::size_t n = reference.words.size(), m = hypothesis.words.size();
  const auto edit = static_cast<std::int64_t>(n + m + 1);  // one outweighs all penalties together
  moves_.make_room(n * m);
  costs_.assign(m + 1, 0);
  for (std::size_t j = 0; j < m; ++j) costs_[j + 1] = costs_[j] + edit + hypothesis.costs[j];
  for (std::size_t i = 0; i < n; ++i) {
    poll(2 * m);
    const std::int32_t word = reference.words[i];
    const std::int64_t deletion = edit + reference.costs[i];
    Move* const moves = moves_.from(i * m);
    std::int64_t* const costs = costs_.data();
    std::int64_t before = costs[0], last = costs[0] += deletion;
    for (std::size_t j = 0; j < m; ++j) {
      const std::int64_t paired = before + (hypothesis.words[j] == word ? 0 : edit);
      const std::int64_t without = costs[j + 1] + deletion, alone = last + edit + hypothesis.costs[j];
      const std::int64_t best = std::min(paired, without);  // of equally good steps the first of the three
      const Move move = paired <= without ? pair : leave_reference;
      before = costs[j + 1];
      last = costs[j + 1] = std::min(best, alone);
      moves[j] = best <= alone ? move : leave_hypothesis;
    }
  }
}

void Table::align(Side& reference, Side& hypothesis) {
  std::size_t i = reference.words.size(), j = hypothesis.words.size();
  const std::size_t width = j;
  fill(reference, hypothesis);
  while (i > 0 && j > 0) {
    const Move move = *moves_.from((i - 1) * width + j - 1);
    if (move == pair) {
      const bool is_hit = reference.words[i - 1] == hypothesis.words[j - 1];
      const auto operation = is_hit ? WordOperation::hit : WordOperation::substitution;
      reference.set(--i, operation);
      hypothesis.set(--j, operation);
    } else if (move == leave_reference) {
      reference.set(--i, WordOperation::gap);
    } else {
      hypothesis.set(--j, WordOperation::gap);
    }
  }
  while (i > 0) reference.set(--i, WordOperation::gap);
  while (j > 0) hypothesis.set(--j, WordOperation::gap);
}

}  // namespace

void align_rows(const PenalisedText& reference, const PenalisedText& hypothesis, std::span<std::uint8_t> of_reference,
                std::span<std::uint8_t> of_hypothesis) {
  Table table;
  Side one, other;
  for (std::size_t i = 0; i + 1 < reference.words.offsets.size(); ++i) {
    one.assign(reference, i, of_reference);
    other.assign(hypothesis, i, of_hypothesis);
    table.align(one, other);
  }
}

}  // namespace steelyard
