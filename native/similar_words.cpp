#include "similar_words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel.hpp"

namespace steelyard {
namespace {

double mean_similarity(const std::vector<Partner>& partners) {
  if (partners.empty()) return 0;
  double sum = 0;
  for (const Partner& partner : partners) sum += 1 - partner.distance;
  return sum / static_cast<double>(partners.size());
}

}  // namespace

SimilarWords::Candidates SimilarWords::candidates_of(std::int32_t word) {
  Candidates found;
  const Words spelled = letters_.row(static_cast<std::size_t>(word));
  const auto length = static_cast<double>(spelled.size());
  const auto is_near = [&](std::size_t edits) { return static_cast<double>(edits) / length < threshold_; };
  bool is_assigned = false;
  poll(16 * different_.size());
  for (const std::int32_t other : different_) {
    std::size_t edits = 0;
    if (other != word) {
      const Words compared = letters_.row(static_cast<std::size_t>(other));
      const std::size_t least =
          compared.size() > spelled.size() ? compared.size() - spelled.size() : spelled.size() - compared.size();
      if (!is_near(std::max<std::size_t>(least, 1))) continue;  // different words: one edit at least
      if (!is_assigned) distance_.assign(spelled);
      is_assigned = true;
      poll(compared.size() + 16);
      edits = static_cast<std::size_t>(distance_(compared));
    }
    if (!is_near(edits)) continue;
    for (const std::size_t place : places_[other]) {
      found.best_first.push_back({static_cast<double>(edits) / length, place});
    }
  }
  poll(32 * found.best_first.size());
  std::ranges::sort(found.best_first, [](const Candidate& a, const Candidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.place < b.place;
  });
  return found;
}

bool SimilarWords::align(Words text, Words other) {
  n_pairs_ = 0;
  places_.clear();
  different_.clear();
  candidates_.clear();
  for (std::size_t place = 0; place < other.size(); ++place) {
    auto& places = places_[other[place]];
    if (places.empty()) different_.push_back(other[place]);
    places.push_back(place);
  }
  partners_.assign(text.size(), Partner{});
  holder_.assign(other.size(), Partner::none);
  for (std::size_t first = 0; first < text.size(); ++first) {
    std::size_t seeker = first;
    while (seeker != Partner::none) {
      const auto [found, is_new] = candidates_.try_emplace(text[seeker]);
      Candidates& candidates = found->second;
      if (is_new) {
        candidates = candidates_of(text[seeker]);
        n_pairs_ += candidates.best_first.size();
        if (n_pairs_ > most_similar_pairs) return false;
      }
      std::size_t loser = Partner::none;
      partners_[seeker] = {};
      const std::size_t n_asked_before = candidates.next;
      while (candidates.next < candidates.best_first.size()) {
        const Candidate& wanted = candidates.best_first[candidates.next++];
        const std::size_t holder = holder_[wanted.place];
        // Gale and Shapley 1962: the place goes to the nearest who asks, in the end whatever the order of asking (ties
        // apart).
        if (holder != Partner::none && !(wanted.distance < partners_[holder].distance)) continue;
        loser = holder;
        holder_[wanted.place] = seeker;
        partners_[seeker] = {wanted.place, wanted.distance};
        break;
      }
      poll(4 * (candidates.next - n_asked_before));
      seeker = loser;
    }
  }
  return true;
}

std::size_t count_moves(std::span<const std::size_t> places, Reordering reordering) {
  if (reordering == Reordering::insertion_sort) {
    std::size_t n_moves = 0, largest = 0;
    for (const std::size_t place : places) {
      // Insertion sort moves a word if a larger one came before it.
      n_moves += place < largest;
      largest = std::max(largest, place);
    }
    return n_moves;
  }
  // The fewest moves leave a longest rising subsequence where it is. Patience sorting finds its length.
  std::vector<std::size_t> ends;  // by length less one: the least end of a rising subsequence
  for (const std::size_t place : places) {
    const auto end = std::ranges::lower_bound(ends, place);
    if (end == ends.end()) {
      ends.push_back(place);
    } else {
      *end = place;
    }
  }
  return places.size() - ends.size();
}

void similar_word_parts(const TestSetView& texts, RaggedView letters, double threshold, Reordering reordering,
                        int n_threads, std::span<double> parts) {
  const auto largest = letters.values.empty() ? std::int32_t{-1} : std::ranges::max(letters.values);
  for_ranges(texts.n_segments, n_threads, [&](std::size_t first, std::size_t last) {
    SimilarWords words(letters, static_cast<std::size_t>(largest + 1), threshold);
    std::vector<std::size_t> places;
    for (std::size_t segment = first; segment < last; ++segment) {
      for (std::size_t r = 0; r < texts.n_references; ++r) {
        for (std::size_t s = 0; s < texts.n_systems; ++s) {
          double* const part = &parts[((r * texts.n_systems + s) * texts.n_segments + segment) * 4];
          std::fill_n(part, 4, 0.0);
          if (!texts.has_reference(r, segment)) continue;
          const Words hypothesis = texts.hypothesis(s, segment), reference = texts.reference(r, segment);
          if (!words.align(hypothesis, reference)) {
            part[0] = std::numeric_limits<double>::quiet_NaN();
            continue;
          }
          places.clear();
          for (const Partner& partner : words.partners()) {
            if (partner.place != Partner::none) places.push_back(partner.place);
          }
          part[0] = mean_similarity(words.partners());
          part[2] = static_cast<double>(count_moves(places, reordering));
          part[3] = static_cast<double>(hypothesis.size() - places.size());
          if (words.align(reference, hypothesis)) {
            part[1] = mean_similarity(words.partners());
          } else {
            part[0] = std::numeric_limits<double>::quiet_NaN();
          }
        }
      }
    }
  });
}

}  // namespace steelyard
