// EED: an edit distance over characters with jumps between words. Stanchev, Wang and Ney 2019 (W19-5359).
#pragma once

#include <cstdint>
#include <span>

#include "ragged.hpp"

namespace steelyard {

struct EedCosts {
  double jump;       // to any place of the hypothesis, after a space of the reference
  double visits;     // what each visit to a place beyond its first counts, and each place without one
  double deletion;   // of a character of the hypothesis
  double insertion;  // of a character of the reference
};

// Extended edit distance of every hypothesis to every reference of its segment, from 0 to 1. A space is put before and
// after each text first.
//
// With `is_exact` false, as EED.cpp of rwth-i6/ExtendedEditDistance computes: in single precision, where the least cost
// of a row is rounded down to a whole number while it is looked for, and without the place before the hypothesis among
// those whose visits count. With `is_exact` true, as eed_python of the same program does: in double precision, the
// least cost is the least, and every place counts. Time: characters * characters. Memory: linear.
//
// scores: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
void extended_edit_distances(const TestSetView& texts, std::int32_t space, const EedCosts& costs, bool is_exact,
                             int n_threads, std::span<double> scores);

}  // namespace steelyard
