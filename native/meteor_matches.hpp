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

// All possible matches of one pair of texts, with those apart that have no rival. Keeps its memory between pairs, and
// what it found of words beside a reference as long as the reference stays the same.
class MeteorMatches {
 public:
  // Where the hypothesis has a word that matches, ascending, by stage.
  using Positions = std::array<std::span<const std::int32_t>, n_meteor_stages - 1>;

  explicit MeteorMatches(const MeteorLexicon& lexicon = {});

  // Finds the matches of some stages, but for words that earlier matches took.
  void find(std::span<const std::int32_t> hypothesis, std::span<const std::int32_t> reference,
            const MeteorPhrases& phrases, std::size_t first_stage, std::size_t last_stage,
            std::span<const MeteorMatch> earlier);

  std::int32_t hypothesis_length() const { return static_cast<std::int32_t>(hypothesis_.size()); }
  std::int32_t reference_length() const { return static_cast<std::int32_t>(reference_.size()); }

  // Of single words at a word of the reference.
  Positions positions(std::int32_t j) const {
    const auto type = static_cast<std::size_t>(reference_types_[static_cast<std::size_t>(j)]);
    const std::int32_t* const starts = starts_.data() + n_kinds * type;
    Positions found;
    for (std::size_t stage = 0; stage < n_kinds; ++stage) {
      found[stage] = {places_.data() + starts[stage], places_.data() + starts[stage + 1]};
    }
    return found;
  }
  // Whether there are phrases that match.
  bool has_phrases() const { return has_phrases_; }
  // Of phrases that start there.
  std::span<const MeteorMatch> phrases(std::int32_t j) const {
    return has_phrases_ ? std::span<const MeteorMatch>(phrases_[static_cast<std::size_t>(j)])
                        : std::span<const MeteorMatch>();
  }
  // The match that is certain and starts there; with length 0 none.
  const MeteorMatch& certain(std::int32_t j) const { return certain_[static_cast<std::size_t>(j)]; }
  // Words that certain and earlier matches take.
  const std::uint64_t* taken_in_hypothesis() const { return taken_.row(0); }
  const std::uint64_t* taken_in_reference() const { return covered_.row(0); }

 private:
  static constexpr std::size_t n_kinds = n_meteor_stages - 1;  // of matches of single words

  // A word beside the reference: which of the reference's words it matches, and how.
  struct Partners {
    std::uint32_t since = 0;  // since which reference this is known
    std::uint32_t first = 0, last = 0;
    std::int32_t n_rivals = 0;  // matches of one such word
  };

  void read_reference(std::span<const std::int32_t> reference);
  const Partners& partners_of(std::int32_t word);
  void find_words(std::size_t first_stage, std::size_t last_stage);
  void find_phrases(const MeteorPhrases& phrases);
  void add_phrase(std::size_t h, std::size_t h_length, std::size_t r, std::size_t r_length);
  void count_rivals();
  void take(const MeteorMatch& match);
  void take_certain();
  void take_certain_words();
  bool is_open(std::int32_t i, std::int32_t j) const;

  MeteorLexicon lexicon_;
  std::vector<std::uint64_t> sketches_;  // of the synonym sets of every word
  std::span<const std::int32_t> hypothesis_;
  std::vector<std::int32_t> reference_;
  std::uint32_t now_ = 0;                      // counts references
  std::vector<Partners> partners_;             // by word
  std::vector<std::uint32_t> kinds_;           // of partners: n_kinds times the distinct word, and the stage
  std::vector<std::int32_t> reference_words_;  // distinct
  std::vector<std::int32_t> reference_types_;  // places among them
  std::vector<std::int32_t> n_words_;          // how often each is there
  std::vector<std::int32_t> starts_;           // by distinct word and stage: where its places begin
  std::vector<std::int32_t> places_;
  std::vector<std::int32_t> ends_;
  std::vector<std::vector<MeteorMatch>> phrases_;
  bool has_phrases_ = false;
  std::vector<std::int32_t> hypothesis_rivals_, reference_rivals_;  // how many matches cover each word
  std::vector<MeteorMatch> certain_;
  BitRows taken_, covered_;
};

}  // namespace steelyard
