#include "sub_goals.hpp"

#include <algorithm>
#include <vector>

#include "edit.hpp"
#include "parallel.hpp"
#include "pattern_bits.hpp"

namespace steelyard {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFFu;
using Bits = std::vector<std::uint64_t>;

// Where the shared words stand in one text, and which of them still follow.
class Places {
 public:
  // numbers: by word id, the number of a shared word or none.
  void assign(Words text, const std::vector<std::uint32_t>& numbers, std::size_t n_shared) {
    n_blocks_ = (n_shared + 63) / 64;
    words_.clear();
    for (const std::int32_t word : text) {
      if (const std::uint32_t number = numbers[static_cast<std::size_t>(word)]; number != none)
        words_.push_back(number);
    }
    first_.assign(n_shared, none);
    for (std::size_t at = words_.size(); at-- > 0;) first_[words_[at]] = static_cast<std::uint32_t>(at);
    // A row for every last occurrence: between two of them the same words follow.
    following_.assign(n_blocks_, 0);
    row_after_.assign(words_.size(), 0);
    Bits row(n_blocks_, 0);
    std::uint32_t n_rows = 0;
    for (std::size_t at = words_.size(); at-- > 0;) {
      row_after_[at] = n_rows;
      std::uint64_t& block = row[words_[at] / 64];
      const std::uint64_t bit = std::uint64_t{1} << (words_[at] % 64);
      if (block & bit) continue;
      block |= bit;
      following_.insert(following_.end(), row.begin(), row.end());
      ++n_rows;
    }
    next_.assign(n_shared, none);
  }

  // The first place of a word; none where it is missing.
  std::uint32_t first(std::size_t word) const { return first_[word]; }

  // The shared words that stand after this place.
  const std::uint64_t* following(std::uint32_t place) const { return &following_[row_after_[place] * n_blocks_]; }

  // From now on `next` tells the first place of each word after the first place of this one.
  void start_from(std::size_t word) {
    std::ranges::fill(next_, none);
    if (first_[word] == none) return;
    for (std::size_t at = words_.size(); at-- > first_[word] + std::size_t{1};) {
      next_[words_[at]] = static_cast<std::uint32_t>(at);
    }
  }
  std::uint32_t next(std::size_t word) const { return next_[word]; }

 private:
  std::size_t n_blocks_ = 0;
  std::vector<std::uint32_t> words_, first_, next_, row_after_;
  Bits following_;
};

// Answers the questions of one segment after the other.
class Questions {
 public:
  explicit Questions(std::size_t n_ids) : numbers_(n_ids, none), met_(n_ids, 0) {}

  // One answer per hypothesis: {answer for n = 1, 2, 3}.
  template <typename Answer>
  void ask(std::span<const Words> references, std::span<const Words> hypotheses, Answer&& answer) {
    share_words(references);
    if (!shared_.empty()) {
      assign(references_, references);
      assign(hypotheses_, hypotheses);
      ask_words(hypotheses.size(), answer);
      ask_sequences(references.size(), hypotheses.size(), answer);
    }
    for (const std::int32_t word : shared_) numbers_[static_cast<std::size_t>(word)] = none;
  }

 private:
  // Numbers the words that are in all references.
  void share_words(std::span<const Words> references) {
    shared_.clear();
    for (std::size_t r = 0; r < references.size(); ++r) {
      for (const std::int32_t word : references[r]) {
        std::uint32_t& met = met_[static_cast<std::size_t>(word)];
        if (met != r) continue;
        if (++met == references.size()) {
          numbers_[static_cast<std::size_t>(word)] = static_cast<std::uint32_t>(shared_.size());
          shared_.push_back(word);
        }
      }
    }
    for (const Words words : references) {
      for (const std::int32_t word : words) met_[static_cast<std::size_t>(word)] = 0;
    }
    n_blocks_ = (shared_.size() + 63) / 64;
  }

  void assign(std::vector<Places>& places, std::span<const Words> texts) const {
    places.resize(std::max(places.size(), texts.size()));
    for (std::size_t i = 0; i < texts.size(); ++i) places[i].assign(texts[i], numbers_, shared_.size());
  }

  template <typename Answer>
  void ask_words(std::size_t n_hypotheses, Answer& answer) const {
    for (std::size_t s = 0; s < n_hypotheses; ++s) {
      bool is_yes = true;
      for (std::size_t word = 0; word < shared_.size(); ++word) is_yes = is_yes && hypotheses_[s].first(word) != none;
      answer(s, 0, is_yes);
    }
  }

