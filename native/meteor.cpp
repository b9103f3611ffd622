#include "meteor.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "bits.hpp"
#include "meteor_matches.hpp"
#include "meteor_search.hpp"

namespace steelyard {
namespace {

using Words = std::span<const std::int32_t>;

constexpr std::int32_t none = -1;

std::uint64_t scramble(std::int32_t position) {  // splitmix64
  std::uint64_t x = static_cast<std::uint64_t>(position) + 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// An exact match covers twice as much as any other; the jar keeps sums of halves in a whole number.
std::int32_t doubled_weight(MeteorStage stage) { return stage == MeteorStage::exact ? 2 : 1; }

void jar_add(std::int32_t& sum, std::int32_t length, MeteorStage stage) {
  sum = static_cast<std::int32_t>(sum + length * (doubled_weight(stage) / 2.0));
}

// A partial alignment: of the reference up to some word.
struct Path {
  std::int64_t cover = 0;                                  // twice the weighted words of both texts
  std::int32_t hypothesis_cover = 0, reference_cover = 0;  // as the jar counts them
  std::int32_t next = 0;                                   // the first word of the reference not covered yet
  std::int32_t last_end = none;                            // where the open chunk ends in the hypothesis
  std::int32_t highest = none;                             // the last word of the hypothesis chosen so far
  std::int64_t crossings = 0, chunks = 0, distance = 0;
  std::uint64_t state = 0;    // of the words of the hypothesis that it took and that could matter later
  std::int32_t trail = none;  // the last match taken
  std::uint32_t row = 0;      // of the words that are taken
};

// A way for a path to go on.
struct Step {
  Path path;
  MeteorMatch taken;  // with reference_length 0: none
  bool is_branch;     // took a match that others could have
};

struct Trail {
  std::int32_t before;
  MeteorMatch match;
};

// Less is better: what is not covered first. Packed, because sorting costs is most of the work.
struct Cost {
  std::uint64_t first, second;

  auto operator<=>(const Cost&) const = default;
};

// Two numbers as one that orders them: lengths, and products of lengths, of texts stay below 2^32.
std::uint64_t packed(std::int64_t high, std::int64_t low) {
  return (static_cast<std::uint64_t>(high) << 32) | static_cast<std::uint64_t>(low);
}

// A step to rank, with its place among the steps, which orders equal ones.
struct Ranked {
  Cost cost;
  std::uint32_t place;

  auto operator<=>(const Ranked&) const = default;
};

// What tells how a path can go on.
struct Continuation {
  std::uint64_t state;
  std::int32_t last_end, next;

  bool operator==(const Continuation&) const = default;
};

// A set that is emptied in no time: a slot counts if it was filled since.
class SeenContinuations {
 public:
  void clear(std::size_t n_most) {
    const std::size_t n_slots = std::bit_ceil(2 * n_most + 1);
    if (slots_.size() < n_slots) slots_.assign(n_slots, {});
    if (++now_ == 0) {
      slots_.assign(slots_.size(), {});
      now_ = 1;
    }
  }
  // Returns whether it was not there yet.
  bool insert(const Continuation& key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (key.state ^ scramble(key.last_end * 31 + key.next)) & mask;; i = (i + 1) & mask) {
      Slot& slot = slots_[i];
      if (slot.since != now_) {
        slot = {key, now_};
        return true;
      }
      if (slot.key == key) return false;
    }
  }

 private:
  struct Slot {
    Continuation key;
    std::uint32_t since;
  };
  std::vector<Slot> slots_;
  std::uint32_t now_ = 0;
};

}  // namespace

struct MeteorAligner::Work {
  MeteorLexicon lexicon;
  MeteorCriterion criterion;
  std::size_t beam;
  MeteorPhrases phrase_index;
  MeteorMatches matches;
  std::unique_ptr<MeteorWordSearch> word_search;
  std::vector<std::vector<std::int32_t>> dying;  // words of the hypothesis that no later word could take
  std::vector<Path> paths, kept;
  std::vector<Step> steps;
  std::vector<Ranked> ranking;
  std::vector<std::uint32_t> free_rows;
  std::vector<std::uint8_t> is_row_kept;
  SeenContinuations seen;
  std::vector<Trail> trails;
  BitRows taken;   // by certain and earlier matches too
  BitRows chosen;  // up to the current word only; for crossings
  std::vector<MeteorMatch> result;

  bool is_jar() const { return criterion == MeteorCriterion::jar; }
  bool counts_crossings() const { return criterion == MeteorCriterion::crossings; }

