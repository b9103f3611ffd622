// Translation edit rate: its edits are those of the alignment, and lie between bounds.
#include "ter.hpp"

#include <numeric>

#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

// The edits of one pair, shifts done again and steps gone.
std::int64_t fuzz_ter_alignment(TerSearch& search, Words hypothesis, Words reference) {
  search.assign(reference);
  const std::int64_t least = search.least(hypothesis), edits = search(hypothesis);
  CHECK(least <= edits);
  Ids text(hypothesis.begin(), hypothesis.end());
  for (const TerShift& shift : search.shifts()) {
    CHECK(shift.start >= 0 && shift.length > 0 && shift.start + shift.length <= static_cast<std::int64_t>(text.size()));
    const auto begin = text.begin() + shift.start;
    const Ids taken(begin, begin + shift.length);
    text.erase(begin, begin + shift.length);
    CHECK(shift.target >= 0 && shift.target <= static_cast<std::int64_t>(text.size()));
    text.insert(text.begin() + shift.target, taken.begin(), taken.end());
  }
  const auto is_edit = [](EditStep step) { return step != EditStep::match; };
  const auto n_steps = static_cast<std::int64_t>(std::ranges::count_if(search.steps(), is_edit));
  CHECK(edits == static_cast<std::int64_t>(search.shifts().size()) + n_steps);
  CHECK(n_steps >= plain_distance(text, reference));
  return edits;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const TerVariant variant = input.coin() ? TerVariant::sacrebleu : TerVariant::tercom;
  const int n_threads = threads(input);
  const TestSet set(input, true, 90);
  std::vector<std::int64_t> ter_edits(set.n_systems * set.n_segments, -1);
  steelyard::ter_edits(set.view(), variant, n_threads, ter_edits);
  std::vector<std::int64_t> ter_counts(4 * ter_edits.size(), -1);
  steelyard::ter_counts(set.view(), variant, {0, 0.5, 1, 2}, n_threads, ter_counts);
  CHECK(std::ranges::all_of(ter_counts, [](std::int64_t n) { return n >= 0; }));
  steelyard::ter_counts(set.view(), variant, {1, 1, 1, 1}, n_threads, ter_counts);
  TerSearch search(set.n_words, variant);
  for (std::size_t at = 0; at < ter_edits.size(); ++at) {
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t r = 0; r < set.n_references; ++r) {
      if (!set.view().has_reference(r, at % set.n_segments)) continue;
      const Words hypothesis = set.view().hypotheses.row(at), reference = set.view().reference(r, at % set.n_segments);
      fewest = std::min(fewest, fuzz_ter_alignment(search, hypothesis, reference));
    }
    CHECK(ter_edits[at] == fewest);
    const auto first = ter_counts.begin() + static_cast<std::ptrdiff_t>(4 * at);
    CHECK(std::accumulate(first, first + 4, std::int64_t{0}) <= fewest);  // which looks at a band of the table alone
  }
  return 0;
}
