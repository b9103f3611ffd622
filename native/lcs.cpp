#include "lcs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "edit.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

// One column of the table of LCS lengths, as bits: bit i is 0 where row i + 1 is one more than row i.
using Column = std::vector<std::uint64_t>;

class LongestCommonSubsequence {
 public:
  explicit LongestCommonSubsequence(std::size_t n_ids) : bits_(n_ids) {}

  void assign(Words pattern) {
    bits_.assign(pattern);
    pattern_ = pattern;
  }

  std::int64_t length(Words text) {
    if (bits_.n_blocks() == 1) {
      std::uint64_t steps = ~std::uint64_t{0};
      for (const std::int32_t word : text) {
        const std::uint64_t match = *bits_.bits_of(word);
        // The sum moves each zero to the lowest match above the zero before it: the carry from there fills it (Hyyro
        // 2004).
        steps = (steps + (steps & match)) | (steps & ~match);
      }
      return std::popcount(~steps);
    }
    column_.assign(bits_.n_blocks(), ~std::uint64_t{0});
    for (const std::int32_t word : text) advance(column_, word);
    std::int64_t length = 0;
    for (const std::uint64_t steps : column_) length += std::popcount(~steps);
    return length;
  }

  // Marks the pattern's words that are in one longest common subsequence with the text. The columns it goes back
  // through are kept for a stretch of the text at a time and made again from the first one of each stretch.
  void mark(Words text, std::vector<std::uint8_t>& is_marked) {
    const auto stride = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(text.size()))));
    firsts_.clear();
    column_.assign(bits_.n_blocks(), ~std::uint64_t{0});
    for (std::size_t j = 0; j < text.size(); ++j) {
      if (j % stride == 0) firsts_.push_back(column_);
      advance(column_, text[j]);
    }
    std::size_t i = pattern_.size(), j = text.size();
    while (i > 0 && j > 0) {
      const std::size_t start = (j - 1) / stride * stride;
      stretch_.assign(1, firsts_[start / stride]);
      for (std::size_t at = start; at < j; ++at) {
        stretch_.push_back(stretch_.back());
        advance(stretch_.back(), text[at]);
      }
      while (i > 0 && j > start) {
        if (pattern_[i - 1] == text[j - 1]) {
          is_marked[--i] = 1;
          --j;
        } else if ((stretch_[j - start][(i - 1) / 64] >> ((i - 1) % 64) & 1) == 0) {
          --j;
        } else {
          --i;
        }
      }
    }
  }

 private:
  void advance(Column& column, std::int32_t word) const {
    const std::uint64_t* const matches = bits_.bits_of(word);
    std::uint64_t carry = 0;
    for (std::size_t b = 0; b < column.size(); ++b) {
      const std::uint64_t steps = column[b], match = matches[b];
      const std::uint64_t partial = steps + (steps & match), sum = partial + carry;
      // No more than one of the two sums can overflow.
      carry = (partial < steps) | (sum < partial);
      column[b] = sum | (steps & ~match);
    }
  }

  PatternBits bits_;
  Words pattern_;
  Column column_;
  std::vector<Column> firsts_, stretch_;
};

// Calls measure(hypothesis) for every pair of a hypothesis and a reference that is there, after assign(reference).
template <typename Number, typename Assign, typename Measure>
void for_pairs(const TestSetView& texts, std::size_t first, std::size_t last, std::span<Number> results,
               Assign&& assign, Measure&& measure) {
  for (std::size_t segment = first; segment < last; ++segment) {
    for (std::size_t r = 0; r < texts.n_references; ++r) {
      const bool is_present = texts.has_reference(r, segment);
      if (is_present) assign(texts.reference(r, segment));
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        results[(r * texts.n_systems + s) * texts.n_segments + segment] =
            is_present ? measure(texts.hypothesis(s, segment)) : Number{0};
      }
    }
  }
}

