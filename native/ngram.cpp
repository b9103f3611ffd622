#include "ngram.hpp"

#include <algorithm>
#include <vector>

#include "parallel.hpp"

namespace steelyard {
namespace {

// The n-grams of one segment's references as a trie in one hash table. A node is an n-gram, named by its place in the
// table; its child by a word is the n-gram one longer. Exact: a node is found by (parent, word), never by a hash alone.
class NgramTrie {
 public:
  using Node = std::uint32_t;
  static constexpr Node root = 0xFFFFFFFEu;
  static constexpr Node absent = 0xFFFFFFFFu;

  // Makes room for n-grams of one segment; nodes of the last one are gone.
  void clear(std::size_t n_ngrams_at_most) {
    std::size_t size = 64;
    while (size < 2 * n_ngrams_at_most) size *= 2;
    entries_.assign(size, Entry{});
  }

  Node find(Node parent, std::int32_t word) const {
    const Node node = place(parent, word);
    return entries_[node].key == empty ? absent : node;
  }

  Node find_or_add(Node parent, std::int32_t word) {
    const Node node = place(parent, word);
    entries_[node].key = key(parent, word);
    return node;
  }

  void count_in_reference(Node node, std::uint32_t text) {
    Entry& entry = entries_[node];
    entry.maximum = std::max(entry.maximum, entry.count(text));
  }

  // True while the hypothesis has shown the n-gram no more often than some reference has.
  bool match_in_hypothesis(Node node, std::uint32_t text) {
    Entry& entry = entries_[node];
    return entry.count(text) <= entry.maximum;
  }

 private:
  static constexpr std::uint64_t empty = 0xFFFFFFFFFFFFFFFFu;  // the key of no node: `absent` is no parent

  struct Entry {
    std::uint64_t key = empty;
    std::uint32_t maximum = 0;  // over the references
    std::uint32_t current = 0;  // in the text counted now
    std::uint32_t text = 0;     // which text that is

    std::uint32_t count(std::uint32_t which) {
      if (text != which) {
        text = which;
        current = 0;
      }
      return ++current;
    }
  };

  static std::uint64_t key(Node parent, std::int32_t word) {
    return static_cast<std::uint64_t>(parent) << 32 | static_cast<std::uint32_t>(word);
  }

  // Where the n-gram is, or would be added.
  Node place(Node parent, std::int32_t word) const {
    const std::uint64_t wanted = key(parent, word);
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = static_cast<std::size_t>((wanted * 0x9E3779B97F4A7C15u) >> 32) & mask;
    while (entries_[at].key != empty && entries_[at].key != wanted) at = (at + 1) & mask;
    return static_cast<Node>(at);
  }

  std::vector<Entry> entries_;
};

}  // namespace

void ngram_matches(const RaggedView& hypotheses, const RaggedView& references, std::span<const std::uint8_t> is_present,
                   std::size_t n_systems, std::size_t n_segments, std::size_t n_references, std::size_t max_order,
                   int n_threads, std::span<std::int64_t> matches) {
  for_ranges(n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    NgramTrie trie;
    for (std::size_t segment = first; segment < last; ++segment) {
      std::size_t n_ngrams = 0;
      for (std::size_t r = 0; r < n_references; ++r) {
        const std::size_t length = references.row(r * n_segments + segment).size();
        n_ngrams += length * std::min(length, max_order);
      }
      trie.clear(n_ngrams);

      std::uint32_t text = 0;  // numbers the texts of this segment; 0 is none
      for (std::size_t r = 0; r < n_references; ++r) {
        if (!is_present[r * n_segments + segment]) continue;
        ++text;
        const auto words = references.row(r * n_segments + segment);
        for (std::size_t start = 0; start < words.size(); ++start) {
          NgramTrie::Node node = NgramTrie::root;
          for (std::size_t n = 0; n < std::min(max_order, words.size() - start); ++n) {
            node = trie.find_or_add(node, words[start + n]);
            trie.count_in_reference(node, text);
          }
        }
      }
      for (std::size_t s = 0; s < n_systems; ++s) {
        ++text;
        const auto words = hypotheses.row(s * n_segments + segment);
        std::int64_t* const matched = matches.data() + (s * n_segments + segment) * max_order;
        std::fill_n(matched, max_order, std::int64_t{0});
        for (std::size_t start = 0; start < words.size(); ++start) {
          NgramTrie::Node node = NgramTrie::root;
          for (std::size_t n = 0; n < std::min(max_order, words.size() - start); ++n) {
            node = trie.find(node, words[start + n]);
            if (node == NgramTrie::absent) break;
            matched[n] += trie.match_in_hypothesis(node, text);
          }
        }
      }
    }
  });
}

}  // namespace steelyard
