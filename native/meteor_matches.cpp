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
        poll(to.size());
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

MeteorMatches::MeteorMatches(const MeteorLexicon& lexicon) : lexicon_(lexicon) {
  for (std::size_t word = 0; word + 1 < lexicon.synonyms.offsets.size(); ++word) {
    sketches_.push_back(sketch(lexicon.synonyms.row(word)));
  }
}

void MeteorMatches::find(Words hypothesis, Words reference, const MeteorPhrases& phrases, std::size_t first_stage,
                         std::size_t last_stage, std::span<const MeteorMatch> earlier) {
  hypothesis_ = hypothesis;
  if (now_ == 0 || !std::equal(reference.begin(), reference.end(), reference_.begin(), reference_.end())) {
    read_reference(reference);
  }
  find_words(first_stage, last_stage);
  has_phrases_ = false;
  if (last_stage + 1 == n_meteor_stages && !phrases.empty()) find_phrases(phrases);
  taken_.reset(1, hypothesis.size());
  covered_.reset(1, reference.size());
  certain_.assign(reference.size(), {});
  if (earlier.empty() && !has_phrases_ && first_stage == 0 && last_stage + 1 >= n_kinds) {
    take_certain_words();
    return;
  }
  for (const MeteorMatch& match : earlier) take(match);
  count_rivals();
  take_certain();
}

// Numbers the distinct words of a reference; what was known of words beside another one is forgotten.
void MeteorMatches::read_reference(Words reference) {
  if (++now_ == 0) {
    partners_.assign(partners_.size(), {});
    now_ = 1;
  }
  reference_.assign(reference.begin(), reference.end());
  reference_words_.assign(reference.begin(), reference.end());
  std::sort(reference_words_.begin(), reference_words_.end());
  reference_words_.erase(std::unique(reference_words_.begin(), reference_words_.end()), reference_words_.end());
  reference_types_.clear();
  n_words_.assign(reference_words_.size(), 0);
  for (const std::int32_t word : reference) {
    const auto place = std::lower_bound(reference_words_.begin(), reference_words_.end(), word);
    reference_types_.push_back(static_cast<std::int32_t>(place - reference_words_.begin()));
    ++n_words_[static_cast<std::size_t>(reference_types_.back())];
  }
  kinds_.clear();
}

// Looks a word up beside the reference, once.
const MeteorMatches::Partners& MeteorMatches::partners_of(std::int32_t word) {
  const auto place = static_cast<std::size_t>(word);
  if (place >= partners_.size()) partners_.resize(std::max(place + 1, 2 * partners_.size()));
  Partners& found = partners_[place];
  if (found.since == now_) return found;
  const auto sets = [&](std::int32_t of) { return lexicon_.synonyms.row(static_cast<std::size_t>(of)); };
  const auto stem_of = [&](std::int32_t of) { return lexicon_.stems[static_cast<std::size_t>(of)]; };
  const auto sketch_of = [&](std::int32_t of) { return sketches_[static_cast<std::size_t>(of)]; };
  const bool has_stems = !lexicon_.stems.empty(), has_synonyms = !lexicon_.synonyms.offsets.empty();
  const std::int32_t stem = has_stems ? stem_of(word) : 0;
  const std::uint64_t own_sketch = has_synonyms ? sketch_of(word) : 0;
  found = {now_, static_cast<std::uint32_t>(kinds_.size()), 0, 0};
  poll(2 * reference_words_.size());
  for (std::size_t t = 0; t < reference_words_.size(); ++t) {
    const std::int32_t other = reference_words_[t];
    const auto add = [&](std::size_t stage) {
      kinds_.push_back(static_cast<std::uint32_t>(n_kinds * t + stage));
      found.n_rivals += n_words_[t];
    };
    if (lexicon_.is_same(word, other)) {
      if (lexicon_.has_exact) add(0);
      continue;
    }
    if (has_stems && stem_of(other) == stem) add(1);
    if (has_synonyms && (sketch_of(other) & own_sketch) != 0 && share_one(sets(word), sets(other))) add(2);
  }
  found.last = static_cast<std::uint32_t>(kinds_.size());
  return found;
}

