#include "ngram_overlap.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "lanes.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

// Tokens of one segment are renamed to small numbers, its codes. An n-gram that holds `after_reference` or `foreign`
// matches none of the other side, since each of them stands on one side only.
using Code = std::uint32_t;
constexpr Code after_reference = 0;  // what follows the last token of a reference
constexpr Code foreign = 1;          // a token that no reference holds, and what follows the last of a hypothesis
constexpr Code first_code = 2;

// Names the tokens of a segment's references; all others are foreign.
class Codes {
 public:
  void clear() {
    for (std::int32_t token : known_) codes_[static_cast<std::size_t>(token)] = 0;
    known_.clear();
  }

  void add_reference(std::span<const std::int32_t> tokens, std::vector<Code>& out) {
    out.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto token = static_cast<std::size_t>(tokens[i]);
      if (token >= codes_.size()) codes_.resize(std::max(token + 1, 2 * codes_.size()));
      if (codes_[token] == 0) {
        codes_[token] = first_code + static_cast<Code>(known_.size());
        known_.push_back(tokens[i]);
      }
      out[i] = codes_[token];
    }
  }

  void look_up(std::span<const std::int32_t> tokens, std::vector<Code>& out) const {
    out.resize(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto token = static_cast<std::size_t>(tokens[i]);
      const Code code = token < codes_.size() ? codes_[token] : 0;
      out[i] = code == 0 ? foreign : code;
    }
  }

  std::size_t size() const { return first_code + known_.size(); }

 private:
  std::vector<Code> codes_;          // by token: its code, 0 for none
  std::vector<std::int32_t> known_;  // tokens that have one
};

// The fast way, for short n-grams of not too many codes. The longest n-gram at every place is packed into a number:
// which pair its first two tokens are, among those of the references, then the codes of the others. In sorted numbers
// equal n-grams of every order from 2 on stand side by side, and the highest bit in which two neighbours differ tells
// how many tokens they have in common. N-grams of one token are counted by themselves.
class Packing {
 public:
  struct Text {
    std::vector<std::int16_t> counts;  // by code
    std::vector<std::uint64_t>
        ngrams;  // sorted, then a sentinel; of a hypothesis only those that start with a known pair
  };

  // The longest text whose counts fit a lane, and the most codes whose pairs fit a table of a megabyte.
  static constexpr std::size_t longest = std::numeric_limits<std::int16_t>::max(), most_codes = 512;

  static bool fits(std::size_t n_codes, std::size_t n_reference_tokens, std::size_t max_order) {
    if (n_codes > most_codes || max_order > n_lanes) return false;
    const std::size_t n_rest = std::max<std::size_t>(max_order, 2) - 2;
    return static_cast<std::size_t>(std::bit_width(n_reference_tokens)) + n_rest * code_bits(n_codes) < 64;
  }

  void start(std::size_t n_codes, std::size_t max_order) {
    for (std::size_t pair : known_pairs_) pairs_[pair] = 0;
    known_pairs_.clear();
    n_codes_ = n_codes;
    max_order_ = max_order;
    bits_ = code_bits(n_codes);
    rest_bits_ = bits_ * static_cast<unsigned>(std::max<std::size_t>(max_order, 2) - 2);
    if (pairs_.size() < n_codes * n_codes) pairs_.resize(n_codes * n_codes);
    for (unsigned width = 0; width <= 64; ++width) {
      // The highest bit in which two n-grams differ lies in the first token that differs.
      equal_tokens_[width] = static_cast<std::uint8_t>(
          width > rest_bits_ ? 0 : max_order - (width == 0 ? 0 : (width + bits_ - 1) / bits_));
    }
  }

  void add_reference(std::span<const Code> codes, Text& text) {
    pack(codes, after_reference, text, [&](std::size_t pair) {
      if (pairs_[pair] == 0) {
        known_pairs_.push_back(pair);
        pairs_[pair] = static_cast<std::uint32_t>(known_pairs_.size());
      }
      return pairs_[pair];
    });
  }

  void read_hypothesis(std::span<const Code> codes, Text& text) {
    pack(codes, foreign, text, [&](std::size_t pair) { return pairs_[pair]; });
  }

  // Merges the n-grams of two texts. Lane k: how often the n-gram of k + 1 tokens met last was met on either side.
  void match(const Text& reference, const Text& hypothesis, std::int64_t* matches) const {
    matches[0] = 0;
    for (std::size_t code = 0; code < n_codes_; ++code) {
      matches[0] += std::min(reference.counts[code], hypothesis.counts[code]);
    }
    Lanes in_reference{}, in_hypothesis{}, matched{};
    const std::uint64_t *r = reference.ngrams.data(), *h = hypothesis.ngrams.data();
    std::uint64_t last = 0;
    for (std::size_t left = reference.ngrams.size() + hypothesis.ngrams.size() - 2; left > 0; --left) {
      const bool is_hypothesis = *h < *r;
      const std::uint64_t ngram = is_hypothesis ? *h : *r;
      h += is_hypothesis;
      r += !is_hypothesis;
      // Counts of the orders up to the common beginning go on; longer n-grams end here and are matched.
      const Lanes goes_on = up_to[equal_tokens_[static_cast<std::size_t>(std::bit_width(ngram ^ last))]];
      matched = matched + (least(in_reference, in_hypothesis) & ~goes_on);
      in_hypothesis = (in_hypothesis & goes_on) + one_if[is_hypothesis];
      in_reference = (in_reference & goes_on) + one_if[!is_hypothesis];
      last = ngram;
    }
    matched = matched + least(in_reference, in_hypothesis);
    for (std::size_t k = 1; k < max_order_; ++k) matches[k] = matched[k];
  }

