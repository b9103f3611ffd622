#include "word_order.hpp"

#include <algorithm>

#include "edit.hpp"
#include "parallel.hpp"

namespace steelyard {

OrderCounts count_order(std::span<const std::uint32_t> permutation) {
  const std::size_t n = permutation.size();
  OrderCounts counts{static_cast<std::int64_t>(n), 0, 0};
  std::vector<std::uint32_t> seen(n + 1, 0);  // Fenwick tree: how many items up to each were met
  for (std::size_t at = 0; at < n; ++at) {
    const std::size_t item = permutation[at];
    counts.n_displaced += item != at;
    std::size_t n_smaller = 0;
    for (std::size_t i = item; i > 0; i &= i - 1) n_smaller += seen[i];
    counts.n_discordant += static_cast<std::int64_t>(at - n_smaller);
    for (std::size_t i = item + 1; i <= n; i += i & (~i + 1)) ++seen[i];
  }
  return counts;
}

void SharedWords::link_unique(Words text, Words other, std::size_t order) {
  const auto name = [order](std::vector<std::uint32_t>& names, Words words, std::size_t at) {
    const auto last = static_cast<std::uint32_t>(words[at + order - 1]);
    return order == 1 ? std::pair{std::uint32_t{0}, last} : std::pair{names[at], last};
  };
  table_.clear(other.size());
  for (std::size_t at = 0; at < other.size(); ++at) {
    if (at + order > other.size() || (order > 1 && other_names_[at] == none)) {
      other_names_[at] = none;
      continue;
    }
    const auto [left, right] = name(other_names_, other, at);
    const auto place = table_.find_or_add(left, static_cast<std::int32_t>(right));
    Group& group = table_[place];
    if (group.in_other++ == 0) group.place = static_cast<std::uint32_t>(at);
    other_names_[at] = static_cast<std::uint32_t>(place);
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at + order > text.size() || (order > 1 && text_names_[at] == none)) {
      text_names_[at] = none;
      continue;
    }
    const auto [left, right] = name(text_names_, text, at);
    const auto place = table_.find(left, static_cast<std::int32_t>(right));
    if (place != PairTable<Group>::absent) ++table_[place].in_text;
    text_names_[at] = place == PairTable<Group>::absent ? none : static_cast<std::uint32_t>(place);
  }
  for (std::size_t at = 0; at + order <= text.size(); ++at) {
    if (text_names_[at] == none) continue;
    const Group& group = table_[text_names_[at]];
    if (group.in_text != 1 || group.in_other != 1) continue;
    for (std::size_t i = 0; i < order; ++i) {
      if (links_[at + i] != none || taken_by_[group.place + i] != none) continue;
      links_[at + i] = static_cast<std::uint32_t>(group.place + i);
      taken_by_[group.place + i] = static_cast<std::uint32_t>(at + i);
    }
  }
}

void SharedWords::link_left_over(Words text, Words other) {
  next_left_over_.assign(other.size(), none);
  for (std::size_t place = other.size(); place-- > 0;) {
    if (taken_by_[place] != none) continue;
    LeftOver& word = left_over_[static_cast<std::size_t>(other[place])];
    ++word.in_other;
    next_left_over_[place] = word.next;
    word.next = static_cast<std::uint32_t>(place);
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (links_[at] == none) ++left_over_[static_cast<std::size_t>(text[at])].in_text;
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    LeftOver& word = left_over_[static_cast<std::size_t>(text[at])];
    if (links_[at] != none || word.in_text != word.in_other) continue;
    links_[at] = word.next;
    taken_by_[word.next] = static_cast<std::uint32_t>(at);
    word.next = next_left_over_[word.next];
  }
  for (const Words words : {text, other}) {
    for (const std::int32_t word : words) left_over_[static_cast<std::size_t>(word)] = {};
  }
}

const std::vector<std::uint32_t>& SharedWords::align(Words text, Words other) {
  links_.assign(text.size(), none);
  taken_by_.assign(other.size(), none);
  text_names_.assign(text.size(), none);
  other_names_.assign(other.size(), none);
  const std::size_t longest = std::min({max_order_, text.size(), other.size()});
  for (std::size_t order = 1; order <= longest; ++order) link_unique(text, other, order);
  link_left_over(text, other);
  return links_;
}

std::vector<std::uint32_t> SharedWords::permutation() const {
  std::vector<std::uint32_t> rank(taken_by_.size(), 0), permutation;
  std::uint32_t n_linked = 0;
  for (std::size_t place = 0; place < taken_by_.size(); ++place) {
    rank[place] = n_linked;
    n_linked += taken_by_[place] != none;
  }
  for (const std::uint32_t place : links_) {
    if (place != none) permutation.push_back(rank[place]);
  }
  return permutation;
}

void word_order_counts(const TestSetView& texts, std::size_t max_order, int n_threads, std::span<std::int64_t> counts) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    SharedWords shared(n_ids, max_order);
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        for (std::size_t s = 0; s < texts.n_systems; ++s) {
          OrderCounts found;
          if (texts.has_reference(r, segment)) {
            shared.align(texts.hypothesis(s, segment), texts.reference(r, segment));
            found = count_order(shared.permutation());
          }
          std::int64_t* const out = &counts[((r * texts.n_systems + s) * texts.n_segments + segment) * 3];
          out[0] = found.n_items;
          out[1] = found.n_displaced;
          out[2] = found.n_discordant;
        }
      }
    }
  });
}

void permutation_counts(RaggedView permutations, std::span<std::int64_t> counts) {
  std::vector<std::uint32_t> permutation;
  for (std::size_t row = 0; row + 1 < permutations.offsets.size(); ++row) {
    const auto items = permutations.row(row);
    permutation.assign(items.begin(), items.end());
    const OrderCounts found = count_order(permutation);
    counts[row * 3] = found.n_items;
    counts[row * 3 + 1] = found.n_displaced;
    counts[row * 3 + 2] = found.n_discordant;
  }
}

}  // namespace steelyard
