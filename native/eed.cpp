#include "eed.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "edit.hpp"
#include "pairs.hpp"

namespace steelyard {
namespace {

// Keeps one row: cell i is the cheapest way to have read the reference so far and stand after i characters of the
// hypothesis. The order of the floating-point operations is that of EED.cpp, as rounding decides between equal places.
template <typename Real, bool is_exact>
class ExtendedEdits {
 public:
  ExtendedEdits(std::int32_t space, const EedCosts& costs)
      : space_(space),
        jump_(static_cast<Real>(costs.jump)),
        visits_(static_cast<Real>(costs.visits)),
        deletion_(static_cast<Real>(costs.deletion)),
        insertion_(static_cast<Real>(costs.insertion)) {}

  double operator()(Words hypothesis, Words reference) {
    pad(hypothesis, hypothesis_);
    pad(reference, reference_);
    row_.assign(hypothesis_.size() + 1, Real{1});
    row_[0] = Real{0};
    n_visits_.assign(row_.size(), -1);
    for (auto& row : differs_) row.resize(hypothesis_.size());
    const Words text = reference_;
    for (std::size_t at = 0; at < text.size();) {  // up to a space, where costs may jump
      std::size_t n = 1;
      while (n < most_at_once && at + n < text.size() && text[at + n - 1] != space_) ++n;
      const Words characters = text.subspan(at, n);
      if (n == 4) {
        read<4>(characters);
      } else if (n == 3) {
        read<3>(characters);
      } else if (n == 2) {
        read<2>(characters);
      } else {
        read<1>(characters);
      }
      at += n;
    }
    Real coverage = 0;
    for (std::size_t i = is_exact ? 0 : 1; i < n_visits_.size(); ++i) {
      coverage += static_cast<Real>(n_visits_[i] < 0 ? 1 : n_visits_[i]);
    }
    const Real length = static_cast<Real>(text.size()), extra = visits_ * coverage;
    return std::min(1.0, static_cast<double>((row_.back() + extra) / (length + extra)));
  }

 private:
  static constexpr std::size_t most_at_once = 4;

  void pad(Words text, std::vector<std::int32_t>& padded) const {
    padded.assign(1, space_);
    padded.insert(padded.end(), text.begin(), text.end());
    padded.push_back(space_);
  }

  static Real bar(Real cost) {
    if constexpr (is_exact) {
      return cost;
    } else {
      return static_cast<Real>(static_cast<std::int64_t>(cost));
    }
  }

  // Advances the row by n characters of the reference, column by column: a cell has to wait for the one to its left, so
  // n rows at a time keep the processor busy.
  template <std::size_t n>
  void read(Words characters) {
    const std::size_t width = hypothesis_.size();
    poll(n * width);
    for (std::size_t k = 0; k < n; ++k) {
      const std::int32_t* const text = hypothesis_.data();
      Real* const differs = differs_[k].data();
      const std::int32_t character = characters[k];
      for (std::size_t i = 0; i < width; ++i) differs[i] = text[i] != character ? Real{1} : Real{0};
    }
    std::array<Real, n> cost, least;
    std::array<std::size_t, n> nearest{};
    Real left_above = row_[0];
    for (std::size_t k = 0; k < n; ++k) {
      cost[k] = (k == 0 ? row_[0] : cost[k - 1]) + Real{1};
      least[k] = bar(cost[k]);
    }
    row_[0] = cost[n - 1];
    std::array<const Real*, n> differs;
    for (std::size_t k = 0; k < n; ++k) differs[k] = differs_[k].data();
    for (std::size_t i = 1; i <= width; ++i) {
      Real diagonal = left_above, above = row_[i];
      left_above = above;
      for (std::size_t k = 0; k < n; ++k) {
        const Real substituted = diagonal + differs[k][i - 1], inserted = above + insertion_;
        const Real deleted = cost[k] + deletion_;
        diagonal = cost[k];
        above = substituted < inserted ? substituted : inserted;
        above = deleted < above ? deleted : above;
        cost[k] = above;
        if (above < least[k]) {
          nearest[k] = i;
          least[k] = bar(above);
        }
      }
      row_[i] = above;
    }
    for (const std::size_t place : nearest) ++n_visits_[place];
    if (characters.back() != space_) return;
    const Real landed = jump_ + row_[nearest[n - 1]];
    for (Real& cell : row_) cell = cell > landed ? landed : cell;
  }

  std::int32_t space_;
  Real jump_, visits_, deletion_, insertion_;
  std::vector<std::int32_t> hypothesis_, reference_;
  std::vector<Real> row_;
  std::array<std::vector<Real>, most_at_once> differs_;  // 1 where a character of the hypothesis is another
  std::vector<std::int64_t> n_visits_;
};

}  // namespace

void extended_edit_distances(const TestSetView& texts, std::int32_t space, const EedCosts& costs, bool is_exact,
                             int n_threads, std::span<double> scores) {
  if (is_exact) {
    for_pairs(texts, n_threads, scores, [&] { return ExtendedEdits<double, true>(space, costs); });
  } else {
    for_pairs(texts, n_threads, scores, [&] { return ExtendedEdits<float, false>(space, costs); });
  }
}

}  // namespace steelyard
