#include "gtm.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "edit.hpp"
#include "pair_table.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

constexpr std::uint32_t none = 0xFFFFFFFFu;

// One of the two texts that are matched.
struct Side {
  std::vector<std::vector<std::uint32_t>> names;  // by level and place, see RunMatcher; none: not in the other text
  std::vector<std::uint8_t> is_taken;
  std::vector<std::uint32_t> free_run;  // untaken words from here on, up to the next taken one

  std::size_t size() const { return is_taken.size(); }

  void assign(const std::vector<std::uint32_t>& words) {
    names.assign(1, words);
    is_taken.resize(words.size());
    for (std::size_t at = 0; at < words.size(); ++at) is_taken[at] = words[at] == none;
    free_run.resize(words.size());
    measure();
  }

  void measure() {
    std::uint32_t run = 0;
    for (std::size_t at = size(); at-- > 0;) free_run[at] = run = is_taken[at] ? 0 : run + 1;
  }

  // Whether a run of this length from here is free, when since `measure` only runs of this length were taken.
  bool is_free(std::size_t at, std::size_t length) const {
    return free_run[at] >= length && !is_taken[at] && !is_taken[at + length - 1];
  }

  void take(std::size_t at, std::size_t length) {
    std::fill_n(is_taken.begin() + static_cast<std::ptrdiff_t>(at), length, 1);
  }
};

// Finds runs by name (Karp, Miller and Rosenberg 1972, 10.1145/800152.804905): on level k every stretch of 2^k words
// has a name, equal for equal stretches. A run of any length is named by the two stretches, overlapping, that begin and
// end it: finding equal runs takes one look at a table for each place, however often words repeat.
class RunMatcher {
 public:
  // Adds up length^exponent over the runs that are taken.
  template <typename Weight>
  double match(const std::vector<std::uint32_t>& hypothesis, const std::vector<std::uint32_t>& reference,
               Weight&& weight) {
    hypothesis_.assign(hypothesis);
    reference_.assign(reference);
    name_stretches();
    double sum = 0;
    // Above this length there is no common run.
    std::size_t bound =
        std::min({(std::size_t{1} << hypothesis_.names.size()) - 1, hypothesis_.size(), reference_.size()});
    while ((bound = longest_common_run(bound)) > 0) {
      // Taking runs can only shorten others: lengths need to be gone through once, from the longest.
      sum += static_cast<double>(take_runs(bound)) * weight(bound);
      --bound;
      hypothesis_.measure();
      reference_.measure();
    }
    return sum;
  }

 private:
  struct Group {
    std::uint32_t first = none;  // place in the reference
    bool is_common = false;
  };

  struct Name {
    std::uint32_t left, right;
  };

  // The name of a run of less than 2^levels words, or of just as many while the next level is being named; none on one
  // side or both where it is in one text only.
  static Name name(const Side& side, std::size_t at, std::size_t length) {
    const auto level = std::min(static_cast<std::size_t>(std::bit_width(length)), side.names.size()) - 1;
    const auto& names = side.names[level];
    return {names[at], names[at + length - (std::size_t{1} << level)]};
  }

  PairTable<Group>::Place place_of(const Side& side, std::size_t at, std::size_t length) const {
    const auto [left, right] = name(side, at, length);
    if (left == none || right == none) return PairTable<Group>::absent;
    return table_.find(left, static_cast<std::int32_t>(right));
  }

  // Names stretches of twice the length, level by level, until the texts have none in common.
  void name_stretches() {
    for (std::size_t half = 1; 2 * half <= std::min(hypothesis_.size(), reference_.size()); half *= 2) {
      add_runs(2 * half);
      std::uint32_t n_common = 0;
      std::vector<std::uint32_t> of_hypothesis(hypothesis_.size(), none), of_reference(reference_.size(), none);
      const auto rename = [&](const Side& side, std::vector<std::uint32_t>& names, bool is_hypothesis) {
        for (std::size_t at = 0; at < side.size(); ++at) {
          if (side.free_run[at] < 2 * half) continue;
          const auto place = place_of(side, at, 2 * half);
          if (place == PairTable<Group>::absent) continue;
          Group& group = table_[place];
          if (is_hypothesis && !group.is_common) group = {n_common++, true};  // the table is for naming only: reuse
          if (group.is_common) names[at] = group.first;
        }
      };
      rename(hypothesis_, of_hypothesis, true);
      rename(reference_, of_reference, false);
      if (n_common == 0) return;
      hypothesis_.names.push_back(std::move(of_hypothesis));
      reference_.names.push_back(std::move(of_reference));
    }
  }

