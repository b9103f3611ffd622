#include "meteor_search.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>

namespace steelyard {
namespace {

constexpr std::int32_t none = -1;
constexpr std::int32_t apart = -2;  // no path ends there

// A cost and what orders equal ones, in one number: what is not covered, chunks, distances; then the path that a step
// goes on from, by its rank, and the choice it makes.
constexpr int choice_bits = 12, place_bits = 20, distance_bits = 20, chunk_bits = 12;
constexpr int chunk_shift = place_bits + distance_bits, loss_shift = chunk_shift + chunk_bits;
constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
constexpr std::uint64_t choice_mask = (std::uint64_t{1} << choice_bits) - 1;
constexpr std::uint64_t one_chunk = std::uint64_t{1} << chunk_shift;
// So that four times the words, and their squares, fit.
constexpr std::int32_t longest = 1023;
constexpr std::size_t widest_beam = (std::size_t{1} << (place_bits - choice_bits)) - 1;
constexpr std::uint64_t no_step = std::numeric_limits<std::uint64_t>::max(), no_limit = no_step - 1;
static_assert(std::size_t{4} * longest < std::size_t{1} << (64 - loss_shift));
static_assert(std::size_t{longest} * longest < std::size_t{1} << distance_bits);

constexpr std::size_t most_bits = (longest + 63) / 64;  // words of bits that any text needs

template <std::size_t width>
using Bits = std::array<std::uint64_t, width>;

template <std::size_t width>
bool has(const Bits<width>& bits, std::uint32_t i) {
  if constexpr (width == 1) return (bits[0] >> i & 1) != 0;
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}

// A partial alignment: of the reference up to some word.
template <std::size_t width>
struct Path {
  std::uint64_t cost;
  Bits<width> taken;  // contested words of the hypothesis that something later could take
  std::int32_t last_end;
  std::uint32_t trail;  // the last choice made

  bool goes_on_as(const Path& other) const {
    std::uint64_t differ = static_cast<std::uint64_t>(last_end ^ other.last_end);
    for (std::size_t k = 0; k < width; ++k) differ |= taken[k] ^ other.taken[k];
    return differ == 0;
  }
};

// A word of the hypothesis that a word of the reference could be matched with.
struct Choice {
  std::uint64_t cost;
  std::int32_t word;
  std::uint32_t bit;
  MeteorStage stage;
};

// A word of the reference that has a choice.
struct Fork {
  std::int32_t word;
  std::uint32_t first, last;                 // choices
  std::uint64_t cost_of_none, cost_of_rest;  // of the rest: the least that it and all that follow cost
  // Words without a choice that come before: where the first of them goes on from, and where the last of them ends.
  bool has_gap;
  std::int32_t gap_begin, gap_end;
  bool has_twins;  // one word of the hypothesis is two choices
};

struct Trail {
  std::uint32_t before, choice;
};

constexpr std::uint32_t no_choice = std::numeric_limits<std::uint32_t>::max();

// What a match covers of both texts, twice.
std::uint64_t cover(MeteorStage stage) { return stage == MeteorStage::exact ? 4 : 2; }

// Which paths are there already that go on in the same way.
template <std::size_t width>
class Seen {
 public:
  void clear(std::size_t beam) {
    slots_.assign(std::bit_ceil(4 * beam), 0);
    shift_ = 64 - std::countr_zero(slots_.size());
  }
  // Returns whether the path that is to be the next one of n is a new one, which it then is.
  bool insert(const std::vector<Path<width>>& paths, std::size_t n, const Path<width>& path) {
    std::uint64_t mixed = path.taken[0] + static_cast<std::uint64_t>(path.last_end) * 0x9E3779B97F4A7C15u;
    for (std::size_t k = 1; k < width; ++k) mixed = (mixed ^ mixed >> 29) * 0xBF58476D1CE4E5B9u + path.taken[k];
    mixed ^= mixed >> 32;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = (mixed * 0xBF58476D1CE4E5B9u) >> shift_;; i = (i + 1) & mask) {
      if (slots_[i] == 0) {
        slots_[i] = static_cast<std::uint8_t>(n + 1);
        return true;
      }
      if (paths[slots_[i] - 1u].goes_on_as(path)) return false;
    }
  }

