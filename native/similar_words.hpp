// Words aligned by their spelling, and their order: Homola, Kubon and Pecina 2009 (W09-0403).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "edit.hpp"
#include "ragged.hpp"

namespace steelyard {

// How a sequence of aligned words is brought into order.
enum class Reordering {
  fewest,          // the fewest words taken out and put back: all but a longest rising subsequence
  insertion_sort,  // from left to right, every word that has a later one before it
};

// One word's partner: none where it has none, with a distance of 1.
struct Partner {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t place = none;
  double distance = 1;
};

// More words that could be partners in one pair of texts are not looked at: they would not fit in memory for long.
inline constexpr std::size_t most_similar_pairs = std::size_t{1} << 24;

// Aligns the words of a text to those of another. Each word prefers the nearest in spelling, then the first; a word
// that is taken goes to a strictly nearer one, and who loses it looks on. One object per thread.
class SimilarWords {
 public:
  // letters: row w holds the letters of word w, as numbers below n_letters. Words pair below the threshold only, the
  // edits between their letters over the letters of the word that looks for a partner.
  SimilarWords(RaggedView letters, std::size_t n_letters, double threshold)
      : letters_(letters), threshold_(threshold), distance_(n_letters) {}

  // Finds the partners of the words of `text`. False where there are too many pairs.
  // Time: the pairs of different words of similar length, and for each different word of the text the words it can be
  // paired with. Memory: the same pairings.
  bool align(Words text, Words other);

  // Of the last text, by word; valid until the next.
  const std::vector<Partner>& partners() const { return partners_; }

 private:
  struct Candidate {
    double distance;
    std::size_t place;
  };
  struct Candidates {
    std::vector<Candidate> best_first;
    std::size_t next = 0;  // those before it have refused this word, or hold it: no copy of it can have them
  };

  Candidates candidates_of(std::int32_t word);

  RaggedView letters_;
  double threshold_;
  EditDistance distance_;
  std::unordered_map<std::int32_t, std::vector<std::size_t>> places_;  // of the words of `other`
  std::vector<std::int32_t> different_;                                // words of `other`, each once
  std::unordered_map<std::int32_t, Candidates> candidates_;
  std::size_t n_pairs_ = 0;  // of all candidates
  std::vector<Partner> partners_;
  std::vector<std::size_t> holder_;
};

// How many words must move for the places to rise. Time: n log n.
std::size_t count_moves(std::span<const std::size_t> places, Reordering reordering);

// The parts of the score of every hypothesis and every reference of its segment: mean similarity of the hypothesis's
// words, of the reference's words, moved words, and words of the hypothesis without a partner.
//
// parts: shape (n_references, n_systems, n_segments, 4), row-major; 0 where the reference is missing, the first NaN
// where there are too many pairs.
void similar_word_parts(const TestSetView& texts, RaggedView letters, double threshold, Reordering reordering,
                        int n_threads, std::span<double> parts);

}  // namespace steelyard