  // Enters every free run of the reference, the last first: a group then begins with its first place.
  void add_runs(std::size_t length) {
    table_.clear(reference_.size());
    next_.resize(reference_.size());
    for (std::size_t at = reference_.size(); at-- > 0;) {
      if (reference_.free_run[at] < length) continue;
      const auto [left, right] = name(reference_, at, length);
      if (left == none || right == none) continue;
      Group& group = table_[table_.find_or_add(left, static_cast<std::int32_t>(right))];
      next_[at] = group.first;
      group.first = static_cast<std::uint32_t>(at);
    }
  }

  bool has_common_run(std::size_t length) {
    add_runs(length);
    for (std::size_t at = 0; at < hypothesis_.size(); ++at) {
      if (hypothesis_.free_run[at] >= length && place_of(hypothesis_, at, length) != PairTable<Group>::absent) {
        return true;
      }
    }
    return false;
  }

  // The length of the longest run that is free in both texts, by bisection: a part of a common run is one too.
  std::size_t longest_common_run(std::size_t bound) {
    std::size_t found = 0;
    while (found < bound) {
      const std::size_t middle = bound - (bound - found) / 2;
      if (has_common_run(middle)) {
        found = middle;
      } else {
        bound = middle - 1;
      }
    }
    return found;
  }

  // Takes the common runs of this length, the longest there are, in the order of the hypothesis.
  std::size_t take_runs(std::size_t length) {
    add_runs(length);
    std::size_t n_taken = 0;
    for (std::size_t at = 0; at + length <= hypothesis_.size(); ++at) {
      if (!hypothesis_.is_free(at, length)) continue;
      const auto place = place_of(hypothesis_, at, length);
      if (place == PairTable<Group>::absent) continue;
      std::uint32_t& candidate = table_[place].first;
      while (candidate != none && !reference_.is_free(candidate, length)) candidate = next_[candidate];
      if (candidate == none) continue;
      hypothesis_.take(at, length);
      reference_.take(candidate, length);
      ++n_taken;
    }
    return n_taken;
  }

  Side hypothesis_, reference_;
  PairTable<Group> table_;
  std::vector<std::uint32_t> next_;  // the next place in the reference with the same run
};

}  // namespace

void maximum_match_sizes(const TestSetView& texts, double exponent, int n_threads, std::span<double> sizes) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    RunMatcher matcher;
    std::vector<std::uint32_t> in_reference(n_ids, none), reference, hypothesis;
    const auto weight = [exponent](std::size_t length) { return std::pow(static_cast<double>(length), exponent); };
    for (std::size_t segment = first; segment < last; ++segment) {
      reference.clear();
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        for (const std::int32_t word : texts.reference(r, segment)) {
          in_reference[static_cast<std::size_t>(word)] = static_cast<std::uint32_t>(word);
          reference.push_back(static_cast<std::uint32_t>(word));
        }
        reference.push_back(none);  // a barrier
      }
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        hypothesis.clear();
        for (const std::int32_t word : texts.hypothesis(s, segment)) {
          hypothesis.push_back(in_reference[static_cast<std::size_t>(word)]);
        }
        sizes[s * texts.n_segments + segment] = std::pow(matcher.match(hypothesis, reference, weight), 1 / exponent);
      }
      for (const std::uint32_t word : reference) {
        if (word != none) in_reference[word] = none;
      }
    }
  });
}

}  // namespace steelyard