 private:
  std::vector<std::uint8_t> slots_;
  int shift_ = 0;
};

template <std::size_t width>
struct BeamMemory {
  std::vector<Path<width>> paths, kept;
  std::vector<std::uint64_t> steps;        // by choice, those that go on with a chunk and those that close it
  std::vector<const std::uint64_t*> runs;  // how far they are used
  std::vector<std::uint64_t> heads;        // what stands there
  std::vector<Trail> trails;
  Seen<width> seen;
};

bool pays(std::int32_t last_end, std::int32_t begin) { return last_end != none && last_end != begin; }

// The search where the contested words of the hypothesis fit so many words of bits.
//
// Costs only rise. So a path that costs more than some whole alignment can be left out, with all that it would become:
// they would come after all others in every ranking, and change nothing there. If what is found in the end costs no
// more than that alignment, it is what the search finds that leaves nothing out.
template <std::size_t width>
class Beam {
 public:
  Beam(std::span<const Fork> forks, std::span<const Choice> choices, std::span<const Bits<most_bits>> dying,
       std::size_t beam, BeamMemory<width>& memory)
      : forks_(forks), choices_(choices), dying_(dying), beam_(beam), memory_(memory) {}

  // Returns the trail of the best path.
  std::uint32_t search() {
    const std::uint64_t least = cost_of_best_steps() | place_mask;
    const auto [trail, cost] = search(least);
    return cost <= least ? trail : search(no_limit).first;
  }

 private:
  std::vector<Path<width>>& paths() { return memory_.paths; }

  // What a path costs that takes the best step each time.
  std::uint64_t cost_of_best_steps() const {
    Path<width> path{0, {}, none, no_choice};
    for (const Fork& fork : forks_) {
      if (fork.has_gap) {
        if (pays(path.last_end, fork.gap_begin)) path.cost += one_chunk;
        path.last_end = fork.gap_end;
      }
      if (fork.first == fork.last) break;  // what comes after the last one
      std::uint64_t least = fork.cost_of_none + (pays(path.last_end, apart) ? one_chunk : 0);
      const Choice* best = nullptr;
      for (const Choice& choice : choices_.subspan(fork.first, fork.last - fork.first)) {
        const std::uint64_t cost = choice.cost + (pays(path.last_end, choice.word) ? one_chunk : 0);
        if (cost >= least || has(path.taken, choice.bit)) continue;
        least = cost;
        best = &choice;
      }
      path.cost += least;
      path.last_end = best == nullptr ? none : best->word + 1;
      if (best != nullptr) path.taken[best->bit / 64] |= std::uint64_t{1} << (best->bit % 64);
    }
    return path.cost + (path.last_end == none ? 0 : one_chunk);
  }

  // Leaves out what costs more than the limit. Returns the trail and the cost of the best path.
  std::pair<std::uint32_t, std::uint64_t> search(std::uint64_t limit) {
    paths().resize(beam_ + 1);
    memory_.kept.resize(beam_ + 1);
    paths()[0] = {0, {}, none, no_choice};
    n_paths_ = 1;
    is_even_ = true;
    memory_.trails.clear();
    for (std::size_t f = 0; f < forks_.size() && n_paths_ > 0; ++f) {
      poll(std::size_t{1} << 12);
      const Fork& fork = forks_[f];
      if (fork.has_gap) pass(fork.gap_begin, fork.gap_end, limit == no_limit ? limit : limit - fork.cost_of_rest);
      if (fork.first == fork.last) break;
      list_steps(fork);
      select(f, limit == no_limit ? limit : limit - (f + 1 < forks_.size() ? forks_[f + 1].cost_of_rest : 0));
    }
    std::pair<std::uint32_t, std::uint64_t> best{no_choice, no_step};
    for (std::size_t p = 0; p < n_paths_; ++p) {
      const std::uint64_t cost = paths()[p].cost + (paths()[p].last_end == none ? 0 : one_chunk);
      if (cost < best.second) best = {paths()[p].trail, cost};
    }
    return best;
  }

