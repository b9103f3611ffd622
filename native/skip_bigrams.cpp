#include "skip_bigrams.hpp"

#include <algorithm>
#include <vector>

#include "edit.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

// A text as numbers of the reference's distinct words, 1 .. n; 0 stands for every other word.
struct NumberedText {
  std::vector<std::uint32_t> words;
  std::vector<std::size_t> starts;  // of each number's places
  std::vector<std::size_t> places;  // of all words, by number, rising

  void index(std::size_t n_numbers) {
    starts.assign(n_numbers + 2, 0);
    for (const std::uint32_t word : words) ++starts[word + 1];
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    places.resize(words.size());
    for (std::size_t at = 0; at < words.size(); ++at) places[starts[words[at]]++] = at;
    for (std::size_t i = starts.size() - 1; i > 0; --i) starts[i] = starts[i - 1];
    starts[0] = 0;
  }

  std::span<const std::size_t> places_of(std::uint32_t number) const {
    return {places.data() + starts[number], starts[number + 1] - starts[number]};
  }

  // Calls visit(follower, n): the word `number` stands n times before this follower, near enough. A follower may be
  // visited several times.
  template <typename Visit>
  void for_followers(std::uint32_t number, std::size_t window, Visit&& visit) const {
    const auto before = places_of(number);
    if (before.empty()) return;
    if (window < words.size() / before.size()) {
      for (const std::size_t at : before) {
        const std::size_t last = std::min(words.size() - 1, at + window);
        for (std::size_t next = at + 1; next <= last; ++next) visit(words[next], std::int64_t{1});
      }
      return;
    }
    std::int64_t n_near = 0;
    for (std::size_t at = before.front(); at < words.size(); ++at) {
      // n_near: how often the word is among the `window` words before this place.
      if (n_near > 0) visit(words[at], n_near);
      n_near += words[at] == number;
      if (at >= window) n_near -= words[at - window] == number;
    }
  }
};

class SkipBigrams {
 public:
  SkipBigrams(std::size_t n_ids, std::size_t window) : numbers_(n_ids, 0), window_(window) {}

  void assign(Words reference) {
    for (const std::int32_t word : distinct_) numbers_[static_cast<std::size_t>(word)] = 0;
    distinct_.clear();
    reference_.words.clear();
    for (const std::int32_t word : reference) {
      std::uint32_t& number = numbers_[static_cast<std::size_t>(word)];
      if (number == 0) {
        distinct_.push_back(word);
        number = static_cast<std::uint32_t>(distinct_.size());
      }
      reference_.words.push_back(number);
    }
    reference_.index(distinct_.size());
    in_reference_.assign(distinct_.size() + 1, 0);
    in_hypothesis_.assign(distinct_.size() + 1, 0);
  }

  std::int64_t matches(Words hypothesis) {
    hypothesis_.words.clear();
    for (const std::int32_t word : hypothesis) {
      hypothesis_.words.push_back(numbers_[static_cast<std::size_t>(word)]);
    }
    hypothesis_.index(distinct_.size());
    std::int64_t n_matches = 0;
    for (std::uint32_t number = 1; number <= distinct_.size(); ++number) {
      if (hypothesis_.places_of(number).empty()) continue;
      poll(2 * (reference_.words.size() + hypothesis_.words.size()));
      reference_.for_followers(number, window_, [&](std::uint32_t word, std::int64_t n) { in_reference_[word] += n; });
      hypothesis_.for_followers(number, window_,
                                [&](std::uint32_t word, std::int64_t n) { in_hypothesis_[word] += n; });
      hypothesis_.for_followers(number, window_, [&](std::uint32_t word, std::int64_t) {
        n_matches += std::min(in_hypothesis_[word], in_reference_[word]);
        in_hypothesis_[word] = 0;
      });
      reference_.for_followers(number, window_, [&](std::uint32_t word, std::int64_t) { in_reference_[word] = 0; });
    }
    return n_matches;
  }

 private:
  std::vector<std::uint32_t> numbers_;  // by word id; 0: not in the reference
  std::vector<std::int32_t> distinct_;  // the reference's distinct words, to reset numbers_
  std::size_t window_;                  // how far after a word its followers are
  NumberedText reference_, hypothesis_;
  std::vector<std::int64_t> in_reference_, in_hypothesis_;  // followers of one word, by number
};

}  // namespace

void skip_bigram_matches(const TestSetView& texts, std::int64_t max_gap, int n_threads,
                         std::span<std::int64_t> matches) {
  const std::size_t n_ids = count_ids(texts);
  const std::size_t n_tokens = texts.hypotheses.values.size() + texts.references.values.size();
  const std::size_t window = max_gap < 0 ? n_tokens : std::min(static_cast<std::size_t>(max_gap) + 1, n_tokens);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    SkipBigrams bigrams(n_ids, window);
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        bigrams.assign(texts.reference(r, segment));
        for (std::size_t s = 0; s < texts.n_systems; ++s) {
          matches[(r * texts.n_systems + s) * texts.n_segments + segment] =
              bigrams.matches(texts.hypothesis(s, segment));
        }
      }
    }
  });
}

}  // namespace steelyard
