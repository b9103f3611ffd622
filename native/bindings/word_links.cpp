// Links between words, alignments grown from two directions, and phrase pairs,
// for Python.
#include "word_links.hpp"

#include <limits>
#include <string_view>

#include "arrays.hpp"
#include "phrase_pairs.hpp"
#include "symmetrisation.hpp"

namespace steelyard::bindings {
namespace {

using LinkArray = Array<std::int64_t, 1>;
constexpr std::int64_t most_segments = std::numeric_limits<std::int64_t>::max() >> 2 * word_bits;
using SegmentCount = Number<"n_segments", std::size_t, 0, most_segments>;
using LineCount = Number<"n_segments", std::size_t, 0, 1 << 27>;  // a line is written for each

Links links_of(const LinkArray& array, std::size_t n_segments) {
  const Links links(array.data(), array.size());
  require(std::ranges::is_sorted(links) && (links.empty() || links.front() >= 0) &&
              (links.empty() || segment_of(links.back()) < static_cast<std::int64_t>(n_segments)),
          "links must ascend and lie in the sentence pairs that there are");
  return links;
}

// Links and whether they are sure; None where a token is no link.
nb::object parse_links_of(const nb::bytes& text) {
  std::optional<MarkedLinks> found;
  {
    const std::string_view view(text.c_str(), text.size());
    const Released released;
    found = parse_links(view);
  }
  if (!found) return nb::none();
  return nb::make_tuple(to_numpy(std::move(found->links)), to_numpy(std::move(found->is_sure)));
}

nb::bytes write_links_of(const LinkArray& links, const Array<std::uint8_t, 1>& is_sure, LineCount n_segments) {
  const Links own = links_of(links, n_segments);
  require(is_sure.size() == own.size(), "there must be a mark for each link");
  std::string text;
  {
    const Released released;
    text = write_links(own, {is_sure.data(), is_sure.size()}, static_cast<std::int64_t>(n_segments));
  }
  return nb::bytes(text.data(), text.size());
}

nb::object unite_links_of(const LinkArray& a, const LinkArray& b) {
  const Links one = links_of(a, most_segments), other = links_of(b, most_segments);
  std::vector<std::int64_t> found;
  {
    const Released released;
    found = unite_links(one, other);
  }
  return to_numpy(std::move(found));
}

// final_words: how many words of a link must be free where it is added at last;
// 0 adds none.
nb::object grow_links_of(const LinkArray& forward, const LinkArray& reverse, SegmentCount n_segments,
                         Number<"final_words", int, 0, 2> final_words) {
  const Links one = links_of(forward, n_segments), other = links_of(reverse, n_segments);
  const Final final = final_words == 0 ? Final::none : final_words == 1 ? Final::one_word : Final::both_words;
  std::vector<std::int64_t> found;
  {
    const Released released;
    found = grow_links(one, other, final);
  }
  return to_numpy(std::move(found));
}

void count_links_into(const LinkArray& gold, const Array<std::uint8_t, 1>& is_sure, const LinkArray& found,
                      const OutArray<std::int64_t, 2>& counts) {
  const Links truth = links_of(gold, counts.shape(0)), own = links_of(found, counts.shape(0));
  require(is_sure.size() == truth.size() && counts.shape(1) == 4, "counts must have shape (segments, 4)");
  const Released released;
  count_links(truth, {is_sure.data(), is_sure.size()}, own, {counts.data(), counts.size()});
}

void measure_links_into(const LinkArray& links, const OutArray<std::int64_t, 2>& extents) {
  const Links own = links_of(links, extents.shape(0));
  require(extents.shape(1) == 4, "extents must have shape (segments, 4)");
  const Released released;
  measure_links(own, {extents.data(), extents.size()});
}

// Words of the sources and of the targets.
using Lengths = std::tuple<Array<std::int64_t, 1>, Array<std::int64_t, 1>>;

SentenceLengths lengths_of(const Lengths& lengths, Links links) {
  const auto& [source, target] = lengths;
  require(source.size() == target.size(), "there must be as many lengths of targets as of sources");
  const SentenceLengths found{{source.data(), source.size()}, {target.data(), target.size()}};
  for (const auto side : {found.source, found.target}) {
    require(std::ranges::all_of(side, [](std::int64_t n) { return n >= 0 && n <= most_words; }),
            "a sentence has more words than can be counted");
  }
  require(std::ranges::all_of(links,
                              [&](std::int64_t link) {
                                const auto segment = static_cast<std::size_t>(segment_of(link));
                                return source_of(link) < found.source[segment] &&
                                       target_of(link) < found.target[segment];
                              }),
          "a link is beyond the words of its sentence");
  return found;
}

constexpr std::int64_t longest_phrase = (1 << phrase_bits) - 1;

nb::object extract_phrases_of(const LinkArray& links, const Lengths& lengths,
                              Number<"longest", std::int64_t, 1, longest_phrase> longest, bool is_tight) {
  const Links own = links_of(links, std::get<0>(lengths).size());
  const SentenceLengths sizes = lengths_of(lengths, own);
  const PhraseRules rules{longest, is_tight};
  std::vector<std::int64_t> found;
  {
    const Released released;
    found = extract_phrases(own, sizes, rules);
  }
  return to_numpy(std::move(found));
}

std::int64_t compare_phrases_into(const LinkArray& gold, const LinkArray& found, const Lengths& lengths, bool is_tight,
                                  const OutArray<std::int64_t, 2>& by_segment,
                                  const OutArray<std::int64_t, 2>& by_length,
                                  const OutArray<std::int64_t, 1>& n_covered) {
  const std::size_t n_segments = std::get<0>(lengths).size(), longest = n_covered.size();
  const Links truth = links_of(gold, n_segments), own = links_of(found, n_segments);
  lengths_of(lengths, truth);
  const SentenceLengths sizes = lengths_of(lengths, own);
  require(by_segment.shape(0) == n_segments && by_segment.shape(1) == 3, "by_segment must have shape (segments, 3)");
  require(by_length.shape(0) == longest && by_length.shape(1) == 3, "by_length must have shape (longest, 3)");
  const PhraseRules rules{bounded<std::int64_t>("longest", static_cast<std::int64_t>(longest), 1, longest_phrase),
                          is_tight};
  const Released released;
  return compare_phrases(truth, own, sizes, rules, {by_segment.data(), by_segment.size()},
                         {by_length.data(), by_length.size()}, {n_covered.data(), n_covered.size()});
}

}  // namespace

void bind_word_links(nb::module_& m) {
  m.def("parse_links", &parse_links_of, nb::arg("text"));
  m.def("write_links", &write_links_of, nb::arg("links"), nb::arg("is_sure"), nb::arg("n_segments"));
  m.def("unite_links", &unite_links_of, nb::arg("a"), nb::arg("b"));
  m.def("grow_links", &grow_links_of, nb::arg("forward"), nb::arg("reverse"), nb::arg("n_segments"),
        nb::arg("final_words"));
  m.def("count_links", &count_links_into, nb::arg("gold"), nb::arg("is_sure"), nb::arg("found"),
        nb::arg("counts").noconvert());
  m.def("measure_links", &measure_links_into, nb::arg("links"), nb::arg("extents").noconvert());
  m.def("extract_phrases", &extract_phrases_of, nb::arg("links"), nb::arg("lengths"), nb::arg("longest"),
        nb::arg("is_tight"));
  m.def("compare_phrases", &compare_phrases_into, nb::arg("gold"), nb::arg("found"), nb::arg("lengths"),
        nb::arg("is_tight"), nb::arg("by_segment").noconvert(), nb::arg("by_length").noconvert(),
        nb::arg("n_covered").noconvert());
}

}  // namespace steelyard::bindings
