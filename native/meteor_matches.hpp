// Which words and phrases of two texts could be matched by METEOR.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "bits.hpp"
#include "meteor.hpp"

namespace steelyard {

// Paraphrases by their first phrase.
using MeteorPhrases = std::map<std::vector<std::int32_t>, std::vector<std::span<const std::int32_t>>>;

MeteorPhrases index_phrases(const RaggedView& phrases);

// All possible matches of one pair of texts, with those apart that have no rival. Keeps its memory between pairs.
class MeteorMatches {
 public:
  // Where the hypothesis has a word that matches, ascending, by stage.
  using Positions = std::array<std::vector<std::int32_t>, n_meteor_stages - 1>;

  explicit MeteorMatches(const RaggedView& synonyms = {});

  // Finds the matches of some stages, but for words that earlier matches took. With `counts_first_words` a phrase is a
  // rival at its first word only, as in the jar.
  void find(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference,
            const MeteorLexicon& lexicon, const MeteorPhrases& phrases, std::size_t first_stage, std::size_t last_stage,
            std::span<const MeteorMatch> earlier, bool counts_first_words);

  std::int32_t hypothesis_length() const { return static_cast<std::int32_t>(hypothesis_.size()); }
  std::int32_t reference_length() const { return static_cast<std::int32_t>(reference_.size()); }

  // Of single words at a word of the reference.
  const Positions& positions(std::int32_t j) const {
    return candidates_[static_cast<std::size_t>(reference_types_[static_cast<std::size_t>(j)])];
  }
  // Of phrases that start there.
  std::span<const MeteorMatch> phrases(std::int32_t j) const { return phrases_[static_cast<std::size_t>(j)]; }
  // The match that is certain and starts there; with length 0 none.
  const MeteorMatch& certain(std::int32_t j) const { return certain_[static_cast<std::size_t>(j)]; }
  // Words that certain and earlier matches take.
  const std::uint64_t* taken_in_hypothesis() const { return taken_.row(0); }
  const std::uint64_t* taken_in_reference() const { return covered_.row(0); }

 private:
  void find_words(const MeteorLexicon& lexicon, std::size_t first_stage, std::size_t last_stage);
  void find_phrases(const MeteorPhrases& phrases);
  void add_phrase(std::size_t h, std::size_t h_length, std::size_t r, std::size_t r_length);
  void count_rivals(bool counts_first_words);
  void take(const MeteorMatch& match);
  void take_certain();
  bool is_open(std::int32_t i, std::int32_t j) const;

  std::vector<std::uint64_t> sketches_;  // of the synonym sets of every word
  std::span<const std::int32_t> hypothesis_, reference_;
  std::vector<std::int32_t> stems_;            // of the hypothesis
  std::vector<std::uint64_t> own_sketches_;    // of the hypothesis
  std::vector<std::int32_t> reference_words_;  // distinct, ascending
  std::vector<std::int32_t> reference_types_;  // places among them
  std::vector<Positions> candidates_;          // by distinct word of the reference
  std::vector<std::vector<MeteorMatch>> phrases_;
  std::vector<std::int32_t> hypothesis_rivals_, reference_rivals_;  // how many matches cover each word
  std::vector<MeteorMatch> certain_;
  BitRows taken_, covered_;
};

}  // namespace steelyard
