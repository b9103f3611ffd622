// CDER: the fewest edits and block jumps that read one text off another. Leusch, Ueffing and Ney 2006 (E06-1031).
#pragma once

#include <cstdint>
#include <span>

#include "ragged.hpp"
#include "word_costs.hpp"

namespace steelyard {

// What is asked of the cover distance of a hypothesis and a reference.
struct CoverQuestion {
  Substitution substitution = Substitution::equal;
  RaggedView spelling;       // row w holds the characters of word w; not read for Substitution::equal
  bool is_reversed = false;  // cover the hypothesis once and read the reference freely, instead of the other way round
};

// The distance d_CD of every hypothesis to every reference of its segment: insertions, substitutions, and jumps to
// anywhere in the hypothesis cost 1 (substitutions what their words cost), and every word of the reference is covered
// exactly once, those of the hypothesis any number of times. Time: words * words, and with Substitution::equal
// words * ceil(words / 64). Memory: linear.
//
// distances: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
void cover_distances(const TestSetView& texts, const CoverQuestion& question, int n_threads,
                     std::span<double> distances);

// How far the words that may be read freely are from being covered once: the sum of |1 - coverage| along one path of
// least cost. Traced from its end, the path prefers a match or substitution, then a deletion, then an insertion, then
// the jump from the first place where the row is least. Time: twice words * words. Memory: words * sqrt(words).
//
// miscoverages: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
void miscoverages(const TestSetView& texts, const CoverQuestion& question, int n_threads,
                  std::span<double> miscoverages);

}  // namespace steelyard
