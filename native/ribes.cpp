#include "ribes.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "parallel.hpp"

namespace steelyard {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFFu;

// How far the run from one place of the hypothesis goes on elsewhere. It is unique in both texts at every length above
// `in_hypothesis` and `second` up to `first`.
struct Extension {
  std::uint32_t in_hypothesis = 0;      // the longest run from any other place of the hypothesis that is equal so far
  std::uint32_t first = 0, second = 0;  // the longest two of the reference
  std::uint32_t place = none;           // where the longest one starts

  void add_of_reference(std::uint32_t length, std::uint32_t at) {
    if (length > first) {
      second = first;
      first = length;
      place = at;
    } else if (length > second) {
      second = length;
    }
  }

  // The least length at which the run is unique in both texts; none if there is no such length.
  std::uint32_t unique_length() const {
    const std::uint32_t length = std::max(in_hypothesis, second) + 1;
    return length <= first ? length : none;
  }
};

// The extensions of all places of the hypothesis, from the order of all suffixes of both texts: only the nearest
// suffixes of either text before and behind a suffix can go on like it longest.
class SuffixOrder {
 public:
  SuffixOrder(const std::vector<std::int32_t>& hypothesis, const std::vector<std::int32_t>& reference)
      : n_hypothesis_(hypothesis.size()), text_(hypothesis) {
    text_.push_back(-1);  // two ends that equal nothing
    text_.insert(text_.end(), reference.begin(), reference.end());
    text_.push_back(-2);
    sort();
    measure();
  }

  std::vector<Extension> extensions() const {
    std::vector<Extension> found(n_hypothesis_);
    sweep(found, true);
    sweep(found, false);
    return found;
  }

 private:
  // Sorts suffixes by their first 1, 2, 4 ... words (Manber and Myers 1993, 10.1137/0222058).
  void sort() {
    const std::size_t n = text_.size();
    order_.resize(n);
    std::iota(order_.begin(), order_.end(), 0u);
    std::vector<std::int64_t> keys(text_.begin(), text_.end());
    std::vector<std::uint32_t> next(n);
    rank_.resize(n);
    for (std::size_t length = 1;; length *= 2) {
      // Manber and Myers 1993: ranks by `length` words, taken in pairs, give ranks by twice as many.
      std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
      for (std::size_t i = 0; i < n; ++i) {
        rank_[order_[i]] = i == 0 ? 0 : rank_[order_[i - 1]] + (keys[order_[i]] != keys[order_[i - 1]]);
      }
      if (rank_[order_.back()] == n - 1) return;
      for (std::size_t i = 0; i < n; ++i) {
        const std::int64_t behind = i + length < n ? rank_[i + length] + 1 : 0;
        keys[i] = static_cast<std::int64_t>(rank_[i]) << 32 | behind;
      }
    }
  }

  // How many words each suffix shares with the one before it in the order (Kasai and others 2001).
  void measure() {
    shared_.assign(text_.size(), 0);
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (rank_[i] == 0) {
        length = 0;
        continue;
      }
      const std::size_t before = order_[rank_[i] - 1];
      while (i + length < text_.size() && before + length < text_.size() &&
             text_[i + length] == text_[before + length]) {
        ++length;
      }
      shared_[rank_[i]] = length;
      // Without its first word, a suffix shares at least one word fewer with the one before it.
      if (length > 0) --length;
    }
  }

