#include "meteor_matches.hpp"

#include <algorithm>

namespace steelyard {
namespace {

using Words = std::span<const std::int32_t>;

bool share_one(Words a, Words b) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    a[i] < b[j] ? ++i : ++j;
  }
  return false;
}

// Numbers hashed to bits: two words whose bits have nothing in common share no number.
std::uint64_t sketch(Words numbers) {
  std::uint64_t bits = 0;
  for (const std::int32_t number : numbers) {
    // = std::uint64_t{1}|Knuth's multiplicative hash: its upper six bits.
    bits |= std::uint64_t{1} << (static_cast<std::uint32_t>(number) * 2654435769u >> 26);
  }
  return bits;
}

void number(Words words, std::vector<std::int32_t>& distinct, std::vector<std::int32_t>& types) {
  distinct.assign(words.begin(), words.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  types.resize(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto place = std::lower_bound(distinct.begin(), distinct.end(), words[i]);
    types[i] = static_cast<std::int32_t>(place - distinct.begin());
  }
}

// Calls found(start, length, other start, other length) for phrases of one text with a paraphrase in the other.
template <typename Found>
void pair_phrases(Words from, Words to, const MeteorPhrases& phrases, Found&& found) {
  std::vector<std::int32_t> phrase;
  for (std::size_t start = 0; start < from.size(); ++start) {
    phrase.clear();
    for (std::size_t end = start; end < from.size(); ++end) {
      phrase.push_back(from[end]);
      const auto known = phrases.lower_bound(phrase);
      if (known == phrases.end() || known->first.size() < phrase.size() ||
          !std::equal(phrase.begin(), phrase.end(), known->first.begin())) {
        break;  // no phrase begins like this
      }
      if (known->first != phrase) continue;
      for (const Words other : known->second) {
        for (std::size_t i = 0; i + other.size() <= to.size(); ++i) {
          if (std::equal(other.begin(), other.end(), to.begin() + static_cast<std::ptrdiff_t>(i))) {
            found(start, phrase.size(), i, other.size());
          }
        }
      }
    }
  }
}

}  // namespace

MeteorPhrases index_phrases(const RaggedView& phrases) {
  MeteorPhrases index;
  for (std::size_t k = 0; k + 2 < phrases.offsets.size(); k += 2) {
    const Words phrase = phrases.row(k);
    index[{phrase.begin(), phrase.end()}].push_back(phrases.row(k + 1));
  }
  return index;
}

MeteorMatches::MeteorMatches(const RaggedView& synonyms) {
  for (std::size_t word = 0; word + 1 < synonyms.offsets.size(); ++word) {
    sketches_.push_back(sketch(synonyms.row(word)));
  }
}

void MeteorMatches::find(Words hypothesis, Words reference, const MeteorLexicon& lexicon, const MeteorPhrases& phrases,
                         std::size_t first_stage, std::size_t last_stage, std::span<const MeteorMatch> earlier,
                         bool counts_first_words) {
  hypothesis_ = hypothesis;
  reference_ = reference;
  number(reference, reference_words_, reference_types_);
  find_words(lexicon, first_stage, last_stage);
  phrases_.resize(std::max(phrases_.size(), reference.size()));
  for (std::size_t j = 0; j < reference.size(); ++j) phrases_[j].clear();
  if (last_stage + 1 == n_meteor_stages && !phrases.empty()) find_phrases(phrases);
  taken_.reset(1, hypothesis.size());
  covered_.reset(1, reference.size());
  certain_.assign(reference.size(), {});
  for (const MeteorMatch& match : earlier) take(match);
  count_rivals(counts_first_words);
  take_certain();
}

