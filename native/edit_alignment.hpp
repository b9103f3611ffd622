// Alignments of two texts with the fewest edits: of several such alignments the one that rapidfuzz 3.14 finds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit.hpp"

namespace steelyard {

enum class EditOperation : std::uint8_t { hit, substitution, deletion, insertion };

// How often each operation is used, in the order of EditOperation.
using EditCounts = std::array<std::int64_t, 4>;

// Aligns texts to one pattern: a word of the pattern without a partner is deleted, one of the text inserted.
//
// Which alignment: words that both have at their ends are aligned first. Through the table of the rest it walks back
// from the last cell. It deletes where the cell before that in the pattern has a smaller distance; else inserts where
// the cell before in the text has a smaller distance than the one before in both; else pairs two words. Texts whose
// table would take 1 MiB or more are divided first (Hirschberg 1975, 10.1145/360825.360861): the text in its middle,
// the pattern at the first place where the distances of both parts sum to the whole.
//
// Time: text * ceil(pattern / 64), at most four times where texts are divided. Memory: 1 MiB, and linear.
class EditAlignment {
 public:
  explicit EditAlignment(std::size_t n_ids) : bits_(n_ids), part_bits_(n_ids) {}

  void assign(Words pattern);
  EditCounts counts(Words text);
  std::vector<EditOperation> operations(Words text);  // from the beginning to the end

 private:
  template <typename Visitor>
  void align(Words text, Visitor& visitor);
  template <typename Visitor>
  void align_halves(Words pattern, Words text, std::size_t distance, Visitor& visitor);
  template <typename Visitor>
  void align_part(Words pattern, Words text, std::size_t distance, Visitor& visitor);
  template <std::size_t n_blocks, typename Visitor>
  void align_whole(std::size_t first, std::size_t last, Words text, Visitor& visitor);
  template <typename Visitor>
  void align_banded(const PatternBits& bits, Words pattern, std::size_t first, std::size_t last, Words text,
                    std::size_t limit, Visitor& visitor);
  std::vector<std::size_t> distances_after(Words text, Words pattern, std::size_t n_rows, std::size_t distance);

  std::vector<std::int32_t> pattern_;
  PatternBits bits_;       // of the whole pattern, for every text
  PatternBits part_bits_;  // of a part of it, where texts are divided
  std::vector<CellBlock> cells_;
  std::vector<CellBlock> table_;  // rows of the table, for the way back
};

// The operations that turn one reference of its segment into each hypothesis.
//
// chosen: shape (n_systems, n_segments): which reference, from 0.
// counts: shape (n_systems, n_segments, 4): hits, substitutions, deletions, insertions.
void edit_counts(const TestSetView& texts, std::span<const std::int64_t> chosen, int n_threads,
                 std::span<std::int64_t> counts);

}  // namespace steelyard
