#include "ngram.hpp"

#include <algorithm>
#include <vector>

#include "ngram_overlap.hpp"
#include "pair_table.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

// The n-grams of one segment's references: an entry is an n-gram, its child by a word the n-gram one longer.
using NgramTrie = PairTable<ClippedCount>;

}  // namespace

void ngram_matches(const TestSetView& texts, std::size_t max_order, int n_threads, std::span<std::int64_t> matches) {
  if (texts.n_references == 1) {
    ngram_overlaps(texts, max_order, n_threads, matches);
    return;
  }
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
        if (!texts.has_reference(r, segment)) continue;
        ++text;
        const auto words = texts.reference(r, segment);
        for (std::size_t start = 0; start < words.size(); ++start) {
          NgramTrie::Place node = NgramTrie::root;
          for (std::size_t n = 0; n < std::min(max_order, words.size() - start); ++n) {
            node = trie.find_or_add(node, words[start + n]);
            trie[node].count_in_reference(text);
          }
        }
      }
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        ++text;
        const auto words = texts.hypothesis(s, segment);
        std::int64_t* const matched = matches.data() + (s * texts.n_segments + segment) * max_order;
        std::fill_n(matched, max_order, std::int64_t{0});
        for (std::size_t start = 0; start < words.size(); ++start) {
          NgramTrie::Place node = NgramTrie::root;
          for (std::size_t n = 0; n < std::min(max_order, words.size() - start); ++n) {
            node = trie.find(node, words[start + n]);
            if (node == NgramTrie::absent) break;
            matched[n] += trie[node].match_in_hypothesis(text);
          }
        }
      }
    }
  });
}

}  // namespace steelyard
