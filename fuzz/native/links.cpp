// Links between words: read and written, united, grown, counted and measured, and the phrases that they allow.
#include "input.hpp"
#include "phrase_pairs.hpp"
#include "symmetrisation.hpp"
#include "word_links.hpp"

using namespace steelyard;
using namespace steelyard::fuzz;

namespace {

using Numbers = std::vector<std::int64_t>;

struct Sentences {
  std::size_t n;
  Numbers source, target;  // words

  explicit Sentences(Input& input) : n(input.byte() % 4) {
    for (std::size_t k = 0; k < n; ++k) {
      source.push_back(input.byte() % 24);
      target.push_back(input.byte() % 24);
    }
  }
  Numbers links(Input& input) const {
    Numbers made;
    for (std::size_t k = 0; k < n; ++k) {
      if (source[k] == 0 || target[k] == 0) continue;
      for (std::size_t i = input.byte() % 20; i > 0; --i) {
        const std::int64_t word = input.byte() % source[k], other = input.byte() % target[k];
        made.push_back(make_link(static_cast<std::int64_t>(k), word, other));
      }
    }
    std::ranges::sort(made);
    if (input.byte() != 0) {  // the binding lets links pass that stand twice
      made.erase(std::unique(made.begin(), made.end()), made.end());
    }
    return made;
  }
};

void fuzz_parse_links(Input& input) {
  static constexpr char letters[] = "0123456789-psS?P \t\r\n0123456789- \n-- ";
  const bool is_free = input.coin();
  std::string text = input.bytes(400);
  if (!is_free) {
    for (char& c : text) c = letters[static_cast<unsigned char>(c) % (sizeof letters - 1)];
  }
  const auto found = parse_links(text);
  if (!found) return;
  CHECK(std::ranges::is_sorted(found->links) && std::ranges::adjacent_find(found->links) == found->links.end());
  const std::int64_t n_segments = found->links.empty() ? 0 : segment_of(found->links.back()) + 1;
  const auto again = parse_links(write_links(found->links, found->is_sure, n_segments));
  CHECK(again && again->links == found->links && again->is_sure == found->is_sure);
}

void fuzz_unite_links_and_grow_links(Input& input) {
  const Sentences sentences(input);
  const Numbers forward = sentences.links(input), reverse = sentences.links(input);
  const Numbers both = unite_links(forward, reverse);
  CHECK(std::ranges::includes(both, forward) && std::ranges::includes(both, reverse));
  const auto final = static_cast<Final>(input.byte() % 3);
  const Numbers grown = grow_links(forward, reverse, final);
  for (const std::int64_t link : grown) CHECK(std::ranges::binary_search(both, link));
  for (const std::int64_t link : forward) {
    if (std::ranges::binary_search(reverse, link)) CHECK(std::ranges::binary_search(grown, link));
  }
}

void fuzz_count_links_measure_links_and_write_links(Input& input) {
  const Sentences sentences(input);
  const Numbers gold = sentences.links(input), found = sentences.links(input);
  std::vector<std::uint8_t> is_sure(gold.size());
  for (std::uint8_t& mark : is_sure) mark = input.coin();
  Numbers counts(4 * sentences.n), extents(4 * sentences.n);
  count_links(gold, is_sure, found, counts);
  measure_links(gold, extents);
  for (std::size_t k = 0; k < sentences.n; ++k) {
    CHECK(counts[4 * k] <= counts[4 * k + 1] && counts[4 * k + 1] <= counts[4 * k + 2]);
    CHECK(extents[4 * k] <= sentences.source[k] && extents[4 * k + 1] <= sentences.target[k]);
    CHECK(extents[4 * k + 2] <= extents[4 * k] && extents[4 * k + 3] <= extents[4 * k + 1]);
  }
  const std::string text = write_links(gold, is_sure, static_cast<std::int64_t>(sentences.n));
  CHECK(std::ranges::count(text, '\n') == static_cast<std::ptrdiff_t>(sentences.n));
}

// All pairs of runs with a link inside and none from inside to outside.
std::int64_t plain_phrases(const Sentences& sentences, const Numbers& links, const PhraseRules& rules) {
  std::int64_t n = 0;
  for (std::size_t k = 0; k < sentences.n; ++k) {
    const std::int64_t n_source = sentences.source[k], n_target = sentences.target[k];
    const auto is_allowed = [&](std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
      bool has_link = false, first = false, last = false, other_first = false, other_last = false;
      for (const std::int64_t link : links) {
        if (segment_of(link) != static_cast<std::int64_t>(k)) continue;
        const std::int64_t i = source_of(link), j = target_of(link);
        const bool is_in = i >= a && i <= b, is_other_in = j >= c && j <= d;
        if (is_in != is_other_in) return false;
        has_link = has_link || is_in;
        first = first || (is_in && i == a);
        last = last || (is_in && i == b);
        other_first = other_first || (is_in && j == c);
        other_last = other_last || (is_in && j == d);
      }
      return has_link && (!rules.is_tight || (first && last && other_first && other_last));
    };
    for (std::int64_t a = 0; a < n_source; ++a) {
      for (std::int64_t b = a; b < std::min(n_source, a + rules.longest); ++b) {
        for (std::int64_t c = 0; c < n_target; ++c) {
          for (std::int64_t d = c; d < std::min(n_target, c + rules.longest); ++d) n += is_allowed(a, b, c, d);
        }
      }
    }
  }
  return n;
}

void fuzz_extract_phrases_and_compare_phrases(Input& input) {
  const Sentences sentences(input);
  const Numbers gold = sentences.links(input), found = sentences.links(input);
  const PhraseRules rules{1 + input.byte() % 31, input.coin()};
  const SentenceLengths lengths{sentences.source, sentences.target};
  const Numbers phrases = extract_phrases(gold, lengths, rules);
  CHECK(std::ranges::is_sorted(phrases));
  if (rules.longest <= 4) CHECK(static_cast<std::int64_t>(phrases.size()) == plain_phrases(sentences, gold, rules));
  const auto longest = static_cast<std::size_t>(rules.longest);
  Numbers by_segment(3 * sentences.n), by_length(3 * longest), n_covered(longest);
  const std::int64_t n_left = compare_phrases(gold, found, lengths, rules, by_segment, by_length, n_covered);
  std::int64_t n_gold = 0, n_words = 0;
  for (std::size_t k = 0; k < sentences.n; ++k) {
    n_gold += by_segment[3 * k + 2];
    n_words += sentences.source[k];
    CHECK(by_segment[3 * k] <= std::min(by_segment[3 * k + 1], by_segment[3 * k + 2]));
  }
  CHECK(n_gold == static_cast<std::int64_t>(phrases.size()));
  CHECK(n_left >= 0 && n_left <= n_words);
  for (const std::int64_t n : n_covered) CHECK(n + n_left <= n_words);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static constexpr void (*kernels[])(Input&) = {&fuzz_parse_links, &fuzz_unite_links_and_grow_links,
                                                &fuzz_count_links_measure_links_and_write_links,
                                                &fuzz_extract_phrases_and_compare_phrases};
  Input input(data, size);
  kernels[input.byte() % std::size(kernels)](input);
  return 0;
}