std::size_t longest_row(const RaggedView& rows) {
  std::int64_t longest = 0;
  for (std::size_t i = 0; i + 1 < rows.offsets.size(); ++i) {
    longest = std::max(longest, rows.offsets[i + 1] - rows.offsets[i]);
  }
  return static_cast<std::size_t>(longest);
}

}  // namespace

void lcs_lengths(const TestSetView& texts, int n_threads, std::span<std::int64_t> lengths) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    LongestCommonSubsequence lcs(n_ids);
    for_pairs(
        texts, first, last, lengths, [&](Words reference) { lcs.assign(reference); },
        [&](Words hypothesis) { return lcs.length(hypothesis); });
  });
}

void weighted_lcs(const TestSetView& texts, double exponent, int n_threads, std::span<double> weights) {
  // gains[k] = f(k + 1) - f(k): what one more word in a run of k adds
  std::vector<double> gains(longest_row(texts.references));
  for (std::size_t k = 0; k < gains.size(); ++k) {
    gains[k] = std::pow(static_cast<double>(k + 1), exponent) - std::pow(static_cast<double>(k), exponent);
  }
  struct Cell {
    double weight = 0;
    std::uint32_t run = 0;  // words matched in a row up to here
  };
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    Words reference;
    std::vector<Cell> row;  // of the table, by words of the reference
    for_pairs(
        texts, first, last, weights, [&](Words words) { reference = words; },
        [&](Words hypothesis) {
          row.assign(reference.size() + 1, Cell{});
          for (const std::int32_t word : hypothesis) {
            poll(row.size());
            Cell diagonal;  // of the row above, one word of the reference before
            for (std::size_t j = 1; j < row.size(); ++j) {
              const Cell above = row[j];
              // Lin 2004, ROUGE-W: the run's k-th word adds f(k) - f(k - 1), so that a whole run adds f of its length.
              row[j] = word == reference[j - 1] ? Cell{diagonal.weight + gains[diagonal.run], diagonal.run + 1}
                                                : Cell{std::max(above.weight, row[j - 1].weight), 0};
              diagonal = above;
            }
          }
          return row.back().weight;
        });
  });
}

void union_lcs(const TestSetView& sentences, std::span<const std::int64_t> groups, int n_threads,
               std::span<std::int64_t> hits) {
  const std::size_t n_ids = count_ids(sentences), n_texts = groups.size() - 1;
  for_ranges(n_texts, n_threads, [&](std::size_t first_text, std::size_t last_text) {
    LongestCommonSubsequence lcs(n_ids);
    std::vector<std::int64_t> left(n_ids, 0);  // how often each word of the hypothesis may still be counted
    std::vector<std::uint8_t> is_marked;
    for (std::size_t text = first_text; text < last_text; ++text) {
      const auto first = static_cast<std::size_t>(groups[text]), last = static_cast<std::size_t>(groups[text + 1]);
      for (std::size_t r = 0; r < sentences.n_references; ++r) {
        for (std::size_t s = 0; s < sentences.n_systems; ++s) {
          for (std::size_t k = first; k < last; ++k) {
            for (const std::int32_t word : sentences.hypothesis(s, k)) ++left[static_cast<std::size_t>(word)];
          }
          std::int64_t hit = 0;
          for (std::size_t k = first; k < last; ++k) {
            const Words reference = sentences.reference(r, k);
            if (reference.empty()) continue;
            lcs.assign(reference);
            is_marked.assign(reference.size(), 0);
            for (std::size_t other = first; other < last; ++other) lcs.mark(sentences.hypothesis(s, other), is_marked);
            for (std::size_t i = 0; i < reference.size(); ++i) {
              std::int64_t& still = left[static_cast<std::size_t>(reference[i])];
              if (is_marked[i] == 0 || still == 0) continue;
              --still;
              ++hit;
            }
          }
          hits[(r * sentences.n_systems + s) * n_texts + text] = hit;
          for (std::size_t k = first; k < last; ++k) {
            for (const std::int32_t word : sentences.hypothesis(s, k)) left[static_cast<std::size_t>(word)] = 0;
          }
        }
      }
    }
  });
}

}  // namespace steelyard