void MeteorMatches::find_words(std::size_t first_stage, std::size_t last_stage) {
  const auto is_asked = [&](std::uint32_t kind) {
    return kind % n_kinds >= first_stage && kind % n_kinds <= last_stage;
  };
  // Counted first, then put side by side.
  const std::size_t n_lists = n_kinds * reference_words_.size();
  starts_.assign(n_lists + 1, 0);
  for (const std::int32_t word : hypothesis_) {
    const Partners& found = partners_of(word);
    poll(found.last - found.first);
    for (std::uint32_t k = found.first; k < found.last; ++k) {
      if (is_asked(kinds_[k])) ++starts_[kinds_[k] + 1];
    }
  }
  for (std::size_t list = 0; list < n_lists; ++list) starts_[list + 1] += starts_[list];
  ends_.assign(starts_.begin(), starts_.end());
  places_.resize(std::max(places_.size(), static_cast<std::size_t>(starts_[n_lists])));
  for (std::size_t i = 0; i < hypothesis_.size(); ++i) {
    const Partners& found = partners_[static_cast<std::size_t>(hypothesis_[i])];
    for (std::uint32_t k = found.first; k < found.last; ++k) {
      if (is_asked(kinds_[k])) places_[static_cast<std::size_t>(ends_[kinds_[k]]++)] = static_cast<std::int32_t>(i);
    }
  }
}

void MeteorMatches::add_phrase(std::size_t h, std::size_t h_length, std::size_t r, std::size_t r_length) {
  has_phrases_ = true;
  phrases_[r].push_back({static_cast<std::int32_t>(h), static_cast<std::int32_t>(h_length),
                         static_cast<std::int32_t>(r), static_cast<std::int32_t>(r_length), MeteorStage::paraphrase});
}

void MeteorMatches::find_phrases(const MeteorPhrases& phrases) {
  phrases_.resize(std::max(phrases_.size(), reference_.size()));
  for (std::size_t j = 0; j < reference_.size(); ++j) phrases_[j].clear();
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

void MeteorMatches::count_rivals() {
  hypothesis_rivals_.assign(hypothesis_.size(), 0);
  reference_rivals_.assign(reference_.size(), 0);
  for (std::int32_t j = 0; j < reference_length(); ++j) {
    for (const auto& found : positions(j)) {
      poll(found.size());
      for (const std::int32_t i : found) {
        if (!is_open(i, j)) continue;
        ++hypothesis_rivals_[static_cast<std::size_t>(i)];
        ++reference_rivals_[static_cast<std::size_t>(j)];
      }
    }
    for (const MeteorMatch& match : phrases(j)) {
      for (std::int32_t k = 0; k < match.hypothesis_length; ++k) {
        ++hypothesis_rivals_[static_cast<std::size_t>(match.hypothesis + k)];
      }
      for (std::int32_t k = 0; k < match.reference_length; ++k) {
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
    const Positions found = positions(j);
    for (std::size_t stage = 0; stage < n_kinds; ++stage) {
      for (const std::int32_t i : found[stage]) {
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

// The same where there are only single words, all of them open.
void MeteorMatches::take_certain_words() {
  for (std::int32_t j = 0; j < reference_length(); ++j) {
    const auto type = static_cast<std::size_t>(reference_types_[static_cast<std::size_t>(j)]);
    const std::int32_t* const starts = starts_.data() + n_kinds * type;
    if (n_words_[type] != 1 || starts[n_kinds] - starts[0] != 1) continue;
    const std::int32_t i = places_[static_cast<std::size_t>(starts[0])];
    if (partners_[static_cast<std::size_t>(hypothesis_[static_cast<std::size_t>(i)])].n_rivals != 1) continue;
    const std::size_t stage = starts[1] != starts[0] ? 0 : starts[2] != starts[1] ? 1 : 2;
    take({i, 1, j, 1, static_cast<MeteorStage>(stage)});
  }
}

}  // namespace steelyard