  // Goes through the order and keeps what the nearest suffixes on one side share with the present one.
  void sweep(std::vector<Extension>& found, bool is_upwards) const {
    const std::size_t n = text_.size();
    std::uint32_t of_hypothesis = 0, first = 0, second = 0, place = none;
    for (std::size_t step = 0; step < n; ++step) {
      const std::size_t at = is_upwards ? step : n - 1 - step;
      if (step > 0) {
        const std::uint32_t shared = shared_[is_upwards ? at : at + 1];
        of_hypothesis = std::min(of_hypothesis, shared);
        first = std::min(first, shared);
        second = std::min(second, shared);
      }
      const std::uint32_t start = order_[at];
      if (start < n_hypothesis_) {
        Extension& extension = found[start];
        extension.in_hypothesis = std::max(extension.in_hypothesis, of_hypothesis);
        extension.add_of_reference(first, place);
        extension.add_of_reference(second, none);  // never longer than the first
        of_hypothesis = none;
      } else if (start > n_hypothesis_ && start + 1 < n) {
        second = first;
        first = none;
        place = static_cast<std::uint32_t>(start - n_hypothesis_ - 1);
      }
    }
  }

  std::size_t n_hypothesis_;
  std::vector<std::int32_t> text_;
  std::vector<std::uint32_t> order_, rank_, shared_;
};

// Finds the places, by comparing each repeated word with its other occurrences; where that takes too long, by sorting.
class WordRanker {
 public:
  WordRanker(std::size_t n_ids, bool is_right_first) : words_(n_ids), is_right_first_(is_right_first) {}

  const std::vector<RankedWord>& rank(Words hypothesis, Words reference) {
    hypothesis_ = hypothesis;
    reference_ = reference;
    ranked_.clear();
    rightward_.clear();
    work_left_ = 256 + 32 * (hypothesis.size() + reference.size());
    link(hypothesis, &Occurrences::in_hypothesis, next_in_hypothesis_);
    link(reference, &Occurrences::in_reference, next_in_reference_);
    for (std::uint32_t i = 0; i < hypothesis.size(); ++i) {
      const Occurrences& word = words_[static_cast<std::size_t>(hypothesis[i])];
      if (word.in_reference == none) continue;
      if (next_in_hypothesis_[word.in_hypothesis] == none && next_in_reference_[word.in_reference] == none) {
        ranked_.push_back({i, word.in_reference, 1, true});
      } else if (const auto found = by_context(i, word)) {
        ranked_.push_back(*found);
      }
    }
    for (const Words text : {hypothesis, reference}) {
      for (const std::int32_t word : text) words_[static_cast<std::size_t>(word)] = {};
    }
    return ranked_;
  }

 private:
  // The first place of a word in each text.
  struct Occurrences {
    std::uint32_t in_hypothesis = none, in_reference = none;
  };

  void link(Words text, std::uint32_t Occurrences::* head, std::vector<std::uint32_t>& next) {
    next.resize(text.size());
    for (std::uint32_t at = static_cast<std::uint32_t>(text.size()); at-- > 0;) {
      std::uint32_t& first = words_[static_cast<std::size_t>(text[at])].*head;
      next[at] = first;
      first = at;
    }
  }

  std::optional<RankedWord> by_context(std::uint32_t i, const Occurrences& word) {
    Extension right, left;
    if (rightward_.empty() && !compare(i, word, right, left)) sort();
    if (!rightward_.empty()) {
      right = rightward_[i];
      left = leftward_[hypothesis_.size() - 1 - i];
      if (left.place != none) left.place = static_cast<std::uint32_t>(reference_.size() - 1 - left.place);
    }
    const std::uint32_t to_right = right.unique_length(), to_left = left.unique_length();
    if (to_right == none && to_left == none) return std::nullopt;
    if (is_right_first_ ? to_right <= to_left : to_right < to_left) return RankedWord{i, right.place, to_right, true};
    return RankedWord{i, left.place, to_left, false};
  }

  // Compares place i of the hypothesis with all other places of its word; gives up where that was too much work.
  bool compare(std::uint32_t i, const Occurrences& word, Extension& right, Extension& left) {
    for (std::uint32_t j = word.in_hypothesis; j != none; j = next_in_hypothesis_[j]) {
      if (j == i) continue;
      right.in_hypothesis = std::max(right.in_hypothesis, shared_from(i, hypothesis_, j));
      left.in_hypothesis = std::max(left.in_hypothesis, shared_to(i, hypothesis_, j));
      if (work_left_ == 0) return false;
    }
    for (std::uint32_t j = word.in_reference; j != none; j = next_in_reference_[j]) {
      right.add_of_reference(shared_from(i, reference_, j), j);
      left.add_of_reference(shared_to(i, reference_, j), j);
      if (work_left_ == 0) return false;
    }
    return true;
  }

