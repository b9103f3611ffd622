#include "symmetrisation.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace steelyard {
namespace {

// The order in which neighbours are tried decides what is added: target word, source word.
constexpr std::array<std::pair<int, int>, 8> around{
    {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

constexpr std::int64_t column = std::int64_t{1} << (word_bits + 1);  // a step aside never leaves a target word

struct Candidate {
  std::int64_t place;  // target word * column + source word: the order in which links are scanned
  bool is_forward;
  bool is_reverse;
  bool is_in;
};

// Links of a sentence pair while more are added.
class Growing {
 public:
  Growing() : is_target_linked_(most_words + 2), is_source_linked_(most_words + 2) {}

  void start(Links forward, Links reverse);
  void grow();
  void add_rest(bool Candidate::* direction, Final final);
  void finish(std::int64_t segment, std::vector<std::int64_t>& links);

 private:
  // Of words -1 to most_words, so that neighbours beyond the edge are words that no candidate has.
  auto target_at(std::int64_t place) { return is_target_linked_.begin() + (place / column + 1); }
  auto source_at(std::int64_t place) { return is_source_linked_.begin() + (place % column + 1); }
  bool grow_around(const Candidate& link);
  void add(Candidate& link);

  std::vector<Candidate> candidates_;  // of either direction, ascending
  std::vector<bool> is_target_linked_;
  std::vector<bool> is_source_linked_;
  std::size_t n_out_ = 0;  // candidates that are not in
};

void Growing::start(Links forward, Links reverse) {
  candidates_.clear();
  auto a = forward.begin();
  auto b = reverse.begin();
  while (a != forward.end() || b != reverse.end()) {
    const bool is_forward = a != forward.end() && (b == reverse.end() || *a <= *b);
    const bool is_reverse = b != reverse.end() && (a == forward.end() || *b <= *a);
    const std::int64_t link = is_forward ? *a : *b;
    candidates_.push_back({target_of(link) * column + source_of(link), is_forward, is_reverse, false});
    a += is_forward;
    b += is_reverse;
  }
  std::ranges::sort(candidates_, {}, &Candidate::place);
  n_out_ = candidates_.size();
  for (Candidate& link : candidates_) {
    if (link.is_forward && link.is_reverse) add(link);
  }
}

void Growing::add(Candidate& link) {
  link.is_in = true;
  *target_at(link.place) = *source_at(link.place) = true;
  --n_out_;
}

bool Growing::grow_around(const Candidate& link) {
  bool has_grown = false;
  const std::int64_t target = link.place / column, source = link.place % column;
  for (const auto& [step, aside] : around) {
    if (is_target_linked_[static_cast<std::size_t>(target + step + 1)] &&
        is_source_linked_[static_cast<std::size_t>(source + aside + 1)]) {
      continue;
    }
    if (target + step < 0 || source + aside < 0) continue;
    const std::int64_t place = (target + step) * column + source + aside;
    const auto found = std::ranges::lower_bound(candidates_, place, {}, &Candidate::place);
    if (found == candidates_.end() || found->place != place) continue;
    add(*found);
    has_grown = true;
  }
  return has_grown;
}

void Growing::grow() {
  bool has_grown = true;
  while (has_grown && n_out_ > 0) {
    has_grown = false;
    for (std::size_t k = 0; k < candidates_.size(); ++k) {  // what is added ahead is of the same scan
      if (candidates_[k].is_in) has_grown = grow_around(candidates_[k]) || has_grown;
    }
  }
}

void Growing::add_rest(bool Candidate::* direction, Final final) {
  for (Candidate& link : candidates_) {
    if (!(link.*direction) || link.is_in) continue;
    const bool is_target_free = !*target_at(link.place), is_source_free = !*source_at(link.place);
    if (final == Final::both_words ? is_target_free && is_source_free : is_target_free || is_source_free) add(link);
  }
}

void Growing::finish(std::int64_t segment, std::vector<std::int64_t>& links) {
  const auto start = static_cast<std::ptrdiff_t>(links.size());
  for (const Candidate& link : candidates_) {
    *target_at(link.place) = *source_at(link.place) = false;
    if (link.is_in) links.push_back(make_link(segment, link.place % column, link.place / column));
  }
  std::sort(links.begin() + start, links.end());
}

// The first sentence pair that has a link of either.
std::int64_t first_segment(Links a, Links b) {
  if (a.empty() || b.empty()) return segment_of(a.empty() ? b.front() : a.front());
  return segment_of(std::min(a.front(), b.front()));
}

}  // namespace

std::vector<std::int64_t> grow_links(Links forward, Links reverse, Final final) {
  std::vector<std::int64_t> links;
  links.reserve(std::max(forward.size(), reverse.size()));
  Growing growing;
  while (!forward.empty() || !reverse.empty()) {
    const std::int64_t segment = first_segment(forward, reverse);
    growing.start(take_segment(forward, segment), take_segment(reverse, segment));
    growing.grow();
    if (final != Final::none) {
      growing.add_rest(&Candidate::is_forward, final);
      growing.add_rest(&Candidate::is_reverse, final);
    }
    growing.finish(segment, links);
  }
  return links;
}

}  // namespace steelyard