  template <typename Answer>
  void ask_sequences(std::size_t n_references, std::size_t n_hypotheses, Answer& answer) {
    std::vector<std::uint8_t> is_no[2] = {std::vector<std::uint8_t>(n_hypotheses),
                                          std::vector<std::uint8_t>(n_hypotheses)};
    bool is_asked[2] = {false, false};
    Bits common(n_blocks_);
    // Words that follow these places in all references, without the words of the n-gram itself.
    const auto intersect = [&](auto&& place_in, std::initializer_list<std::size_t> used) {
      std::ranges::fill(common, ~std::uint64_t{0});
      for (std::size_t r = 0; r < n_references; ++r) {
        const std::uint64_t* following = references_[r].following(place_in(references_[r]));
        for (std::size_t b = 0; b < n_blocks_; ++b) common[b] &= following[b];
      }
      for (const std::size_t word : used) common[word / 64] &= ~(std::uint64_t{1} << (word % 64));
      return std::ranges::any_of(common, [](std::uint64_t block) { return block != 0; });
    };
    const auto check = [&](std::size_t which, auto&& place_in) {
      is_asked[which] = true;
      for (std::size_t s = 0; s < n_hypotheses; ++s) {
        if (is_no[which][s]) continue;
        const std::uint32_t place = place_in(hypotheses_[s]);
        bool is_missing = place == none;
        if (!is_missing) {
          const std::uint64_t* following = hypotheses_[s].following(place);
          for (std::size_t b = 0; b < n_blocks_; ++b) is_missing = is_missing || (common[b] & ~following[b]) != 0;
        }
        is_no[which][s] = is_missing;
      }
    };
    const auto is_decided = [&](std::size_t which) {
      return is_asked[which] && std::ranges::all_of(is_no[which], [](std::uint8_t no) { return no != 0; });
    };
    for (std::size_t first = 0; first < shared_.size(); ++first) {
      if (is_decided(0) && is_decided(1)) break;
      const auto first_place = [&](const Places& places) { return places.first(first); };
      if (!intersect(first_place, {first})) continue;
      check(0, first_place);
      if (is_decided(1)) continue;
      for (std::size_t r = 0; r < n_references; ++r) references_[r].start_from(first);
      for (std::size_t s = 0; s < n_hypotheses; ++s) hypotheses_[s].start_from(first);
      for (std::size_t second = 0; second < shared_.size() && !is_decided(1); ++second) {
        if (second == first) continue;
        const auto second_place = [&](const Places& places) { return places.next(second); };
        bool is_common = true;
        for (std::size_t r = 0; r < n_references; ++r) is_common = is_common && second_place(references_[r]) != none;
        if (is_common && intersect(second_place, {first, second})) check(1, second_place);
      }
    }
    for (std::size_t which = 0; which < 2; ++which) {
      for (std::size_t s = 0; is_asked[which] && s < n_hypotheses; ++s) answer(s, which + 1, !is_no[which][s]);
    }
  }

  std::vector<std::uint32_t> numbers_;  // by word id: among the shared words
  std::vector<std::uint32_t> met_;      // by word id: how many references have it, of those seen so far
  std::vector<std::int32_t> shared_;
  std::size_t n_blocks_ = 0;
  std::vector<Places> references_, hypotheses_;
};

}  // namespace

void sub_goal_answers(const TestSetView& texts, std::size_t min_references, int n_threads,
                      std::span<std::int8_t> answers) {
  const std::size_t n_ids = count_ids(texts);
  std::ranges::fill(answers, std::int8_t{0});
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    Questions questions(n_ids);
    std::vector<Words> references, hypotheses;
    for (std::size_t segment = first; segment < last; ++segment) {
      references.clear();
      hypotheses.clear();
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        if (texts.has_reference(r, segment)) references.push_back(texts.reference(r, segment));
      }
      if (references.size() < min_references) continue;
      for (std::size_t s = 0; s < texts.n_systems; ++s) hypotheses.push_back(texts.hypothesis(s, segment));
      questions.ask(references, hypotheses, [&](std::size_t s, std::size_t n, bool is_yes) {
        answers[(s * texts.n_segments + segment) * longest_sub_goal + n] = is_yes ? 1 : -1;
      });
    }
  });
}

}  // namespace steelyard
