#include "ter.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

#include "parallel.hpp"

namespace steelyard {
namespace {

constexpr std::int32_t longest_distance = 50;
constexpr std::int64_t most_candidates_of_sacrebleu = 1000;
// What tercom's search may cost, in cells of tables of all candidates; less where its beam misses the edit distance,
// for every candidate must be looked at cell by cell then.
constexpr std::int64_t most_cells_of_tercom = 1'000'000'000'000, most_cells_off_the_path = 10'000'000'000;
constexpr std::size_t most_cells_of_a_table = std::size_t{1} << 25;

// Turns marks, 1 at unmatched words, into how many words further the next one is.
void count_to_next(std::vector<std::int32_t>& marks) {
  std::int32_t distance = std::numeric_limits<std::int32_t>::max() / 2;
  for (std::size_t i = marks.size(); i-- > 0;) {
    distance = marks[i] != 0 ? 0 : distance + 1;
    marks[i] = distance;
  }
}

struct Exchange {
  std::size_t begin, middle, end;
};

Exchange exchange_of(std::int32_t start, std::int32_t length, std::int32_t target) {
  const auto begin = static_cast<std::size_t>(start), moved_to = static_cast<std::size_t>(target),
             size = static_cast<std::size_t>(length);
  if (moved_to < begin) return {moved_to, begin, begin + size};
  return {begin, begin + size, moved_to + size};
}

void swap_blocks(std::vector<std::int32_t>& text, const Exchange& exchange) {
  const auto at = [&](std::size_t i) { return text.begin() + static_cast<std::ptrdiff_t>(i); };
  std::rotate(at(exchange.begin), at(exchange.middle), at(exchange.end));
}

struct Path {
  double cost = 0;
  std::array<std::int64_t, 4> counts{};  // insertions, deletions, substitutions, shifts

