// Distances that know no order or let blocks jump, and recognition rates, against recurrences and bounds.
#include "bag.hpp"
#include "cder.hpp"
#include "input.hpp"
#include "recognition.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

struct Question {
  Substitution substitution;
  Rows letters;

  Question(Input& input, std::size_t n_words) {
    substitution = static_cast<Substitution>(input.byte() % 3);
    letters = spelling(input, n_words, 1);  // a vocabulary has no empty word
  }
};

// The cover distance with costs of 0 and 1.
double plain_cover(Words free, Words covered) {
  std::vector<double> row(free.size() + 1, 1.0), next(row.size());
  row[0] = 0;
  for (const std::int32_t word : covered) {
    next[0] = row[0] + 1;
    for (std::size_t i = 1; i < row.size(); ++i) next[i] = std::min(row[i - 1] + (free[i - 1] != word), row[i] + 1);
    const double least = *std::ranges::min_element(next);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = std::min(next[i], least + 1);
  }
  return row.back();
}

void fuzz_cover_distances(const TestSet& set, Input& input, int n_threads) {
  const Question question(input, set.n_words);
  const CoverQuestion asked{question.substitution, question.letters.view(), input.coin()};
  std::vector<double> distances(set.n_pairs(), -1);
  cover_distances(set.view(), asked, n_threads, distances);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    const Words free = asked.is_reversed ? reference : hypothesis;
    const Words covered = asked.is_reversed ? hypothesis : reference;
    const double unit = plain_cover(free, covered);
    CHECK(asked.substitution == Substitution::equal ? distances[at] == unit
                                                    : distances[at] >= 0 && distances[at] <= unit + 1e-9);
  });
}

void fuzz_miscoverages(const TestSet& set, Input& input, int n_threads) {
  const Question question(input, set.n_words);
  const CoverQuestion asked{question.substitution, question.letters.view(), input.coin()};
  std::vector<double> found(set.n_pairs(), -1);
  miscoverages(set.view(), asked, n_threads, found);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    CHECK(found[at] >= 0 && found[at] == std::floor(found[at]));
    if (std::ranges::equal(hypothesis, reference)) CHECK(found[at] == 0);
  });
}

void fuzz_bag_distances(const TestSet& set, Input& input, int n_threads) {
  const Question question(input, set.n_words);
  std::vector<double> distances(set.n_pairs(), -1);
  bag_distances(set.view(), question.substitution, question.letters.view(), n_threads, distances);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    const auto most = static_cast<double>(std::max(hypothesis.size(), reference.size()));
    const double unit = most - static_cast<double>(shared(hypothesis, reference));
    CHECK(question.substitution == Substitution::equal ? distances[at] == unit
                                                       : distances[at] >= 0 && distances[at] <= unit + 1e-9);
  });
}

void fuzz_recognition_values(const TestSet& set, Input& input, int n_threads) {
  const std::size_t max_order = 1 + input.byte() % 5;
  const double insertion = 3 * input.fraction(), deletion = 3 * input.fraction();
  std::vector<double> values(set.n_pairs(), -1);
  recognition_values(set.view(), max_order, insertion, deletion, n_threads, values);
  set.for_pairs([&](Words hypothesis, Words reference, std::size_t at) {
    const double n = static_cast<double>(hypothesis.size()), m = static_cast<double>(reference.size());
    const double surplus = n > m ? (n - m) * insertion : (m - n) * deletion;
    CHECK(values[at] >= -surplus - 1e-9);
    CHECK(values[at] <= std::min(n, m) * static_cast<double>(max_order) - surplus + 1e-9);
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::uint8_t which = input.byte();
  const int n_threads = threads(input);
  const TestSet set(input, false, 200);
  if (which % 4 == 0) fuzz_cover_distances(set, input, n_threads);
  if (which % 4 == 1) fuzz_miscoverages(set, input, n_threads);
  if (which % 4 == 2) fuzz_bag_distances(set, input, n_threads);
  if (which % 4 == 3) fuzz_recognition_values(set, input, n_threads);
  return 0;
}
