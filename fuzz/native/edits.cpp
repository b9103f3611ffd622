// Edit distances, counts and alignments, against the recurrence.
#include <array>

#include "edit.hpp"
#include "edit_alignment.hpp"
#include "input.hpp"
#include "row_alignment.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

void fuzz_edit_distances(const TestSet& set, int n_threads) {
  std::vector<std::int64_t> distances(set.n_pairs(), -1);
  edit_distances(set.view(), n_threads, distances);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    if (is_worth(hypothesis, reference)) CHECK(distances[at] == plain_distance(hypothesis, reference));
  });
}

void fuzz_edit_counts(const TestSet& set, Input& input, int n_threads) {
  if (set.n_references == 0) return;
  const std::size_t n = set.n_systems * set.n_segments;
  std::vector<std::int64_t> chosen(n), counts(4 * n, -1);
  for (std::int64_t& reference : chosen) reference = static_cast<std::int64_t>(input.byte() % set.n_references);
  edit_counts(set.view(), chosen, n_threads, counts);
  for (std::size_t at = 0; at < n; ++at) {
    const std::int64_t* const count = &counts[4 * at];
    const Words hypothesis = set.view().hypotheses.row(at);
    const Words reference = set.view().reference(static_cast<std::size_t>(chosen[at]), at % set.n_segments);
    CHECK(count[0] + count[1] + count[2] == static_cast<std::int64_t>(reference.size()));
    CHECK(count[0] + count[1] + count[3] == static_cast<std::int64_t>(hypothesis.size()));
    if (!is_worth(hypothesis, reference)) continue;
    CHECK(count[1] + count[2] + count[3] == plain_distance(hypothesis, reference));
  }
}

void fuzz_edit_operations(Input& input) {
  const std::size_t n_words = alphabet(input);
  const Ids text = fuzz::text(input, n_words, 2000), pattern = fuzz::text(input, n_words, 2000);
  EditAlignment alignment(n_words);
  alignment.assign(pattern);
  std::size_t i = 0, j = 0;
  std::int64_t edits = 0;
  for (const EditOperation operation : alignment.operations(text)) {
    if (operation == EditOperation::hit) CHECK(text.at(j) == pattern.at(i));
    i += operation != EditOperation::insertion;
    j += operation != EditOperation::deletion;
    edits += operation != EditOperation::hit;
  }
  CHECK(i == pattern.size() && j == text.size());
  if (is_worth(text, pattern)) CHECK(edits == plain_distance(text, pattern));
}

void fuzz_align_rows(Input& input) {
  const std::size_t n_words = alphabet(input), n_rows = input.byte() % 4;
  const Rows reference = rows(input, n_rows, n_words, 100), hypothesis = rows(input, n_rows, n_words, 100);
  std::vector<std::uint8_t> penalties(reference.values.size()), others(hypothesis.values.size());
  for (std::uint8_t& penalty : penalties) penalty = input.coin();
  for (std::uint8_t& penalty : others) penalty = input.coin();
  std::vector<std::uint8_t> of_reference(penalties.size(), 9), of_hypothesis(others.size(), 9);
  align_rows({reference.view(), penalties}, {hypothesis.view(), others}, of_reference, of_hypothesis);
  for (std::size_t row = 0; row < n_rows; ++row) {
    std::array<std::int64_t, 3> first{}, second{};
    for (std::int64_t i = reference.offsets[row]; i < reference.offsets[row + 1]; ++i) {
      ++first.at(of_reference[static_cast<std::size_t>(i)]);
    }
    for (std::int64_t i = hypothesis.offsets[row]; i < hypothesis.offsets[row + 1]; ++i) {
      ++second.at(of_hypothesis[static_cast<std::size_t>(i)]);
    }
    CHECK(first[0] == second[0] && first[1] == second[1]);
    CHECK(first[1] + first[2] + second[2] == plain_distance(reference.view().row(row), hypothesis.view().row(row)));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  switch (input.byte() % 4) {
    case 0:
      fuzz_edit_operations(input);
      break;
    case 1:
      fuzz_align_rows(input);
      break;
    default: {
      const int n_threads = threads(input);
      const TestSet set(input);
      fuzz_edit_distances(set, n_threads);
      fuzz_edit_counts(set, input, n_threads);
    }
  }
  return 0;
}