  Cost cost_of(const Path& path) const;
  void run(Words hypothesis, Words reference, std::size_t first_stage, std::size_t last_stage);
  void note_dying();
  Path search();
  void advance(Path path, std::int32_t j);
  std::int64_t count_crossings(const Path& path, const MeteorMatch& match) const;
  void take(Path& path, const MeteorMatch& match, std::int64_t crossings) const;
  void branch(Path& parent, const MeteorMatch& match, std::int64_t crossings);
  void branch_all(Path& path, std::int32_t j, std::span<const std::int32_t> positions, MeteorStage stage);
  std::size_t branch_near(Path& path, std::int32_t j, std::span<const std::int32_t> positions, MeteorStage stage,
                          std::int32_t low, std::int32_t high, std::int64_t crossings);
  void branch_right_to_left(Path& path, std::int32_t j, std::span<const std::int32_t> positions, MeteorStage stage);
  void select(std::int32_t j);
  void keep(Step& step, std::int32_t j);
};

Cost MeteorAligner::Work::cost_of(const Path& path) const {
  constexpr std::int64_t most = std::int64_t{1} << 31;  // no cover is larger
  if (is_jar()) {
    return {packed(most - path.hypothesis_cover - path.reference_cover, 0), packed(path.chunks, path.distance)};
  }
  return {packed(most - path.cover, counts_crossings() ? path.crossings : 0), packed(path.chunks, path.distance)};
}

// Notes after which word of the reference nothing can take a word of the hypothesis any more.
void MeteorAligner::Work::note_dying() {
  const auto n = static_cast<std::size_t>(matches.reference_length());
  dying.resize(std::max(dying.size(), n));
  for (std::size_t j = 0; j < n; ++j) dying[j].clear();
  if (criterion != MeteorCriterion::chunks) return;
  std::vector<std::int32_t> last_use(static_cast<std::size_t>(matches.hypothesis_length()), none);
  for (std::int32_t j = 0; j < matches.reference_length(); ++j) {
    for (const auto& positions : matches.positions(j)) {
      poll(positions.size());
      for (const std::int32_t i : positions) last_use[static_cast<std::size_t>(i)] = j;
    }
    for (const MeteorMatch& match : matches.phrases(j)) {
      for (std::int32_t k = 0; k < match.hypothesis_length; ++k) {
        last_use[static_cast<std::size_t>(match.hypothesis + k)] = j;
      }
    }
  }
  for (std::int32_t i = 0; i < matches.hypothesis_length(); ++i) {
    const std::int32_t last = last_use[static_cast<std::size_t>(i)];
    if (last != none && !has_bit(matches.taken_in_hypothesis(), i)) dying[static_cast<std::size_t>(last)].push_back(i);
  }
}

// How many matches of a path a further one crosses.
std::int64_t MeteorAligner::Work::count_crossings(const Path& path, const MeteorMatch& match) const {
  if (!counts_crossings() || match.hypothesis > path.highest) return 0;
  return count_bits_above(chosen.row(path.row), match.hypothesis, chosen.width());
}

// Adds a match at the next word of the reference to a path.
void MeteorAligner::Work::take(Path& path, const MeteorMatch& match, std::int64_t crossings) const {
  const std::int32_t length = match.hypothesis_length + match.reference_length;
  path.cover += static_cast<std::int64_t>(length) * doubled_weight(match.stage);
  jar_add(path.hypothesis_cover, match.hypothesis_length, match.stage);
  jar_add(path.reference_cover, match.reference_length, match.stage);
  if (path.last_end != none && match.hypothesis != path.last_end) ++path.chunks;
  path.crossings += crossings;
  path.highest = std::max(path.highest, match.hypothesis);
  path.next = match.reference + match.reference_length;
  path.last_end = match.hypothesis + match.hypothesis_length;
}

void MeteorAligner::Work::branch(Path& parent, const MeteorMatch& match, std::int64_t crossings) {
  Path path = parent;
  take(path, match, crossings);
  const std::int64_t distance = std::abs(match.reference - match.hypothesis);
  (is_jar() ? parent : path).distance += distance;  // the jar adds it to the path that does not take the match
  for (std::int32_t k = 0; k < match.hypothesis_length; ++k) path.state ^= scramble(match.hypothesis + k);
  steps.push_back({path, match, true});
}

// Branches into the matches of one stage that can be among the best: all cover the same.
void MeteorAligner::Work::branch_all(Path& path, std::int32_t j, std::span<const std::int32_t> positions,
                                     MeteorStage stage) {
  const std::uint64_t* const used = taken.row(path.row);
  if (is_jar() || positions.size() <= 2 * beam) {
    for (const std::int32_t i : positions) {
      const MeteorMatch match{i, 1, j, 1, stage};
      if (!has_bit(used, i)) branch(path, match, count_crossings(path, match));
    }
    return;
  }
  const std::int32_t n = matches.hypothesis_length();
  if (path.last_end != none && path.last_end < n && !has_bit(used, path.last_end) &&
      std::binary_search(positions.begin(), positions.end(), path.last_end)) {
    const MeteorMatch match{path.last_end, 1, j, 1, stage};
    branch(path, match, count_crossings(path, match));
  }
  if (counts_crossings()) {
    branch_right_to_left(path, j, positions, stage);
  } else {
    branch_near(path, j, positions, stage, 0, n, 0);
  }
}

// Of matches with words from `low` to before `high`, branches into the nearest: further ones are the same but for
// their distance. Returns how many there were, at most `beam`.
std::size_t MeteorAligner::Work::branch_near(Path& path, std::int32_t j, std::span<const std::int32_t> positions,
                                             MeteorStage stage, std::int32_t low, std::int32_t high,
                                             std::int64_t crossings) {
  const std::uint64_t* const used = taken.row(path.row);
  const std::int32_t n = matches.hypothesis_length();
  const auto begin = std::lower_bound(positions.begin(), positions.end(), low);
  const auto end = std::lower_bound(begin, positions.end(), high);
  auto right = std::lower_bound(begin, end, j);
  auto left = right;
  std::size_t n_found = 0;
  for (; n_found < beam; ++n_found) {
    while (right != end && has_bit(used, *right)) {
      right = std::lower_bound(right, end, next_clear_bit(used, *right, n));
    }
    while (left != begin && has_bit(used, *(left - 1))) {
      left = std::upper_bound(begin, left, previous_clear_bit(used, *(left - 1)));
    }
    if (left == begin && right == end) break;
    const bool is_left = right == end || (left != begin && j - *(left - 1) <= *right - j);
    branch(path, {is_left ? *--left : *right++, 1, j, 1, stage}, crossings);
  }
  return n_found;
}

// Goes from right to left through the gaps between the words that are chosen: each costs one crossing more.
void MeteorAligner::Work::branch_right_to_left(Path& path, std::int32_t j, std::span<const std::int32_t> positions,
                                               MeteorStage stage) {
  const std::uint64_t* const row = chosen.row(path.row);
  std::size_t n_found = 0;
  std::int64_t n_right = 0;
  for (std::int32_t high = matches.hypothesis_length(); high > 0 && n_found < beam;) {
    const std::int32_t last = previous_set_bit(row, high - 1);
    if (last + 1 < high) n_found += branch_near(path, j, positions, stage, last + 1, high, n_right);
    high = previous_clear_bit(row, last) + 1;
    n_right += last + 1 - high;
  }
}

// Lists how a path can go on at word j of the reference.
void MeteorAligner::Work::advance(Path path, std::int32_t j) {
  poll(std::size_t{1} << 14);
  if (j < path.next) {  // still in a match
    steps.push_back({path, {}, false});
    return;
  }
  if (has_bit(matches.taken_in_reference(), j)) {
    const MeteorMatch& match = matches.certain(j);
    take(path, match, count_crossings(path, match));
    path.distance += std::abs(match.reference - match.hypothesis);
    steps.push_back({path, match, false});
    return;
  }
  const auto& found = matches.positions(j);
  for (std::size_t stage = 0; stage < found.size(); ++stage) {
    if (!found[stage].empty()) branch_all(path, j, found[stage], static_cast<MeteorStage>(stage));
  }
  for (const MeteorMatch& match : matches.phrases(j)) {
    if (!has_any_bit(taken.row(path.row), match.hypothesis, match.hypothesis_length) &&
        !has_any_bit(matches.taken_in_reference(), match.reference, match.reference_length)) {
      branch(path, match, count_crossings(path, match));
    }
  }
  if (path.last_end != none) {
    ++path.chunks;
    path.last_end = none;
  }
  ++path.next;
  steps.push_back({path, {}, false});
}

// Makes a step a path: a branch gets a row of its own, any other keeps that of the path it comes from.
void MeteorAligner::Work::keep(Step& step, std::int32_t j) {
  Path& path = step.path;
  const MeteorMatch& match = step.taken;
  if (step.is_branch) {
    const std::uint32_t row = free_rows.back();
    free_rows.pop_back();
    taken.copy(path.row, row);
    set_bits(taken.row(row), match.hypothesis, match.hypothesis_length);
    if (counts_crossings()) chosen.copy(path.row, row);
    path.row = row;
  }
  if (match.reference_length > 0) {
    if (counts_crossings()) set_bits(chosen.row(path.row), match.hypothesis, match.hypothesis_length);
    trails.push_back({path.trail, match});
    path.trail = static_cast<std::int32_t>(trails.size() - 1);
  }
  // Words that no later match could take tell nothing more: paths that differ in them alone become one state.
  for (const std::int32_t i : dying[static_cast<std::size_t>(j)]) {
    if (has_bit(taken.row(path.row), i)) path.state ^= scramble(i);
  }
  kept.push_back(path);
}

// Keeps the best steps as paths.
void MeteorAligner::Work::select(std::int32_t j) {
  ranking.clear();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    ranking.push_back({cost_of(steps[k].path), static_cast<std::uint32_t>(k)});
  }
  const std::size_t n_wanted = std::min(steps.size(), is_jar() ? beam : 4 * beam);
  const auto last = ranking.begin() + static_cast<std::ptrdiff_t>(n_wanted);
  if (last != ranking.end()) std::nth_element(ranking.begin(), last, ranking.end());
  std::sort(ranking.begin(), last);
  std::size_t n_kept = 0;
  if (!is_jar()) seen.clear(n_wanted);
  for (std::size_t k = 0; k < n_wanted && n_kept < beam; ++k) {
    const Path& path = steps[ranking[k].place].path;
    // Of paths that can go on in the same ways only the best counts.
    if (!is_jar() && !seen.insert({path.state, path.last_end, path.next})) continue;
    ranking[n_kept++] = ranking[k];
  }
  ranking.resize(n_kept);
  // Rows of paths that only live on in branches can be reused, but not before all branches are copied.
  is_row_kept.assign(2 * beam, 0);
  for (const auto& [cost, place] : ranking) {
    if (!steps[place].is_branch) is_row_kept[steps[place].path.row] = 1;
  }
  kept.clear();
  for (const auto& [cost, place] : ranking) keep(steps[place], j);
  for (const Path& path : paths) {
    if (!is_row_kept[path.row]) free_rows.push_back(path.row);
  }
  paths.swap(kept);
}