void MeteorMatches::find_words(const MeteorLexicon& lexicon, std::size_t first_stage, std::size_t last_stage) {
  const auto sets = [&](std::int32_t word) { return lexicon.synonyms.row(static_cast<std::size_t>(word)); };
  const bool has_stems = !lexicon.stems.empty() && first_stage <= 1 && last_stage >= 1;
  const bool has_synonyms = !lexicon.synonyms.offsets.empty() && first_stage <= 2 && last_stage >= 2;
  const auto stem_of = [&](std::int32_t word) { return lexicon.stems[static_cast<std::size_t>(word)]; };
  const auto sketch_of = [&](std::int32_t word) { return sketches_[static_cast<std::size_t>(word)]; };
  // side by side: the loop below visits them once for every distinct word of the reference
  stems_.clear();
  own_sketches_.clear();
  for (const std::int32_t word : hypothesis_) {
    if (has_stems) stems_.push_back(stem_of(word));
    if (has_synonyms) own_sketches_.push_back(sketch_of(word));
  }
  candidates_.resize(std::max(candidates_.size(), reference_words_.size()));
  for (std::size_t t = 0; t < reference_words_.size(); ++t) {
    const std::int32_t word = reference_words_[t];
    const std::int32_t stem = has_stems ? stem_of(word) : 0;
    const std::uint64_t own_sketch = has_synonyms ? sketch_of(word) : 0;
    Positions& found = candidates_[t];
    for (auto& positions : found) positions.clear();
    for (std::size_t i = 0; i < hypothesis_.size(); ++i) {
      const std::int32_t other = hypothesis_[i];
      const auto place = static_cast<std::int32_t>(i);
      if (lexicon.is_same(other, word)) {
        if (lexicon.has_exact && first_stage == 0) found[0].push_back(place);
        continue;
      }
      if (has_stems && stems_[i] == stem) found[1].push_back(place);
      if (has_synonyms && (own_sketches_[i] & own_sketch) != 0 && share_one(sets(other), sets(word))) {
        found[2].push_back(place);
      }
    }
  }
}

void MeteorMatches::add_phrase(std::size_t h, std::size_t h_length, std::size_t r, std::size_t r_length) {
  phrases_[r].push_back({static_cast<std::int32_t>(h), static_cast<std::int32_t>(h_length),
                         static_cast<std::int32_t>(r), static_cast<std::int32_t>(r_length), MeteorStage::paraphrase});
}

void MeteorMatches::find_phrases(const MeteorPhrases& phrases) {
  pair_phrases(reference_, hypothesis_, phrases,
               [&](std::size_t r, std::size_t r_length, std::size_t h, std::size_t h_length) {
                 add_phrase(h, h_length, r, r_length);
               });
  pair_phrases(hypothesis_, reference_, phrases,
               [&](std::size_t h, std::size_t h_length, std::size_t r, std::size_t r_length) {
                 add_phrase(h, h_length, r, r_length);
               });
}

bool MeteorMatches::is_open(std::int32_t i, std::int32_t j) const {
  return !has_bit(taken_.row(0), i) && !has_bit(covered_.row(0), j);
}

void MeteorMatches::count_rivals(bool counts_first_words) {
  hypothesis_rivals_.assign(hypothesis_.size(), 0);
  reference_rivals_.assign(reference_.size(), 0);
  for (std::int32_t j = 0; j < reference_length(); ++j) {
    for (const auto& found : positions(j)) {
      for (const std::int32_t i : found) {
        if (!is_open(i, j)) continue;
        ++hypothesis_rivals_[static_cast<std::size_t>(i)];
        ++reference_rivals_[static_cast<std::size_t>(j)];
      }
    }
    for (const MeteorMatch& match : phrases(j)) {
      for (std::int32_t k = 0; k < (counts_first_words ? 1 : match.hypothesis_length); ++k) {
        ++hypothesis_rivals_[static_cast<std::size_t>(match.hypothesis + k)];
      }
      for (std::int32_t k = 0; k < (counts_first_words ? 1 : match.reference_length); ++k) {
        ++reference_rivals_[static_cast<std::size_t>(match.reference + k)];
      }
    }
  }
}

void MeteorMatches::take(const MeteorMatch& match) {
  certain_[static_cast<std::size_t>(match.reference)] = match;
  set_bits(taken_.row(0), match.hypothesis, match.hypothesis_length);
  set_bits(covered_.row(0), match.reference, match.reference_length);
}

void MeteorMatches::take_certain() {
  const auto is_alone = [](const std::vector<std::int32_t>& rivals, std::int32_t first, std::int32_t length) {
    return std::all_of(rivals.begin() + first, rivals.begin() + first + length, [](std::int32_t n) { return n == 1; });
  };
  for (std::int32_t j = 0; j < reference_length(); ++j) {
    std::size_t n_starting = phrases(j).size();
    MeteorMatch only = n_starting == 1 ? phrases(j)[0] : MeteorMatch{};
    for (std::size_t stage = 0; stage < n_meteor_stages - 1; ++stage) {
      for (const std::int32_t i : positions(j)[stage]) {
        if (n_starting > 1) break;
        if (!is_open(i, j)) continue;
        ++n_starting;
        only = {i, 1, j, 1, static_cast<MeteorStage>(stage)};
      }
    }
    if (n_starting == 1 && is_alone(hypothesis_rivals_, only.hypothesis, only.hypothesis_length) &&
        is_alone(reference_rivals_, only.reference, only.reference_length)) {
      take(only);
    }
  }
}

}  // namespace steelyard
