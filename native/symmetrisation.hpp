// One word alignment grown from two directions: Koehn, Och and Marcu 2003, N03-1017, as Moses's manual has it.
#pragma once

#include <cstdint>
#include <vector>

#include "word_links.hpp"

namespace steelyard {

// What is done after links have grown to their neighbours: nothing, or adding links of either direction of which one
// word, or both words, are not linked yet.
enum class Final : std::uint8_t { none, one_word, both_words };

// From what both directions have, adds links of either that stand beside a link, diagonally too, and have a word that
// is not linked yet, scanning target word by target word until nothing is added; then what `final` says.
//
// Time: the links of a sentence pair times their logarithm, for every scan.
std::vector<std::int64_t> grow_links(Links forward, Links reverse, Final final);

}  // namespace steelyard