Path MeteorAligner::Work::search() {
  const auto n = static_cast<std::size_t>(matches.hypothesis_length());
  taken.reset(2 * beam, n);
  if (counts_crossings()) chosen.reset(2 * beam, n);
  std::copy_n(matches.taken_in_hypothesis(), taken.width(), taken.row(0));
  free_rows.resize(2 * beam - 1);
  std::iota(free_rows.begin(), free_rows.end(), 1);
  paths.assign(1, {});
  trails.clear();
  for (std::int32_t j = 0; j < matches.reference_length(); ++j) {
    steps.clear();
    for (const Path& path : paths) advance(path, j);
    select(j);
  }
  for (Path& path : paths) path.chunks += path.last_end != none ? 1 : 0;
  return *std::min_element(paths.begin(), paths.end(),
                           [&](const Path& a, const Path& b) { return cost_of(a) < cost_of(b); });
}

// Replaces the result, matches of earlier stages, by an alignment that holds them.
void MeteorAligner::Work::run(Words hypothesis, Words reference, std::size_t first_stage, std::size_t last_stage) {
  matches.find(hypothesis, reference, phrase_index, first_stage, last_stage, result);
  if (criterion == MeteorCriterion::chunks && word_search->search(matches, result)) return;
  note_dying();
  const Path best = search();
  result.clear();
  for (std::int32_t t = best.trail; t != none; t = trails[static_cast<std::size_t>(t)].before) {
    result.push_back(trails[static_cast<std::size_t>(t)].match);
  }
  std::reverse(result.begin(), result.end());
}

