// METEOR's beam search for the fewest chunks, where only single words can be matched.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "meteor.hpp"
#include "meteor_matches.hpp"

namespace steelyard {

// The same as the general search of MeteorAligner with MeteorCriterion::chunks, on less: only words of the reference
// that have a choice are gone through, and a partial alignment is a few bytes. Keeps its memory between pairs.
class MeteorWordSearch {
 public:
  explicit MeteorWordSearch(std::size_t beam);
  ~MeteorWordSearch();

  // Stores the best matches in order of the reference. Returns false where this search does not apply: phrases match,
  // texts are long, or words have very many matches.
  bool search(const MeteorMatches& matches, std::vector<MeteorMatch>& result);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace steelyard
