#include "ngram_pool.hpp"

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include "parallel.hpp"

namespace steelyard {
namespace {

using Number = PairNumbers::Number;

// A list of texts costs about as much a text as a row costs for eight.
constexpr std::size_t texts_per_posting = 8;

// The n-grams of a text, a word longer at each step, and how often each stands there.
class Counter {
 public:
  explicit Counter(std::span<const std::int32_t> tokens) : tokens_(tokens), ngrams_(tokens.size()) {
    for (std::size_t i = 0; i < tokens.size(); ++i) ngrams_[i] = {i, PairNumbers::root};
  }

  // Adds a word to each n-gram; those that are not in the table, or at the end of the text, are left out from here on.
  template <typename Lookup>
  void extend(Lookup&& number_of) {
    std::size_t n_kept = 0;
    for (const auto& [end, ngram] : ngrams_) {
      if (end >= tokens_.size()) break;  // and all after it
      const Number longer = number_of(ngram, tokens_[end]);
      if (longer != PairNumbers::absent) ngrams_[n_kept++] = {end + 1, longer};
    }
    ngrams_.resize(n_kept);
  }

  // Calls take(n-gram, count) for each different one. `counts`, by n-gram, holds zeros before and after.
  template <typename Take>
  void for_each(std::vector<std::uint32_t>& counts, Take&& take) const {
    for (const auto& [end, ngram] : ngrams_) ++counts[ngram];
    for (const auto& [end, ngram] : ngrams_) {
      if (const std::uint32_t count = std::exchange(counts[ngram], 0)) take(ngram, count);
    }
  }

 private:
  struct Ngram {
    std::size_t end;  // the place of the word after it
    Number number;
  };

  std::span<const std::int32_t> tokens_;
  std::vector<Ngram> ngrams_;
};

template <typename Count>
CountsByNgram<Count> by_ngram(const std::vector<Occurrence>& occurrences, std::size_t n_ngrams, std::size_t n_texts) {
  CountsByNgram<Count> result;
  result.n_texts.assign(n_ngrams, 0);
  for (const Occurrence& found : occurrences) ++result.n_texts[found.ngram];
  result.starts.resize(n_ngrams);
  std::size_t rows_end = 0, lists_end = 0;
  for (std::size_t ngram = 0; ngram < n_ngrams; ++ngram) {
    const std::size_t n = result.n_texts[ngram];
    const bool is_row = n * texts_per_posting >= n_texts;
    result.starts[ngram] = std::exchange(is_row ? rows_end : lists_end, is_row ? rows_end + n_texts : lists_end + n);
  }
  result.rows.assign(rows_end, 0);
  result.lists.resize(lists_end);
  std::vector<std::uint32_t> n_listed(n_ngrams, 0);
  for (const auto& [ngram, text, count] : occurrences) {
    if (result.n_texts[ngram] * texts_per_posting >= n_texts) {
      result.rows[result.starts[ngram] + text] = static_cast<Count>(count);
    } else {
      result.lists[result.starts[ngram] + n_listed[ngram]++] = {text, static_cast<Count>(count)};
    }
  }
  return result;
}

// Adds, for every text, what it shares of an n-gram that a candidate has `count` times.
template <typename Count, typename Sum>
void add_shared(const CountsByNgram<Count>& counts, Number ngram, std::uint32_t count, std::span<Sum> sums) {
  const Count most = static_cast<Count>(std::min<std::uint32_t>(count, std::numeric_limits<Count>::max()));
  const std::size_t start = counts.starts[ngram], n = counts.n_texts[ngram], n_texts = sums.size();
  if (n * texts_per_posting >= n_texts) {
    const Count* const row = counts.rows.data() + start;
    Sum* const sum = sums.data();
    for (std::size_t text = 0; text < n_texts; ++text) {
      sum[text] = static_cast<Sum>(sum[text] + std::min(row[text], most));
    }
  } else {
    for (const auto& [text, of_text] : std::span(counts.lists).subspan(start, n)) {
      sums[text] = static_cast<Sum>(sums[text] + std::min(of_text, most));
    }
  }
}

// Matches candidates from `first` to before `last`. ngrams_of(candidate) gives a function that is called with each
// order in turn, and calls take(n-gram, count) for each different n-gram.
template <typename Counts, typename NgramsOf>
void match_range(const Counts& counts, std::size_t n_texts, std::size_t max_order, std::size_t n_candidates,
                 std::size_t first, std::size_t last, const NgramsOf& ngrams_of, std::span<std::int64_t> matches) {
  const auto match_with = [&]<typename Count>(const CountsByNgram<Count>& of_texts) {
    using Sum = std::conditional_t<std::is_same_v<Count, std::uint8_t>, std::uint16_t, std::uint32_t>;
    std::vector<Sum> sums(n_texts);
    for (std::size_t candidate = first; candidate < last; ++candidate) {
      auto ngrams = ngrams_of(candidate);
      for (std::size_t order = 0; order < max_order; ++order) {
        std::fill(sums.begin(), sums.end(), Sum{0});
        ngrams(order, [&](Number ngram, std::uint32_t count) { add_shared<Count, Sum>(of_texts, ngram, count, sums); });
        const std::size_t row = (order * n_candidates + candidate) * n_texts;
        std::copy(sums.begin(), sums.end(), matches.data() + row);
      }
    }
  };
  std::visit(match_with, counts);
}

}  // namespace

std::size_t PairNumbers::place_of(std::uint64_t pair) const {
  const std::size_t mask = entries_.size() - 1;
  std::size_t at = static_cast<std::size_t>((pair * 0x9E3779B97F4A7C15u) >> 32) & mask;
  while (entries_[at].number != absent && entries_[at].pair != pair) at = (at + 1) & mask;
  return at;
}

namespace {
std::uint64_t pair_of(Number first, std::int32_t second) {
  return static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint32_t>(second);
}
}  // namespace

Number PairNumbers::find(Number first, std::int32_t second) const {
  return entries_[place_of(pair_of(first, second))].number;
}

Number PairNumbers::find_or_add(Number first, std::int32_t second) {
  const std::uint64_t pair = pair_of(first, second);
  Entry* entry = &entries_[place_of(pair)];
  if (entry->number != absent) return entry->number;
  if (2 * (n_pairs_ + 1) > entries_.size()) {
    grow();
    entry = &entries_[place_of(pair)];
  }
  *entry = {pair, static_cast<Number>(n_pairs_)};
  return static_cast<Number>(n_pairs_++);
}

void PairNumbers::grow() {
  const std::vector<Entry> old = std::exchange(entries_, std::vector<Entry>(4 * entries_.size()));
  for (const Entry& entry : old) {
    if (entry.number != absent) entries_[place_of(entry.pair)] = entry;
  }
}

NgramPool::NgramPool(const RaggedView& texts, std::size_t max_order)
    : n_texts_(texts.offsets.size() - 1), max_order_(max_order) {
  std::vector<std::uint32_t> counts;
  std::size_t longest = 0;
  std::uint32_t most = 0;
  for (std::size_t text = 0; text < n_texts_; ++text) {
    longest = std::max(longest, texts.row(text).size());
    Counter counter(texts.row(text));
    for (std::size_t order = 0; order < max_order_; ++order) {
      starts_.push_back(occurrences_.size());
      counter.extend([&](Number ngram, std::int32_t word) { return ngrams_.find_or_add(ngram, word); });
      if (counts.size() < ngrams_.size()) counts.resize(2 * ngrams_.size());
      counter.for_each(counts, [&](Number ngram, std::uint32_t count) {
        occurrences_.push_back({ngram, static_cast<std::uint32_t>(text), count});
        most = std::max(most, count);
      });
    }
  }
  starts_.push_back(occurrences_.size());
  if (most <= std::numeric_limits<std::uint8_t>::max() && longest <= std::numeric_limits<std::uint16_t>::max()) {
    counts_ = by_ngram<std::uint8_t>(occurrences_, ngrams_.size(), n_texts_);
  } else {
    counts_ = by_ngram<std::uint32_t>(occurrences_, ngrams_.size(), n_texts_);
  }
}

void NgramPool::match(const RaggedView& candidates, int n_threads, std::span<std::int64_t> matches) const {
  const std::size_t n_candidates = candidates.offsets.size() - 1;
  for_ranges(n_candidates, n_threads, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> counts(ngrams_.size());
    const auto ngrams_of = [&](std::size_t candidate) {
      return [&, counter = Counter(candidates.row(candidate))](std::size_t, auto&& take) mutable {
        counter.extend([&](Number ngram, std::int32_t word) { return ngrams_.find(ngram, word); });
        counter.for_each(counts, take);
      };
    };
    match_range(counts_, n_texts_, max_order_, n_candidates, first, last, ngrams_of, matches);
  });
}