  Path with(std::size_t step, double price) const {
    Path longer = *this;
    longer.cost += price;
    ++longer.counts[step];
    return longer;
  }
};

Path cheapest_path(Words text, Words reference, const TerCosts& costs, std::vector<Path>& row) {
  row.assign(reference.size() + 1, {});
  for (std::size_t j = 1; j < row.size(); ++j) row[j] = row[j - 1].with(1, costs.deletion);
  for (const std::int32_t word : text) {
    poll(4 * row.size());  // a step of a path copies its counts
    Path before = row[0];
    row[0] = before.with(0, costs.insertion);
    for (std::size_t j = 1; j < row.size(); ++j) {
      Path best = word == reference[j - 1] ? before : before.with(2, costs.substitution);
      before = row[j];
      if (before.cost + costs.insertion < best.cost) best = before.with(0, costs.insertion);
      if (row[j - 1].cost + costs.deletion < best.cost) best = row[j - 1].with(1, costs.deletion);
      row[j] = best;
    }
  }
  return row.back();
}

}  // namespace

void TerSearch::assign(Words reference) {
  reference_ = reference;
  bits_.assign(reference);
  // A counting sort: afterwards each slot's end is where the next one's places begin.
  place_ends_.assign(bits_.n_distinct() + 2, 0);
  for (const std::int32_t word : reference) ++place_ends_[bits_.slot_of(word) + 1];
  for (std::size_t slot = 1; slot < place_ends_.size(); ++slot) place_ends_[slot] += place_ends_[slot - 1];
  places_.resize(reference.size());
  for (std::size_t j = 0; j < reference.size(); ++j) {
    places_[place_ends_[bits_.slot_of(reference[j])]++] = static_cast<std::int32_t>(j);
  }
}

std::span<const std::int32_t> TerSearch::places_of(std::int32_t word) const {
  const std::size_t slot = bits_.slot_of(word);
  if (slot == 0) return {};
  return std::span(places_).subspan(place_ends_[slot - 1], place_ends_[slot] - place_ends_[slot - 1]);
}

std::int64_t TerSearch::least(Words text) {
  n_used_.assign(bits_.n_distinct() + 1, 0);
  std::size_t n_shared = 0;
  for (const std::int32_t word : text) {
    const std::size_t slot = bits_.slot_of(word);
    if (slot != 0 && n_used_[slot] < place_ends_[slot] - place_ends_[slot - 1]) {
      ++n_used_[slot];
      ++n_shared;
    }
  }
  // No order of the words needs fewer edits: each edit mends no more than one word of either text.
  return static_cast<std::int64_t>(std::max(text.size(), reference_.size()) - n_shared);
}

std::int64_t TerSearch::operator()(Words text) {
  const std::size_t n = text.size(), m = reference_.size();
  text_.assign(text.begin(), text.end());
  shifts_.clear();
  n_candidates_ = 0;
  if (n == 0 || m == 0) {
    steps_.assign(std::max(n, m), n == 0 ? EditStep::deletion : EditStep::insertion);
    return static_cast<std::int64_t>(std::max(n, m));
  }
  const bool is_tercom = variant_ == TerVariant::tercom && n <= most_cells_of_a_table / m;
  rules_ = is_tercom ? TerVariant::tercom : TerVariant::sacrebleu;
  const std::int64_t fewest = least(text);
  // A table without a beam serves wherever no path of as few edits meets the beam; shifts only make them fewer.
  if (is_tercom || m <= 64) {
    full_.read(text_, 0);
    const std::int64_t distance = full_.distance();
    // Unknown words cost one wherever they stand, so no path is further above the best of its row than what is left.
    const auto is_unknown = [this](std::int32_t word) { return bits_.slot_of(word) == 0; };
    if (is_tercom ? distance <= CellTable::tercom_beam + std::ranges::count_if(text_, is_unknown)
                  : BandTable::holds(distance, n, m)) {
      return search(full_, fewest);
    }
  }
  if (!is_tercom && m <= BandTable::most_times_as_long * n) {
    band_.read(text_, 0);
    return search(band_, fewest);
  }
  cells_.assign(reference_, is_tercom ? Beam::tercom : Beam::sacrebleu);
  cells_.read(text_, 0);
  if (!is_tercom) return search(cells_, fewest);
  CheckedTable checked(full_, cells_);
  return search(checked, fewest);
}

template <typename Table>
std::int64_t TerSearch::search(Table& table, std::int64_t fewest) {
  align(table);
  while (table.distance() > fewest && gather(most_candidates(table.surplus()))) {
    const Candidate* const best = choose(table, table.distance() - fewest);
    if (best == nullptr) break;
    const Exchange found = exchange_of(best->start, best->length, best->target);
    swap_blocks(text_, found);
    shifts_.push_back({best->start, best->length, best->target});
    table.read(text_, found.begin);
    align(table);
  }
  return static_cast<std::int64_t>(shifts_.size()) + table.distance();
}

template <typename Table>
void TerSearch::align(const Table& table) {
  std::size_t i = text_.size(), j = reference_.size();
  steps_.clear();
  aligned_.resize(j);
  text_error_.assign(i, 1);
  reference_error_.assign(j, 1);
  while (i > 0 || j > 0) {
    const EditStep step = table.last_step(i, j);
    steps_.push_back(step);
    if (step != EditStep::insertion) aligned_[j - 1] = static_cast<std::int32_t>(i) - 1;
    if (step == EditStep::match) text_error_[i - 1] = reference_error_[j - 1] = 0;
    i -= step != EditStep::deletion;
    j -= step != EditStep::insertion;
  }
  count_to_next(text_error_);
  count_to_next(reference_error_);
}

std::int64_t TerSearch::most_candidates(std::int64_t surplus) const {
  if (rules_ == TerVariant::sacrebleu) return most_candidates_of_sacrebleu;
  const auto n_cells = static_cast<std::int64_t>(text_.size() * reference_.size());
  return (surplus > 0 ? most_cells_off_the_path : most_cells_of_tercom) / n_cells;
}

// Finds every shift that this round considers; false where the search ends because there were too many.
bool TerSearch::gather(std::int64_t most) {
  for (auto& candidates : candidates_) candidates.clear();
  for (std::int32_t start = 0; start < static_cast<std::int32_t>(text_.size()); ++start) {
    if (rules_ == TerVariant::tercom) {
      gather_as_tercom(start);
    } else {
      gather_as_sacrebleu(start);
    }
    if (n_candidates_ >= most) return false;
  }
  return true;
}

void TerSearch::add(std::int32_t start, std::int32_t length, std::int32_t place) {
  ++n_candidates_;
  const std::int32_t last = static_cast<std::int32_t>(text_.size()) - length;
  // sacreBLEU shifts to before a word, tercom to after one; both have a rule of their own for a place in the shifted
  // words themselves, which go that many words to the right.
  const std::int32_t before = rules_ == TerVariant::tercom ? place + 1 : place;
  std::int32_t target = std::min(place, last);
  if (before <= start) {
    target = before;
  } else if (before > start + length) {
    target = before - length;
  }
  if (target != start) candidates_[static_cast<std::size_t>(length - 1)].push_back({start, length, place, target});
}

void TerSearch::gather_as_sacrebleu(std::int32_t start) {
  const auto first = static_cast<std::size_t>(start);
  if (text_error_[first] >= longest_shift) return;
  const auto places = places_of(text_[first]);
  const auto end = std::ranges::upper_bound(places, start + longest_distance);
  for (auto place = std::ranges::lower_bound(places, start - longest_distance); place != end; ++place) {
    const auto j = static_cast<std::size_t>(*place);
    const std::int32_t shortest = std::max(text_error_[first], reference_error_[j]) + 1;  // both sides have an error
    std::int32_t longest = longest_shift;
    if (aligned_[j] >= start) longest = std::min(longest, aligned_[j] - start);  // the target is not among them
    for (std::size_t k = 0; static_cast<std::int32_t>(k) < longest; ++k) {
      if (first + k == text_.size() || j + k == reference_.size() || text_[first + k] != reference_[j + k]) break;
      const auto length = static_cast<std::int32_t>(k) + 1;
      if (length < shortest) continue;
      std::int32_t last_added = -1;
      for (std::size_t next = j; next <= j + k + 1; ++next) {
        const std::int32_t to = next == 0 ? 0 : aligned_[next - 1] + 1;
        if (to != last_added) add(start, length, to);
        last_added = to;
      }
    }
    if (n_candidates_ >= most_candidates_of_sacrebleu) return;
  }
}

void TerSearch::gather_as_tercom(std::int32_t start) {
  const auto first = static_cast<std::size_t>(start);
  const auto aligned = [this](std::int32_t j) { return aligned_[static_cast<std::size_t>(j)]; };
  const auto places = places_of(text_[first]);
  open_places_.clear();
  bool is_open = false;
  for (auto place = std::ranges::lower_bound(places, start - longest_distance - 1, {}, aligned);
       place != places.end() && aligned(*place) <= start + longest_distance; ++place) {
    open_places_.push_back(*place);
    is_open = is_open || aligned(*place) != start;
  }
  for (std::int32_t length = 1; is_open && length <= longest_shift; ++length) {
    const auto past = static_cast<std::size_t>(length - 1);
    if (first + past == text_.size()) return;
    std::erase_if(open_places_, [&](std::int32_t j) {
      const std::size_t at = static_cast<std::size_t>(j) + past;
      return at >= reference_.size() || reference_[at] != text_[first + past];
    });
    if (text_error_[first] >= length) continue;  // all matched; a longer shift may hold an error
    is_open = false;
    for (const std::int32_t j : open_places_) {
      const std::int32_t now = aligned(j);
      if ((now >= start && now < start + length) || start - now > longest_distance) continue;
      is_open = true;
      if (reference_error_[static_cast<std::size_t>(j)] >= length) continue;
      if (j == 0) add(start, length, -1);
      for (std::int32_t next = std::max(j - 1, 0); next < j + length; ++next) {
        const std::int32_t to = aligned(next);
        if (to != start && (next == j || to != now)) add(start, length, to);
      }
    }
  }
}

// Returns the shift with the largest gain; among equals the longest, then the first, then the one with the first place.
template <typename Table>
const TerSearch::Candidate* TerSearch::choose(Table& table, std::int64_t most_gain) {
  const Candidate* best = nullptr;
  std::int64_t best_gain = 0;
  for (std::size_t k = candidates_.size(); k-- > 0;) {
    auto& candidates = candidates_[k];
    const auto length = static_cast<std::int64_t>(k) + 1;
    if (rules_ == TerVariant::sacrebleu && candidates.size() > 1) {  // tercom takes places as they come
      std::ranges::sort(candidates, {}, [](const Candidate& c) { return std::pair(c.start, c.place); });
    }
    std::int32_t start = -1;
    std::int64_t most_from_start = most_gain;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      const Candidate& candidate = candidates[c];
      if (best_gain == most_gain) return best;
      // tercom stops here, which matters only where its beam binds.
      if (rules_ == TerVariant::tercom && best_gain > 2 * length) return best;
      // Moving k words past l others changes the distance of the whole table by 2 min(k, l) at most.
      const std::int64_t past = std::abs(candidate.target - candidate.start);
      if (best_gain >= 2 * std::min(length, past) + table.surplus()) continue;
      const auto [begin, middle, end] = exchange_of(candidate.start, candidate.length, candidate.target);
      if (candidate.start != start) {
        start = candidate.start;
        most_from_start = most_gain;
        // Putting words back in gains one each at most: where several places are left, one look may rule all out.
        if (best_gain > 0 && c + 2 < candidates.size() && candidates[c + 2].start == start) {
          const auto first = static_cast<std::size_t>(start);
          const std::int64_t left = table.least_without(first, first + static_cast<std::size_t>(length));
          most_from_start = table.distance() - left + length;
        }
      }
      if (best_gain >= most_from_start) continue;
      std::int64_t gain = table.distance() - table.least_after(begin, middle, end);
      if (gain <= best_gain) continue;
      if constexpr (std::is_same_v<Table, CheckedTable>) {
        gain = table.distance() - table.distance_after(begin, middle, end);
      }
      if (gain > best_gain) {
        best = &candidate;
        best_gain = gain;
      }
    }
  }
  return best;
}

