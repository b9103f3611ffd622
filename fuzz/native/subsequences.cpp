// Longest common subsequences, weighted ones and unions of them, against the recurrence.
#include "input.hpp"
#include "lcs.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

std::int64_t plain_length(Words a, Words b) {
  std::vector<std::int64_t> row(b.size() + 1);
  for (const std::int32_t word : a) {
    std::int64_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::int64_t next = word == b[j - 1] ? diagonal + 1 : std::max(row[j], row[j - 1]);
      diagonal = std::exchange(row[j], next);
    }
  }
  return row.back();
}

void fuzz_lcs_lengths(const TestSet& set, int n_threads) {
  std::vector<std::int64_t> lengths(set.n_pairs(), -1);
  lcs_lengths(set.view(), n_threads, lengths);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    if (is_worth(hypothesis, reference)) CHECK(lengths[at] == plain_length(hypothesis, reference));
  });
}

void fuzz_weighted_lcs(const TestSet& set, Input& input, int n_threads) {
  const double exponent = input.coin() ? 1.0 : 1 + 2 * input.fraction();
  std::vector<double> weights(set.n_pairs(), -1);
  weighted_lcs(set.view(), exponent, n_threads, weights);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    const auto most = static_cast<double>(std::min(hypothesis.size(), reference.size()));
    CHECK(weights[at] >= 0 && weights[at] <= std::pow(most, exponent) * (1 + 1e-9));
    if (std::ranges::equal(hypothesis, reference)) CHECK(is_near(weights[at], std::pow(most, exponent)));
    if (exponent == 1 && is_worth(hypothesis, reference))
      CHECK(is_near(weights[at], static_cast<double>(plain_length(hypothesis, reference))));
  });
}

void fuzz_union_lcs(const TestSet& set, Input& input, int n_threads) {
  std::vector<std::int64_t> groups{0};
  while (groups.back() < static_cast<std::int64_t>(set.n_segments)) {
    groups.push_back(std::min(groups.back() + input.byte() % 4, static_cast<std::int64_t>(set.n_segments)));
    if (input.is_empty()) groups.push_back(static_cast<std::int64_t>(set.n_segments));
  }
  const std::size_t n_texts = groups.size() - 1;
  std::vector<std::int64_t> hits(set.n_references * set.n_systems * n_texts, -1);
  union_lcs(set.view(), groups, n_threads, hits);
  for (std::size_t at = 0; at < hits.size(); ++at) {
    const std::size_t t = at % n_texts, s = at / n_texts % set.n_systems, r = at / n_texts / set.n_systems;
    const auto first = static_cast<std::size_t>(groups[t]), last = static_cast<std::size_t>(groups[t + 1]);
    Ids hypothesis, reference;
    std::int64_t least = 0;
    for (std::size_t k = first; k < last; ++k) {
      const Words a = set.view().hypothesis(s, k), b = set.view().reference(r, k);
      hypothesis.insert(hypothesis.end(), a.begin(), a.end());
      reference.insert(reference.end(), b.begin(), b.end());
      if (is_worth(a, b)) least = std::max(least, plain_length(a, b));
    }
    CHECK(hits[at] >= least && hits[at] <= shared(hypothesis, reference));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t which = input.byte();
  const int n_threads = threads(input);
  const TestSet set(input, false, 300);
  if (which % 3 == 0) fuzz_lcs_lengths(set, n_threads);
  if (which % 3 == 1) fuzz_weighted_lcs(set, input, n_threads);
  if (which % 3 == 2) fuzz_union_lcs(set, input, n_threads);
  return 0;
}
