#include <algorithm>

#include "meteor.hpp"
#include "parallel.hpp"

namespace steelyard {
namespace {

using Words = std::span<const std::int32_t>;

void count_pair(Words hypothesis, Words reference, std::span<const MeteorMatch> matches,
                std::span<const std::uint8_t> is_function_word, std::span<const std::int32_t> sizes,
                std::int64_t* counts) {
  const auto size_of = [&](std::int32_t word) { return sizes.empty() ? 1 : sizes[static_cast<std::size_t>(word)]; };
  const auto is_function = [&](std::int32_t word) {
    return !is_function_word.empty() && is_function_word[static_cast<std::size_t>(word)] != 0;
  };
  std::fill_n(counts, n_meteor_counts, 0);
  for (const std::int32_t word : hypothesis) {
    counts[0] += size_of(word);
    if (is_function(word)) counts[2] += size_of(word);
  }
  for (const std::int32_t word : reference) {
    counts[1] += size_of(word);
    if (is_function(word)) counts[3] += size_of(word);
  }
  std::int64_t* const last = counts + n_meteor_counts - 3;
  std::int32_t hypothesis_end = -1, reference_end = -1;
  for (const MeteorMatch& match : matches) {
    std::int64_t* const of_stage = counts + 4 + 4 * static_cast<std::size_t>(match.stage);
    for (std::int32_t k = 0; k < match.hypothesis_length; ++k) {
      const std::int32_t word = hypothesis[static_cast<std::size_t>(match.hypothesis + k)];
      of_stage[is_function(word) ? 2 : 0] += size_of(word);
    }
    for (std::int32_t k = 0; k < match.reference_length; ++k) {
      const std::int32_t word = reference[static_cast<std::size_t>(match.reference + k)];
      of_stage[is_function(word) ? 3 : 1] += size_of(word);
    }
    if (match.hypothesis != hypothesis_end || match.reference != reference_end) ++last[0];
    hypothesis_end = match.hypothesis + match.hypothesis_length;
    reference_end = match.reference + match.reference_length;
    last[1] += match.hypothesis_length;
    last[2] += match.reference_length;
  }
}

}  // namespace

void count_meteor(const TestSetView& texts, const MeteorLexicon& lexicon, MeteorCriterion criterion, std::size_t beam,
                  std::span<const std::uint8_t> is_function_word, std::span<const std::int32_t> sizes, int n_threads,
                  std::span<std::int64_t> counts) {
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    MeteorAligner aligner(lexicon, criterion, beam);
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        for (std::size_t r = 0; r < texts.n_references; ++r) {
          std::int64_t* const out =
              counts.data() + ((r * texts.n_systems + s) * texts.n_segments + segment) * n_meteor_counts;
          if (!texts.has_reference(r, segment)) {
            std::fill_n(out, n_meteor_counts, 0);
            continue;
          }
          const Words hypothesis = texts.hypothesis(s, segment), reference = texts.reference(r, segment);
          count_pair(hypothesis, reference, aligner.align(hypothesis, reference), is_function_word, sizes, out);
        }
      }
    }
  });
}

}  // namespace steelyard