void ter_edits(const TestSetView& texts, TerVariant variant, int n_threads, std::span<std::int64_t> edits) {
  const std::size_t n_ids = count_ids(texts);
  std::ranges::fill(edits, std::numeric_limits<std::int64_t>::max());
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    TerSearch search(n_ids, variant);
    for (std::size_t segment = first; segment < last; ++segment) {
      const auto same_as = [&](std::size_t system) {  // an earlier system with the same output, or itself
        std::size_t other = 0;
        while (!std::ranges::equal(texts.hypothesis(other, segment), texts.hypothesis(system, segment))) ++other;
        return other;
      };
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        if (!texts.has_reference(r, segment)) continue;
        search.assign(texts.reference(r, segment));
        for (std::size_t s = 0; s < texts.n_systems; ++s) {
          const Words text = texts.hypothesis(s, segment);
          std::int64_t& fewest = edits[s * texts.n_segments + segment];
          if (const std::size_t other = same_as(s); other < s) {
            fewest = edits[other * texts.n_segments + segment];
          } else if (search.least(text) < fewest) {
            fewest = std::min(fewest, search(text));
          }
        }
      }
    }
  });
}

void ter_counts(const TestSetView& texts, TerVariant variant, const TerCosts& costs, int n_threads,
                std::span<std::int64_t> counts) {
  const std::size_t n_ids = count_ids(texts);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    TerSearch search(n_ids, variant);
    std::vector<std::int32_t> text;
    std::vector<Path> row;
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t s = 0; s < texts.n_systems; ++s) {
        Path cheapest{std::numeric_limits<double>::infinity()};
        for (std::size_t r = 0; r < texts.n_references; ++r) {
          if (!texts.has_reference(r, segment)) continue;
          const Words hypothesis = texts.hypothesis(s, segment), reference = texts.reference(r, segment);
          search.assign(reference);
          search(hypothesis);
          text.assign(hypothesis.begin(), hypothesis.end());
          Path best = cheapest_path(text, reference, costs, row);
          for (std::size_t k = 0; k < search.shifts().size(); ++k) {
            const TerShift& shift = search.shifts()[k];
            swap_blocks(text,
                        exchange_of(static_cast<std::int32_t>(shift.start), static_cast<std::int32_t>(shift.length),
                                    static_cast<std::int32_t>(shift.target)));
            Path path = cheapest_path(text, reference, costs, row);
            path.counts[3] = static_cast<std::int64_t>(k) + 1;
            path.cost += costs.shift * static_cast<double>(k + 1);
            if (path.cost <= best.cost) best = path;
          }
          if (best.cost < cheapest.cost) cheapest = best;
        }
        std::ranges::copy(cheapest.counts,
                          counts.begin() + static_cast<std::ptrdiff_t>((s * texts.n_segments + segment) * 4));
      }
    }
  });
}

}  // namespace steelyard