 private:
  static constexpr std::uint64_t sentinel = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t most_inserted = 16;

  // All bits set for the n-grams of up to so many tokens.
  static constexpr Lanes up_to[] = {
      {0, 0, 0, 0, 0, 0, 0, 0},       {-1, 0, 0, 0, 0, 0, 0, 0},       {-1, -1, 0, 0, 0, 0, 0, 0},
      {-1, -1, -1, 0, 0, 0, 0, 0},    {-1, -1, -1, -1, 0, 0, 0, 0},    {-1, -1, -1, -1, -1, 0, 0, 0},
      {-1, -1, -1, -1, -1, -1, 0, 0}, {-1, -1, -1, -1, -1, -1, -1, 0}, {-1, -1, -1, -1, -1, -1, -1, -1},
  };
  static constexpr Lanes one_if[] = {{0, 0, 0, 0, 0, 0, 0, 0}, {1, 1, 1, 1, 1, 1, 1, 1}};

  static unsigned code_bits(std::size_t n_codes) { return static_cast<unsigned>(std::bit_width(n_codes - 1)); }

  // `number` gives the number of a pair, 0 for none.
  template <typename Number>
  void pack(std::span<const Code> codes, Code after_end, Text& text, Number&& number) {
    text.counts.assign(n_codes_, 0);
    for (Code code : codes) ++text.counts[code];
    unsorted_.resize(codes.size());
    std::size_t n = 0;
    std::uint64_t rest = 0;
    for (std::size_t k = 2; k < max_order_; ++k) rest = rest << bits_ | after_end;
    for (std::size_t i = codes.size(); i-- > 1;) {
      const std::uint64_t pair = number(codes[i - 1] * n_codes_ + codes[i]);
      unsorted_[n] = pair << rest_bits_ | rest;
      n += pair != 0;
      rest = (rest | static_cast<std::uint64_t>(codes[i]) << rest_bits_) >> bits_;
    }
    sort(n, text.ngrams);
  }

  // Sorts by the number of the pair, and then the few of each pair.
  void sort(std::size_t n, std::vector<std::uint64_t>& sorted) {
    ends_.assign(known_pairs_.size() + 1, 0);
    for (std::size_t i = 0; i < n; ++i) ++ends_[unsorted_[i] >> rest_bits_];
    std::uint32_t end = 0, most = 0;
    for (std::uint32_t& count : ends_) {
      most = std::max(most, count);
      const std::uint32_t start = end;
      end += count;
      count = start;
    }
    sorted.resize(n + 1);
    for (std::size_t i = 0; i < n; ++i) sorted[ends_[unsorted_[i] >> rest_bits_]++] = unsorted_[i];
    sorted[n] = sentinel;
    if (most > most_inserted) {
      std::sort(sorted.begin(), sorted.end());
      return;
    }
    for (std::size_t i = 1; i < n; ++i) {
      const std::uint64_t ngram = sorted[i];
      std::size_t place = i;
      for (; place > 0 && sorted[place - 1] > ngram; --place) sorted[place] = sorted[place - 1];
      sorted[place] = ngram;
    }
  }

  std::size_t n_codes_ = 0, max_order_ = 0;
  unsigned bits_ = 1, rest_bits_ = 0;
  std::vector<std::uint32_t> pairs_;             // by pair of codes: its number, 0 for none
  std::vector<std::size_t> known_pairs_;         // that have one
  std::array<std::uint8_t, 65> equal_tokens_{};  // of two n-grams whose difference, bit by bit, has so many bits
  std::vector<std::uint64_t> unsorted_;
  std::vector<std::uint32_t> ends_;
};

// Any order, any number of codes, any length: all places of a reference and a hypothesis are grouped by the n-gram that
// starts there, for one order after the other. Places sorted by their n-grams are, each moved one place back, sorted by
// all but the first token of n-grams one longer; so one pass over the codes gives the next order.
class Grouping {
 public:
  void match(std::span<const Code> reference, std::span<const Code> hypothesis, std::size_t n_codes,
             std::size_t max_order, std::int64_t* matches) {
    // One circle: what follows each text marks its n-grams that run over the end, and keeps them from matching.
    circle_.assign(reference.begin(), reference.end());
    circle_.push_back(after_reference);
    circle_.insert(circle_.end(), hypothesis.begin(), hypothesis.end());
    circle_.push_back(foreign);
    const std::size_t n = circle_.size();
    sorted_.resize(n);
    moved_.resize(n);
    groups_.assign(n, 0);
    next_groups_.resize(n);
    for (std::size_t i = 0; i < n; ++i) sorted_[i] = i;
    starts_.assign(n_codes + 1, 0);
    for (Code code : circle_) ++starts_[code + 1];
    for (std::size_t code = 0; code < n_codes; ++code) starts_[code + 1] += starts_[code];

    std::fill_n(matches, max_order, std::int64_t{0});
    for (std::size_t order = 0; order < max_order; ++order) {
      lengthen(n);
      matches[order] = count(reference.size());
      if (matches[order] == 0) break;  // and none that is longer
    }
  }