void NgramPool::match_own(std::size_t first_text, std::size_t n_candidates, int n_threads,
                          std::span<std::int64_t> matches) const {
  for_ranges(n_candidates, n_threads, [&](std::size_t first, std::size_t last) {
    const auto ngrams_of = [&](std::size_t candidate) {
      return [&, candidate](std::size_t order, auto&& take) {
        const std::size_t at = (first_text + candidate) * max_order_ + order;
        for (std::size_t i = starts_[at]; i < starts_[at + 1]; ++i) take(occurrences_[i].ngram, occurrences_[i].count);
      };
    };
    match_range(counts_, n_texts_, max_order_, n_candidates, first, last, ngrams_of, matches);
  });
}

void NgramPool::match_expected(const RaggedView& candidates, std::span<const double> weights, int n_threads,
                               std::span<double> matches) const {
  std::vector<double> expected(ngrams_.size());
  for (const auto& [ngram, text, count] : occurrences_) expected[ngram] += weights[text] * count;
  const std::size_t n_candidates = candidates.offsets.size() - 1;
  for_ranges(n_candidates, n_threads, [&](std::size_t first, std::size_t last) {
    std::vector<std::uint32_t> counts(ngrams_.size());
    for (std::size_t candidate = first; candidate < last; ++candidate) {
      Counter counter(candidates.row(candidate));
      for (std::size_t order = 0; order < max_order_; ++order) {
        double matched = 0;
        counter.extend([&](Number ngram, std::int32_t word) { return ngrams_.find(ngram, word); });
        counter.for_each(counts, [&](Number ngram, std::uint32_t count) {
          matched += std::min(static_cast<double>(count), expected[ngram]);
        });
        matches[order * n_candidates + candidate] = matched;
      }
    }
  });
}

}  // namespace steelyard