  // Takes all paths over words that leave no choice: from then on they differ only in the words they took.
  void pass(std::int32_t begin, std::int32_t end, std::uint64_t limit) {
    const std::size_t n = n_paths_;
    is_even_ = true;
    if (n == 1) {
      if (pays(paths()[0].last_end, begin)) paths()[0].cost += one_chunk;
      paths()[0].last_end = end;
      return;
    }
    memory_.seen.clear(beam_);
    n_paths_ = 0;
    const auto next = [&](std::size_t p, bool is_paying) {
      while (p < n && pays(paths()[p].last_end, begin) != is_paying) ++p;
      return p;
    };
    std::size_t free = next(0, false), paying = next(0, true);
    while (free < n || paying < n) {
      // Of equal ones the path that was ahead.
      const std::uint64_t cost = free < n ? paths()[free].cost : no_step;
      const std::uint64_t raised = paying < n ? paths()[paying].cost + one_chunk : no_step;
      const bool is_free = cost < raised || (cost == raised && free < paying);
      Path<width>& path = memory_.kept[n_paths_];
      path = paths()[is_free ? free : paying];
      path.cost = std::min(cost, raised);
      path.last_end = end;
      if (path.cost > limit) break;
      if (memory_.seen.insert(memory_.kept, n_paths_, path)) ++n_paths_;
      is_free ? free = next(free + 1, false) : paying = next(paying + 1, true);
    }
    memory_.paths.swap(memory_.kept);
  }

  // Lists the steps from all paths as rising runs: for each choice one of those that go on with a chunk, and one of
  // those that close it.
  void list_steps(const Fork& fork) {
    const std::size_t n = n_paths_, n_runs = 2 * (fork.last - fork.first + 1);
    memory_.steps.resize(std::max(memory_.steps.size(), n_runs * (n + 1)));
    memory_.runs.resize(std::max(memory_.runs.size(), n_runs));
    memory_.heads.resize(std::max(memory_.heads.size(), n_runs));
    std::uint64_t* to = memory_.steps.data();
    std::size_t run = 0;
    const auto list = [&](std::uint64_t added, std::int32_t begin, auto&& is_open) {
      std::uint64_t *free = to, *paying = to + n + 1;
      for (std::size_t p = 0; p < n; ++p) {
        const Path<width>& path = memory_.paths[p];
        const bool is_paying = pays(path.last_end, begin), goes = is_open(path);
        const std::uint64_t key = path.cost + added + (static_cast<std::uint64_t>(p) << choice_bits);
        *free = key;
        *paying = key + one_chunk;
        free += goes && !is_paying;
        paying += goes && is_paying;
      }
      *free = *paying = no_step;
      for (std::size_t k = 0; k < 2; ++k, ++run, to += n + 1) {
        memory_.heads[run] = *to;
        memory_.runs[run] = to;
      }
    };
    for (std::uint32_t c = fork.first; c < fork.last; ++c) {
      const Choice& choice = choices_[c];
      list(choice.cost + (c - fork.first), choice.word,
           [&](const Path<width>& path) { return !has(path.taken, choice.bit); });
    }
    list(fork.cost_of_none + (fork.last - fork.first), apart, [](const Path<width>&) { return true; });
  }