 private:
  // Sorts the places by n-grams that are one token longer.
  void lengthen(std::size_t n) {
    ends_ = starts_;
    // A stable counting sort by the first token: what comes after it is in order already.
    for (std::size_t after : sorted_) {
      const std::size_t place = after == 0 ? n - 1 : after - 1;
      moved_[ends_[circle_[place]]++] = place;
    }
    sorted_.swap(moved_);
    std::size_t group = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t place = sorted_[i];
      if (i > 0) group += !is_equal(place, sorted_[i - 1]);
      next_groups_[place] = group;
    }
    groups_.swap(next_groups_);
  }

  bool is_equal(std::size_t a, std::size_t b) const {
    const std::size_t n = circle_.size();
    return circle_[a] == circle_[b] && groups_[a + 1 == n ? 0 : a + 1] == groups_[b + 1 == n ? 0 : b + 1];
  }

  // Adds up over the groups how many places both sides have; `end` is where the reference ends.
  std::int64_t count(std::size_t end) const {
    const std::size_t n = circle_.size();
    std::int64_t in_reference = 0, in_hypothesis = 0, matched = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t place = sorted_[i];
      if (i > 0 && groups_[place] != groups_[sorted_[i - 1]]) {
        matched += std::min(in_reference, in_hypothesis);
        in_reference = in_hypothesis = 0;
      }
      in_reference += place < end;
      in_hypothesis += place > end && place + 1 < n;
    }
    return matched + std::min(in_reference, in_hypothesis);
  }

  std::vector<Code> circle_;
  std::vector<std::size_t> sorted_, moved_;        // places, by their n-grams
  std::vector<std::size_t> groups_, next_groups_;  // by place: equal where the n-grams are
  std::vector<std::size_t> starts_, ends_;         // by code: where its places go
};

// The work of one thread, segment by segment.
class Matcher {
 public:
  Matcher(const TestSetView& texts, std::size_t max_order, std::span<std::int64_t> matches)
      : texts_(texts),
        max_order_(max_order),
        matches_(matches),
        references_(texts.n_references),
        packed_references_(texts.n_references) {}

  void match_segment(std::size_t segment) {
    codes_.clear();
    std::size_t n_tokens = 0, longest = 0;
    for (std::size_t r = 0; r < texts_.n_references; ++r) {
      references_[r].clear();
      if (texts_.has_reference(r, segment)) codes_.add_reference(texts_.reference(r, segment), references_[r]);
      n_tokens += references_[r].size();
      longest = std::max(longest, references_[r].size());
    }
    const bool is_packed = longest <= Packing::longest && Packing::fits(codes_.size(), n_tokens, max_order_);
    if (is_packed) {
      packing_.start(codes_.size(), max_order_);
      for (std::size_t r = 0; r < texts_.n_references; ++r)
        packing_.add_reference(references_[r], packed_references_[r]);
    }
    for (std::size_t s = 0; s < texts_.n_systems; ++s) {
      codes_.look_up(texts_.hypothesis(s, segment), hypothesis_);
      const bool are_both_packed = is_packed && hypothesis_.size() <= Packing::longest;
      if (are_both_packed) packing_.read_hypothesis(hypothesis_, packed_hypothesis_);
      for (std::size_t r = 0; r < texts_.n_references; ++r) {
        const std::size_t row = (r * texts_.n_systems + s) * texts_.n_segments + segment;
        std::int64_t* const matched = matches_.data() + row * max_order_;
        if (are_both_packed) {
          packing_.match(packed_references_[r], packed_hypothesis_, matched);
        } else {
          grouping_.match(references_[r], hypothesis_, codes_.size(), max_order_, matched);
        }
      }
    }
  }

 private:
  const TestSetView& texts_;
  std::size_t max_order_;
  std::span<std::int64_t> matches_;
  Codes codes_;
  Packing packing_;
  Grouping grouping_;
  std::vector<std::vector<Code>> references_;
  std::vector<Packing::Text> packed_references_;
  std::vector<Code> hypothesis_;
  Packing::Text packed_hypothesis_;
};

}  // namespace

void ngram_overlaps(const TestSetView& texts, std::size_t max_order, int n_threads, std::span<std::int64_t> matches) {
  if (max_order == 0) return;
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    Matcher matcher(texts, max_order, matches);
    for (std::size_t segment = first; segment < last; ++segment) matcher.match_segment(segment);
  });
}

}  // namespace steelyard
