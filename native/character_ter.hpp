// CharacTER: character edits after whole words were shifted. Wang, Peter, Rosendahl and Ney 2016 (W16-2342).
#pragma once

#include <span>

#include "ragged.hpp"

namespace steelyard {

// CharacTER of every hypothesis to every reference of its segment, from 0 to 1, as CharacTER.py of rwth-i6/CharacTER
// computes it. Word blocks that both texts have are shifted, greedily, while that lowers the edit distance over words;
// of equally good shifts the one is made whose result comes last in the order of Python's lists of strings. Then the
// character edits between the lines and the mean word lengths of what was shifted are summed and divided by the length
// of the hypothesis; no hypothesis at all scores 1.
//
// spelling: row w holds the code points of word w. Time: for each shift made, pairs of equal words * words *
// ceil(words / 64); then characters * ceil(characters / 64). Memory: linear.
//
// scores: shape (n_references, n_systems, n_segments), row-major; 0 where the reference is missing.
void character_ter(const TestSetView& texts, RaggedView spelling, int n_threads, std::span<double> scores);

}  // namespace steelyard