  // How many words are equal from places i and j on, which hold the same word.
  std::uint32_t shared_from(std::size_t i, Words other, std::size_t j) {
    const std::size_t end = std::min(hypothesis_.size() - i, other.size() - j);
    std::size_t length = 1;
    while (length < end && hypothesis_[i + length] == other[j + length]) ++length;
    return worked(length);
  }

  std::uint32_t shared_to(std::size_t i, Words other, std::size_t j) {
    const std::size_t end = std::min(i, j) + 1;
    std::size_t length = 1;
    while (length < end && hypothesis_[i - length] == other[j - length]) ++length;
    return worked(length);
  }

  std::uint32_t worked(std::size_t length) {
    work_left_ -= std::min(work_left_, length);
    return static_cast<std::uint32_t>(length);
  }

  void sort() {
    std::vector<std::int32_t> hypothesis(hypothesis_.begin(), hypothesis_.end());
    std::vector<std::int32_t> reference(reference_.begin(), reference_.end());
    rightward_ = SuffixOrder(hypothesis, reference).extensions();
    std::reverse(hypothesis.begin(), hypothesis.end());
    std::reverse(reference.begin(), reference.end());
    leftward_ = SuffixOrder(hypothesis, reference).extensions();
  }

  std::vector<Occurrences> words_;
  bool is_right_first_;
  Words hypothesis_, reference_;
  std::vector<std::uint32_t> next_in_hypothesis_, next_in_reference_;  // the next place of the same word
  std::vector<Extension> rightward_, leftward_;                        // empty until sorted; leftward from the end
  std::vector<RankedWord> ranked_;
  std::size_t work_left_ = 0;
};

// Counts pairs that rise: for each place those before it that are smaller, in a tree of sums (Fenwick 1994).
class RisingPairs {
 public:
  std::int64_t count(const std::vector<RankedWord>& ranked, std::size_t n_places) {
    sums_.assign(n_places + 1, 0);
    std::int64_t n_rising = 0;
    for (const RankedWord& word : ranked) {
      // A Fenwick tree: a place stands for as many ranks as its lowest set bit; one loop takes that bit away, one adds
      // it.
      for (std::size_t at = word.reference; at > 0; at &= at - 1) n_rising += sums_[at];
      for (std::size_t at = word.reference + 1; at <= n_places; at += at & (~at + 1)) ++sums_[at];
    }
    return n_rising;
  }

 private:
  std::vector<std::uint32_t> sums_;
};

}  // namespace

std::vector<RankedWord> rank_words(Words hypothesis, Words reference, std::size_t n_ids, bool is_right_first) {
  return WordRanker(n_ids, is_right_first).rank(hypothesis, reference);
}

void rank_counts(const TestSetView& texts, bool is_right_first, int n_threads, std::span<std::int64_t> counts) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    WordRanker ranker(n_ids, is_right_first);
    RisingPairs rising;
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        for (std::size_t r = 0; r < texts.n_references; ++r) {
          std::int64_t* const out = &counts[((r * texts.n_systems + s) * texts.n_segments + segment) * 2];
          out[0] = out[1] = 0;
          if (!texts.has_reference(r, segment)) continue;
          const Words reference = texts.reference(r, segment);
          const auto& ranked = ranker.rank(texts.hypothesis(s, segment), reference);
          out[0] = static_cast<std::int64_t>(ranked.size());
          out[1] = rising.count(ranked, reference.size());
        }
      }
    }
  });
}

}  // namespace steelyard
