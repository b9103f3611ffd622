// Answers to questions about shared sequences of words, against all of them written down.
#include "sub_goals.hpp"

#include <array>
#include <set>

#include "input.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

using Sequences = std::set<std::array<std::int32_t, 3>>;

// All sequences of n different words; -1 fills shorter ones.
Sequences sequences(Words text, int n) {
  Sequences found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (n == 1) found.insert({text[i], -1, -1});
    for (std::size_t j = i + 1; n > 1 && j < text.size(); ++j) {
      if (text[i] == text[j]) continue;
      if (n == 2) found.insert({text[i], text[j], -1});
      for (std::size_t k = j + 1; n > 2 && k < text.size(); ++k) {
        if (text[k] != text[i] && text[k] != text[j]) found.insert({text[i], text[j], text[k]});
      }
    }
  }
  return found;
}

int plain_answer(Words hypothesis, const std::vector<Words>& references, int n) {
  Sequences shared = sequences(references[0], n);
  for (const Words reference : references) {
    const Sequences own = sequences(reference, n);
    std::erase_if(shared, [&](const auto& one) { return !own.contains(one); });
  }
  if (shared.empty()) return 0;
  const Sequences own = sequences(hypothesis, n);
  return std::ranges::all_of(shared, [&](const auto& one) { return own.contains(one); }) ? 1 : -1;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  const std::size_t min_references = input.byte() % 4;
  const int n_threads = threads(input);
  const TestSet set(input, false, 150);
  std::vector<std::int8_t> answers(set.n_systems * set.n_segments * longest_sub_goal, 9);
  sub_goal_answers(set.view(), min_references, n_threads, answers);
  for (std::size_t at = 0; at < set.n_systems * set.n_segments; ++at) {
    std::vector<Words> references;
    std::size_t longest = set.view().hypotheses.row(at).size();
    for (std::size_t r = 0; r < set.n_references; ++r) {
      if (!set.view().has_reference(r, at % set.n_segments)) continue;
      references.push_back(set.view().reference(r, at % set.n_segments));
      longest = std::max(longest, references.back().size());
    }
    for (std::size_t n = 0; n < longest_sub_goal; ++n) {
      const int answer = answers[at * longest_sub_goal + n];
      CHECK(answer >= -1 && answer <= 1);
      if (references.empty() || references.size() < min_references) {
        CHECK(answer == 0);
      } else if (longest <= 12) {
        CHECK(answer == plain_answer(set.view().hypotheses.row(at), references, static_cast<int>(n) + 1));
      }
    }
  }
  return 0;
}
