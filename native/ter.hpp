// Translation edit rate: the fewest edits after greedy shifts, as sacreBLEU and as the Java tool tercom search for
// them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit.hpp"
#include "ragged.hpp"
#include "ter_tables.hpp"

namespace steelyard {

enum class TerVariant { sacrebleu, tercom };

// Words [start, start + length) are taken out and put back so that they start at `target`.
struct TerShift {
  std::int64_t start, length, target;
};

// Edits of texts to one reference.
//
// A round of the search asks for the distance after every shift that may help, and applies the best; rounds follow
// until none helps. Time, with n and m the lengths: a round takes O(n ceil(m / 64)) for its table, O(n) times the words
// of the reference within the reach of a shift to find candidates, and O(n ceil(m / 64)) for each candidate.
// sacreBLEU's search ends at 1,000 candidates, and its rows take one machine word each. tercom's has no end: here it
// has one after 1e12 cells of tables, 1e10 where its beam misses the edit distance, and pairs of more than 2^25 cells
// are searched as sacreBLEU does. Memory: O(n ceil(m / 64)) for tercom, and the living cells of its beam where that
// binds; linear for sacreBLEU.
class TerSearch {
 public:
  // Word ids are from 0 to n_ids - 1.
  TerSearch(std::size_t n_ids, TerVariant variant) : variant_(variant), bits_(n_ids) {}
  TerSearch(const TerSearch&) = delete;  // the tables hold on to bits_
  TerSearch& operator=(const TerSearch&) = delete;

  void assign(Words reference);
  // Edits that no order of the words goes below.
  std::int64_t least(Words text);
  // Shifts and edits of the shifted text: how they came about stays until the next call.
  std::int64_t operator()(Words text);
  const std::vector<TerShift>& shifts() const { return shifts_; }
  const std::vector<EditStep>& steps() const { return steps_; }  // the last one first

 private:
  struct Candidate {
    std::int32_t start, length, place, target;  // place: the target as the variant counts it
  };
  static constexpr std::int32_t longest_shift = 10;

  template <typename Table>
  std::int64_t search(Table& table, std::int64_t fewest);
  template <typename Table>
  void align(const Table& table);
  template <typename Table>
  const Candidate* choose(Table& table, std::int64_t most_gain);
  std::int64_t most_candidates(std::int64_t surplus) const;
  bool gather(std::int64_t most);
  void gather_as_sacrebleu(std::int32_t start);
  void gather_as_tercom(std::int32_t start);
  bool may_shift(std::int32_t start, std::int32_t length, std::int32_t place) const;
  void add(std::int32_t start, std::int32_t length, std::int32_t place);
  std::span<const std::int32_t> places_of(std::int32_t word) const;

  TerVariant variant_;
  TerVariant rules_ = TerVariant::sacrebleu;  // of this pair
  ReferenceBits bits_;
  Words reference_;
  std::vector<std::size_t> place_ends_;  // by slot: where its places in the reference end in places_
  std::vector<std::int32_t> places_;
  std::vector<std::size_t> n_used_;  // by slot

  FullTable full_{bits_};
  BandTable band_{bits_};
  CellTable cells_;

  std::vector<std::int32_t> text_;  // after the shifts so far
  std::vector<TerShift> shifts_;
  std::vector<EditStep> steps_;
  std::vector<std::int32_t> aligned_;          // by word of the reference: last word of the text up to it, or -1
  std::vector<std::int32_t> text_error_;       // by word: how many words further the next unmatched one is
  std::vector<std::int32_t> reference_error_;  // the same
  std::array<std::vector<Candidate>, longest_shift> candidates_;  // by length - 1
  std::vector<std::int32_t> open_places_;
  std::int64_t n_candidates_ = 0;
};

// The edits of every hypothesis to the reference that needs fewest.
//
// edits: shape (n_systems, n_segments), row-major. Every segment has a reference.
void ter_edits(const TestSetView& texts, TerVariant variant, int n_threads, std::span<std::int64_t> edits);

struct TerCosts {
  double insertion, deletion, substitution, shift;
};

// The insertions, deletions, substitutions and shifts of every hypothesis to the reference that costs least: of the
// orders that the search passes through, as it does where all costs are 1, the cheapest with its cheapest path. Of
// equals the last order counts, and the first reference; a path prefers match or substitution, then an insertion.
// Time: text * reference for each shift. Memory: linear.
//
// counts: shape (n_systems, n_segments, 4), row-major. Every segment has a reference.
void ter_counts(const TestSetView& texts, TerVariant variant, const TerCosts& costs, int n_threads,
                std::span<std::int64_t> counts);

}  // namespace steelyard