  // Keeps the best steps as paths; of those that can go on in the same ways the best.
  void select(std::size_t f, std::uint64_t limit) {
    const Fork& fork = forks_[f];
    const std::size_t n_runs = 2 * (fork.last - fork.first + 1);
    // Where all paths end alike, and took different words, no two steps lead to the same.
    const bool repeats = !is_even_ || fork.has_twins;
    if (repeats) memory_.seen.clear(beam_);
    std::uint64_t* const heads = memory_.heads.data();
    n_paths_ = 0;
    for (std::size_t n_left = 4 * beam_; n_left > 0 && n_paths_ < beam_; --n_left) {
      std::uint64_t key = no_step;
      for (std::size_t r = 0; r < n_runs; ++r) key = std::min(key, heads[r]);
      if (key > limit) break;
      const auto choice = static_cast<std::uint32_t>(key & choice_mask);
      const std::size_t run = 2 * choice + (heads[2 * choice] == key ? 0 : 1);
      heads[run] = *++memory_.runs[run];
      const Path<width>& from = memory_.paths[(key & place_mask) >> choice_bits];
      Path<width>& path = memory_.kept[n_paths_];
      path = {key & ~place_mask, from.taken, none, from.trail};
      const std::uint32_t c = fork.first + choice;
      if (c < fork.last) {
        path.taken[choices_[c].bit / 64] |= std::uint64_t{1} << (choices_[c].bit % 64);
        path.last_end = choices_[c].word + 1;
      }
      if (repeats && !memory_.seen.insert(memory_.kept, n_paths_, path)) continue;
      ++n_paths_;
      if (c == fork.last) continue;
      path.trail = static_cast<std::uint32_t>(memory_.trails.size());
      memory_.trails.push_back({from.trail, c});
    }
    for (std::size_t p = 0; p < n_paths_; ++p) {
      for (std::size_t k = 0; k < width; ++k) memory_.kept[p].taken[k] &= ~dying_[f][k];
    }
    memory_.paths.swap(memory_.kept);
    is_even_ = n_paths_ <= 1;
  }

  std::span<const Fork> forks_;
  std::span<const Choice> choices_;
  std::span<const Bits<most_bits>> dying_;
  std::size_t beam_;
  BeamMemory<width>& memory_;
  std::size_t n_paths_ = 0;
  bool is_even_ = true;  // all paths end alike, and took different words
};

}  // namespace

struct MeteorWordSearch::Work {
  std::size_t beam;
  std::vector<Fork> forks;
  std::vector<Choice> choices;
  std::vector<Bits<most_bits>> dying;     // after each fork: contested words that no later one could take
  std::vector<std::int32_t> bits;         // of words of the hypothesis
  std::vector<std::uint32_t> last_forks;  // by bit
  std::vector<std::uint32_t> chosen;      // by word of the reference
  BeamMemory<1> narrow;
  BeamMemory<2> wide;
  BeamMemory<4> wider;
  BeamMemory<most_bits> widest;

  bool list_forks(const MeteorMatches& matches);
  template <std::size_t width>
  void choose(BeamMemory<width>& memory);
};

