// N-gram matches, overlaps, pools of texts, NIST's information and skip-bigrams, against counts in maps.
#include <map>

#include "input.hpp"
#include "ngram.hpp"
#include "ngram_overlap.hpp"
#include "ngram_pool.hpp"
#include "nist.hpp"
#include "skip_bigrams.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

using Counts = std::map<Ids, std::int64_t>;

Counts count(Words text, std::size_t order) {
  Counts counts;
  for (std::size_t i = 0; i + order <= text.size(); ++i) ++counts[Ids(text.begin() + i, text.begin() + i + order)];
  return counts;
}

std::int64_t common(const Counts& a, const Counts& b) {
  std::int64_t n = 0;
  for (const auto& [ngram, times] : a) {
    const auto found = b.find(ngram);
    if (found != b.end()) n += std::min(times, found->second);
  }
  return n;
}

// Of every n-gram as many as the reference has that has it most often.
Counts most_of(const TestSetView& texts, std::size_t segment, std::size_t order) {
  Counts most;
  for (std::size_t r = 0; r < texts.n_references; ++r) {
    if (!texts.has_reference(r, segment)) continue;
    for (const auto& [ngram, times] : count(texts.reference(r, segment), order)) {
      most[ngram] = std::max(most[ngram], times);
    }
  }
  return most;
}

void fuzz_ngram_matches(const TestSet& set, std::size_t max_order, int n_threads) {
  const TestSetView texts = set.view();
  std::vector<std::int64_t> matches(set.n_systems * set.n_segments * max_order, -1);
  ngram_matches(texts, max_order, n_threads, matches);
  for (std::size_t s = 0; s < set.n_systems; ++s) {
    for (std::size_t k = 0; k < set.n_segments; ++k) {
      for (std::size_t n = 0; n < max_order; ++n) {
        CHECK(matches[(s * set.n_segments + k) * max_order + n] ==
              common(count(texts.hypothesis(s, k), n + 1), most_of(texts, k, n + 1)));
      }
    }
  }
}

void fuzz_ngram_overlaps(const TestSet& set, std::size_t max_order, int n_threads) {
  std::vector<std::int64_t> matches(set.n_pairs() * max_order, -1);
  ngram_overlaps(set.view(), max_order, n_threads, matches);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    for (std::size_t n = 0; n < max_order; ++n) {
      CHECK(matches[at * max_order + n] == common(count(hypothesis, n + 1), count(reference, n + 1)));
    }
  });
}

void fuzz_nist_information(const TestSet& set, Input& input, std::size_t max_order, int n_threads) {
  std::vector<double> information(set.n_systems * set.n_segments * max_order, -1);
  const std::int32_t ignored = static_cast<std::int32_t>(input.byte() % 3) - 1;
  nist_information(set.view(), max_order, ignored, n_threads, information);
  const double most = std::log2(std::max<double>(1, static_cast<double>(set.references.values.size())));
  for (std::size_t at = 0; at < information.size(); ++at) {
    const double words = static_cast<double>(set.view().hypotheses.row(at / max_order).size());
    CHECK(information[at] >= 0 && information[at] <= words * most + 1e-9);
  }
}

void fuzz_skip_bigram_matches(const TestSet& set, Input& input, int n_threads) {
  const std::int64_t max_gap = static_cast<std::int64_t>(input.byte() % 12) - 1;
  std::vector<std::int64_t> matches(set.n_pairs(), -1);
  skip_bigram_matches(set.view(), max_gap, n_threads, matches);
  const auto pairs_of = [&](Words text) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> counts;
    for (std::size_t i = 0; i < text.size(); ++i) {
      for (std::size_t j = i + 1; j < text.size(); ++j) {
        if (max_gap < 0 || j - i - 1 <= static_cast<std::size_t>(max_gap)) ++counts[{text[i], text[j]}];
      }
    }
    return counts;
  };
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    if (hypothesis.size() > 80 || reference.size() > 80) return;
    const auto a = pairs_of(hypothesis), b = pairs_of(reference);
    std::int64_t n = 0;
    for (const auto& [pair, times] : a) {
      const auto found = b.find(pair);
      if (found != b.end()) n += std::min(times, found->second);
    }
    CHECK(matches[at] == n);
  });
}

void fuzz_NgramPool(Input& input) {
  const std::size_t n_words = alphabet(input), n_texts = input.byte() % 24, n_candidates = input.byte() % 4;
  const std::size_t max_order = input.byte() % 6;
  const int n_threads = threads(input);
  const Rows texts = rows(input, n_texts, n_words), candidates = rows(input, n_candidates, n_words);
  const NgramPool pool(texts.view(), max_order);
  CHECK(pool.size() == n_texts && pool.max_order() == max_order);
  std::vector<std::int64_t> matches(max_order * n_candidates * n_texts, -1);
  pool.match(candidates.view(), n_threads, matches);
  for (std::size_t n = 0; n < max_order; ++n) {
    for (std::size_t c = 0; c < n_candidates; ++c) {
      const Counts own = count(candidates.view().row(c), n + 1);
      for (std::size_t t = 0; t < n_texts; ++t) {
        CHECK(matches[(n * n_candidates + c) * n_texts + t] == common(own, count(texts.view().row(t), n + 1)));
      }
    }
  }
  const std::size_t first = input.below(n_texts + 1), n_own = input.below(n_texts - first + 1);
  std::vector<std::int64_t> own(max_order * n_own * n_texts, -1);
  pool.match_own(first, n_own, n_threads, own);
  for (std::size_t n = 0; n < max_order; ++n) {
    for (std::size_t c = 0; c < n_own; ++c) {
      const auto size = static_cast<std::int64_t>(texts.view().row(first + c).size());
      CHECK(own[(n * n_own + c) * n_texts + first + c] ==
            std::max<std::int64_t>(0, size - static_cast<std::int64_t>(n)));
    }
  }
  std::vector<double> weights(n_texts), expected(max_order * n_candidates, -1);
  for (double& weight : weights) weight = input.fraction();
  pool.match_expected(candidates.view(), weights, n_threads, expected);
  for (std::size_t at = 0; at < expected.size(); ++at) {
    const auto size = static_cast<double>(candidates.view().row(at % n_candidates).size());
    CHECK(expected[at] >= 0 && expected[at] <= size + 1e-9);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t which = input.byte();
  if (which % 5 == 0) {
    fuzz_NgramPool(input);
    return 0;
  }
  const std::size_t max_order = which / 5 % 7;
  const int n_threads = threads(input);
  const TestSet set(input, false, 200);
  if (which % 5 == 1) fuzz_ngram_matches(set, max_order, n_threads);
  if (which % 5 == 2) fuzz_ngram_overlaps(set, max_order, n_threads);
  if (which % 5 == 3) fuzz_nist_information(set, input, max_order, n_threads);
  if (which % 5 == 4) fuzz_skip_bigram_matches(set, input, n_threads);
  return 0;
}
