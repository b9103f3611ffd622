#include "nist.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pair_table.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

// How often the n-gram that starts at each reference token stands in the references, by order and token.
//
// An n-gram whose first n - 1 words stand there once stands there once too: it tells nothing more, and neither does a
// longer one. Such are not counted, which leaves few to count above order 2.
class ReferenceCounts {
 public:
  ReferenceCounts(const RaggedView& references, std::size_t max_order, std::int32_t ignored)
      : words_(references.values), ignored_(ignored) {
    const auto words = words_;
    std::vector<PairTable<std::uint32_t>::Place> nodes(words.size(), PairTable<std::uint32_t>::root);
    std::vector<std::uint8_t> is_open(words.size(), 1);  // may tell something at the order counted now
    PairTable<std::uint32_t> table;
    std::size_t n_open = words.size();
    for (std::size_t n = 0; n < max_order && n_open > 0; ++n) {
      table.clear(n_open);
      for (std::size_t at = 0; at < words.size(); ++at) {
        if (!is_open[at]) continue;
        nodes[at] = table.find_or_add(nodes[at], words[at + n]);
        ++table[nodes[at]];
      }
      auto& counts = counts_.emplace_back(words.size(), 0);
      for (std::size_t at = 0; at < words.size(); ++at) {
        if (is_open[at]) counts[at] = table[nodes[at]];
      }
      n_open = 0;
      for (std::size_t row = 0; row + 1 < references.offsets.size(); ++row) {
        const auto end = static_cast<std::size_t>(references.offsets[row + 1]);
        for (auto at = static_cast<std::size_t>(references.offsets[row]); at < end; ++at) {
          is_open[at] = at + n + 1 < end && (counts[at] > 1 || (n == 0 && words[at] == ignored_));
          n_open += is_open[at];
        }
      }
    }
  }

  // Whether the n-gram of n + 1 words from this token can tell something.
  bool tells(std::size_t n, std::size_t token) const { return n < counts_.size() && counts_[n][token] > 0; }

  double information(std::size_t n, std::size_t token) const {
    const bool is_alone = n == 0 || (n == 1 && words_[token] == ignored_);
    // Doddington 2002: log2(count of the n-gram without its last word / count of the n-gram); a word's own is over all
    // words.
    return std::log2(static_cast<double>(is_alone ? words_.size() : counts_[n - 1][token]) / counts_[n][token]);
  }

 private:
  std::span<const std::int32_t> words_;
  std::int32_t ignored_;
  std::vector<std::vector<std::uint32_t>> counts_;  // by order - 1 and token; 0: not counted
};

struct WeightedNgram {
  ClippedCount count;
  double information = 0;
};
using NgramTrie = PairTable<WeightedNgram>;

}  // namespace

void nist_information(const TestSetView& texts, std::size_t max_order, std::int32_t ignored, int n_threads,
                      std::span<double> information) {
  const ReferenceCounts counts(texts.references, max_order, ignored);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    NgramTrie trie;
    for (std::size_t segment = first; segment < last; ++segment) {
      std::size_t n_ngrams = 0;
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        const std::size_t length = texts.reference(r, segment).size();
        n_ngrams += length * std::min(length, max_order);
      }
      trie.clear(n_ngrams);

      std::uint32_t text = 0;  // numbers the texts of this segment; 0 is none
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        ++text;
        const auto words = texts.reference(r, segment);
        const auto offset = static_cast<std::size_t>(texts.references.offsets[r * texts.n_segments + segment]);
        for (std::size_t start = 0; start < words.size(); ++start) {
          NgramTrie::Place node = NgramTrie::root;
          for (std::size_t n = 0; n < max_order && counts.tells(n, offset + start); ++n) {
            node = trie.find_or_add(node, words[start + n]);
            WeightedNgram& ngram = trie[node];
            if (ngram.count.maximum == 0) ngram.information = counts.information(n, offset + start);
            ngram.count.count_in_reference(text);
          }
        }
      }
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        ++text;
        const auto words = texts.hypothesis(s, segment);
        double* const sums = information.data() + (s * texts.n_segments + segment) * max_order;
        std::fill_n(sums, max_order, 0.0);
        for (std::size_t start = 0; start < words.size(); ++start) {
          NgramTrie::Place node = NgramTrie::root;
          for (std::size_t n = 0; n < std::min(max_order, words.size() - start); ++n) {
            node = trie.find(node, words[start + n]);
            if (node == NgramTrie::absent) break;
            WeightedNgram& ngram = trie[node];
            if (ngram.count.match_in_hypothesis(text)) sums[n] += ngram.information;
          }
        }
      }
    }
  });
}

}  // namespace steelyard