bool MeteorWordSearch::Work::list_forks(const MeteorMatches& matches) {
  const std::int32_t n = matches.reference_length();
  if (matches.has_phrases() || n > longest || matches.hypothesis_length() > longest || beam > widest_beam) return false;
  forks.clear();
  choices.clear();
  last_forks.clear();
  bits.assign(static_cast<std::size_t>(matches.hypothesis_length()), none);
  constexpr Fork empty{0, 0, 0, 0, 0, false, apart, none, false};
  Fork fork = empty;
  const auto pass = [&](std::int32_t begin, std::int32_t end) {
    if (!fork.has_gap) fork.gap_begin = begin;
    fork.has_gap = true;
    fork.gap_end = end;
  };
  for (std::int32_t j = 0; j < n; ++j) {
    if (has_bit(matches.taken_in_reference(), j)) {
      pass(matches.certain(j).hypothesis, matches.certain(j).hypothesis + 1);
      continue;
    }
    const MeteorMatches::Positions found = matches.positions(j);
    std::uint64_t most = 0, least = no_step;
    fork.first = static_cast<std::uint32_t>(choices.size());
    for (std::size_t stage = 0; stage < found.size(); ++stage) {
      if (found[stage].size() > 2 * beam) return false;  // these are not all looked at
      if (!found[stage].empty()) most = std::max(most, cover(static_cast<MeteorStage>(stage)));
    }
    for (std::size_t stage = 0; stage < found.size(); ++stage) {
      const std::uint64_t loss = most - cover(static_cast<MeteorStage>(stage));
      for (const std::int32_t i : found[stage]) {
        std::int32_t& bit = bits[static_cast<std::size_t>(i)];
        if (bit == none) {
          bit = static_cast<std::int32_t>(last_forks.size());
          last_forks.push_back(0);
        }
        fork.has_twins =
            fork.has_twins || (stage > 1 && std::find(found[1].begin(), found[1].end(), i) != found[1].end());
        last_forks[static_cast<std::size_t>(bit)] = static_cast<std::uint32_t>(forks.size());
        const auto distance = static_cast<std::uint64_t>(std::abs(i - j));
        choices.push_back({loss << loss_shift | distance << place_bits, i, static_cast<std::uint32_t>(bit),
                           static_cast<MeteorStage>(stage)});
        least = std::min(least, choices.back().cost);
      }
    }
    if (most == 0) {
      pass(apart, none);
      continue;
    }
    fork.word = j;
    fork.last = static_cast<std::uint32_t>(choices.size());
    fork.cost_of_none = most << loss_shift;
    fork.cost_of_rest = least;
    forks.push_back(fork);
    fork = empty;
  }
  dying.assign(forks.size(), {});
  for (std::size_t bit = 0; bit < last_forks.size(); ++bit) {
    dying[last_forks[bit]][bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  for (std::size_t f = forks.size(); f-- > 1;) forks[f - 1].cost_of_rest += forks[f].cost_of_rest;
  if (fork.has_gap) forks.push_back({0, 0, 0, 0, 0, true, fork.gap_begin, fork.gap_end, false});
  return true;
}

template <std::size_t width>
void MeteorWordSearch::Work::choose(BeamMemory<width>& memory) {
  std::uint32_t trail = Beam<width>(forks, choices, dying, beam, memory).search();
  for (std::size_t f = dying.size(); trail != no_choice; trail = memory.trails[trail].before) {
    const std::uint32_t choice = memory.trails[trail].choice;
    do --f;
    while (forks[f].first > choice);
    chosen[static_cast<std::size_t>(forks[f].word)] = choice;
  }
}

bool MeteorWordSearch::search(const MeteorMatches& matches, std::vector<MeteorMatch>& result) {
  Work& work = *work_;
  if (!work.list_forks(matches)) return false;
  work.chosen.assign(static_cast<std::size_t>(matches.reference_length()), no_choice);
  if (const std::size_t n_contested = work.last_forks.size(); n_contested > 256) {
    work.choose(work.widest);
  } else if (n_contested > 128) {
    work.choose(work.wider);
  } else if (n_contested > 64) {
    work.choose(work.wide);
  } else if (n_contested > 0) {
    work.choose(work.narrow);
  }
  result.clear();
  for (std::int32_t j = 0; j < matches.reference_length(); ++j) {
    if (has_bit(matches.taken_in_reference(), j)) {
      result.push_back(matches.certain(j));
    } else if (const std::uint32_t c = work.chosen[static_cast<std::size_t>(j)]; c != no_choice) {
      result.push_back({work.choices[c].word, 1, j, 1, work.choices[c].stage});
    }
  }
  return true;
}

MeteorWordSearch::MeteorWordSearch(std::size_t beam) : work_(std::make_unique<Work>()) { work_->beam = beam; }
MeteorWordSearch::~MeteorWordSearch() = default;

}  // namespace steelyard