MeteorAligner::MeteorAligner(const MeteorLexicon& lexicon, MeteorCriterion criterion, std::size_t beam)
    : work_(std::make_unique<Work>()) {
  work_->lexicon = lexicon;
  work_->matches = MeteorMatches(lexicon);
  work_->criterion = criterion;
  work_->beam = std::max<std::size_t>(beam, 1);
  work_->word_search = std::make_unique<MeteorWordSearch>(work_->beam);
  work_->phrase_index = index_phrases(lexicon.phrases);
}

MeteorAligner::~MeteorAligner() = default;

std::span<const MeteorMatch> MeteorAligner::align(Words hypothesis, Words reference) {
  Work& work = *work_;
  work.result.clear();
  const auto is_same = [&](std::int32_t a, std::int32_t b) { return work.lexicon.is_same(a, b); };
  if (work.lexicon.has_exact &&
      std::equal(hypothesis.begin(), hypothesis.end(), reference.begin(), reference.end(), is_same)) {
    for (std::size_t i = 0; i < reference.size(); ++i) {
      const auto place = static_cast<std::int32_t>(i);
      work.result.push_back({place, 1, place, 1, MeteorStage::exact});
    }
  } else if (work.counts_crossings()) {
    for (std::size_t stage = 0; stage < n_meteor_stages - 1; ++stage) work.run(hypothesis, reference, stage, stage);
  } else {
    work.run(hypothesis, reference, 0, n_meteor_stages - 1);
  }
  return work.result;
}

}  // namespace steelyard
