// METEOR's alignment of words and phrases of two texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "ragged.hpp"

namespace steelyard {

// Why a match is one, in the order of METEOR's stages.
enum class MeteorStage : std::uint8_t { exact, stem, synonym, paraphrase };
constexpr std::size_t n_meteor_stages = 4;

struct MeteorMatch {
  std::int32_t hypothesis, hypothesis_length;  // first word and number of words
  std::int32_t reference, reference_length;
  MeteorStage stage;
};

// What is known of the words of a vocabulary; a stage without resources is left out.
struct MeteorLexicon {
  bool has_exact;
  std::span<const std::int32_t> stems;  // a number for each word, or empty
  RaggedView synonyms;                  // ascending numbers of synonym sets for each word, or no offsets
  RaggedView phrases;                   // phrase 2 k + 1 can stand for phrase 2 k; or no offsets
  std::span<const std::int32_t> keys;   // a number for each word, the same for words taken for equal; or empty

  bool is_same(std::int32_t a, std::int32_t b) const {
    return a == b || (!keys.empty() && keys[static_cast<std::size_t>(a)] == keys[static_cast<std::size_t>(b)]);
  }
};

// Which of the alignments with the largest cover counts.
enum class MeteorCriterion : std::uint8_t {
  crossings,  // METEOR 0.x: one stage after the other; fewest crossings, then fewest chunks, then shortest distances
  chunks,     // METEOR 1.x: all stages at once; fewest chunks, then shortest distances
  jar,        // the program meteor-1.5.jar: as chunks, with its slips
};

// Aligns one pair of texts after the other; keeps its memory between them.
//
// A beam search over the reference from left to right: `beam` partial alignments are kept. Matches that have no rival
// are fixed first. With chunks and crossings, partial alignments that differ in nothing that matters to what follows
// are one. With n and m words: time beam * (n + m * n / 64) and, for every word of the reference, at most beam^2 more;
// memory n + m, and beam * n / 8 bytes. jar: time beam * (number of possible matches), memory likewise.
class MeteorAligner {
 public:
  MeteorAligner(const MeteorLexicon& lexicon, MeteorCriterion criterion, std::size_t beam);
  ~MeteorAligner();
  MeteorAligner(const MeteorAligner&) = delete;
  MeteorAligner& operator=(const MeteorAligner&) = delete;

  // The matches in order of the reference.
  std::span<const MeteorMatch> align(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

// Counts for one pair, in this order: words of the hypothesis and of the reference, function words of both; for every
// stage matched content words of both, matched function words of both; chunks; matched words of both. With
// `sizes` (a number for each word of the vocabulary), words count as much as their size everywhere but in the last two.
constexpr std::size_t n_meteor_counts = 4 + 4 * n_meteor_stages + 3;

// counts: shape (n_references, n_systems, n_segments, n_meteor_counts), row-major; zeros where the reference is
// missing.
void count_meteor(const TestSetView& texts, const MeteorLexicon& lexicon, MeteorCriterion criterion, std::size_t beam,
                  std::span<const std::uint8_t> is_function_word, std::span<const std::int32_t> sizes, int n_threads,
                  std::span<std::int64_t> counts);

// For every reference, system and segment, in this order, and every word of that reference: which word of the
// hypothesis it is matched with, by single words, or -1.
//
// partners: as many as the references have words, times n_systems; offsets of the rows follow from the references.
void find_meteor_partners(const TestSetView& texts, const MeteorLexicon& lexicon, MeteorCriterion criterion,
                          std::size_t beam, int n_threads, std::span<std::int32_t> partners);

}  // namespace steelyard
