// Random draws, sums under their weights, and what the sums say of pairs, for
// Python.
#include "resample.hpp"

#include "arrays.hpp"
#include "kept_sums.hpp"
#include "pair_differences.hpp"
#include "pair_order.hpp"
#include "weighted_sums.hpp"

namespace steelyard::bindings {
namespace {

using Fill = void (*)(std::uint64_t, std::uint64_t, std::size_t, std::size_t, int, std::span<std::int8_t>);

template <Fill fill>
void bind_fill(std::uint64_t seed, std::uint64_t first_resample, const OutArray<std::int8_t, 2>& out,
               Threads n_threads) {
  const std::size_t rows = out.shape(0), n_units = out.shape(1);
  const Released released;
  fill(seed, first_resample, rows, n_units, n_threads, {out.data(), out.size()});
}

void bind_fill_mask_bits(std::uint64_t seed, std::uint64_t first_resample,
                         Number<"n_units", std::size_t, 0, most> n_units, const OutArray<std::uint8_t, 2>& out,
                         Threads n_threads) {
  require(out.shape(1) == n_units / 8 + (n_units % 8 != 0), "out must have a byte for every eight units");
  const std::size_t rows = out.shape(0);
  const Released released;
  fill_mask_bits(seed, first_resample, rows, n_units, n_threads, {out.data(), out.size()});
}

nb::object bind_words(std::uint64_t seed, std::uint64_t purpose, std::uint64_t resample,
                      Number<"n", std::size_t, 0, 1 << 24> n) {
  std::vector<std::uint64_t> words(n);
  {
    const Released released;
    fill_words(seed, purpose, resample, words);
  }
  return to_numpy(std::move(words));
}

void bind_add_weighted_digits(const Array<std::uint8_t, 2>& values, const Ids& units, const Ids& places, double scale,
                              const Array<std::int8_t, 2>& weights, const OutArray<double, 2>& sums, bool use_vnni) {
  const std::size_t n_rows = weights.shape(0), n_units = weights.shape(1);
  require(values.shape(0) == places.size() && values.shape(1) == units.size(),
          "values must have shape (places, units)");
  require(sums.shape(1) == n_rows, "sums must have a column for every row of weights");
  const auto is_below = [](const Ids& numbers, std::size_t end) {
    return std::all_of(numbers.data(), numbers.data() + numbers.size(),
                       [end](std::int32_t number) { return static_cast<std::size_t>(number) < end; });
  };
  bounded("scale", scale, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
  require(is_below(units, n_units) && is_below(places, sums.shape(0)), "units and places must exist");
  const Released released;
  add_weighted_digits(
      {{values.data(), values.size()}, {units.data(), units.size()}, {places.data(), places.size()}, scale},
      {weights.data(), weights.size()}, n_rows, n_units, use_vnni, {sums.data(), sums.size()});
}

void require_rows(const Array<std::int64_t, 1>& places, std::size_t n_rows) {
  const std::int64_t* const end = places.data() + places.size();
  require(std::all_of(places.data(), end,
                      [n_rows](std::int64_t place) { return place >= 0 && static_cast<std::size_t>(place) < n_rows; }),
          "places must be those of rows");
}

void bind_pair_differences(const Array<double, 2>& values, const Array<double, 1>& whole,
                           const Array<std::int64_t, 1>& a, const Array<std::int64_t, 1>& b,
                           const OutArray<double, 2>& out) {
  const std::size_t n_pairs = out.shape(0), n_draws = out.shape(1);
  require(values.shape(1) == n_draws && whole.size() == n_pairs && a.size() == n_pairs && b.size() == n_pairs,
          "values, whole, a and b must fit out");
  require_rows(a, values.shape(0));
  require_rows(b, values.shape(0));
  const Released released;
  pair_differences({values.data(), values.size()}, {whole.data(), n_pairs}, {a.data(), n_pairs}, {b.data(), n_pairs},
                   n_draws, {out.data(), out.size()});
}

// Rows of draws, or pairs of them where there are any.
PairRows pair_rows(const Array<double, 2>& values, const Array<std::int64_t, 1>& a, const Array<std::int64_t, 1>& b,
                   const Array<double, 1>& whole) {
  require(a.size() == b.size() && a.size() == whole.size(), "a, b and whole must have a number for every pair");
  require_rows(a, values.shape(0));
  require_rows(b, values.shape(0));
  return {{values.data(), values.size()},
          values.shape(1),
          {a.data(), a.size()},
          {b.data(), b.size()},
          {whole.data(), whole.size()}};
}

void bind_count_reached(const Array<double, 2>& values, const Array<std::int64_t, 1>& a,
                        const Array<std::int64_t, 1>& b, const Array<double, 1>& whole, const Array<double, 1>& sign,
                        const Array<double, 1>& reached, const OutArray<std::int64_t, 1>& counts,
                        const OutArray<double, 2>& squares) {
  const PairRows rows = pair_rows(values, a, b, whole);
  const std::size_t n = a.size() == 0 ? values.shape(0) : a.size();
  require(reached.size() == n && counts.size() == n && (sign.size() == n || sign.size() == 0),
          "sign, reached and counts must have a number for every row");
  require(squares.shape(0) == (rows.n_draws + draws_together - 1) / draws_together && squares.shape(1) == n,
          "squares must have a row for every 64 draws");
  const Released released;
  count_reached(rows, {sign.data(), sign.size()}, {reached.data(), n}, {counts.data(), n},
                {squares.data(), squares.size()});
}

void bind_step_down(const Array<double, 2>& values, const Array<std::int64_t, 1>& a, const Array<std::int64_t, 1>& b,
                    const Array<double, 1>& whole, const Array<std::int64_t, 1>& order, const Array<double, 1>& scale,
                    const Array<double, 1>& sign, const Array<double, 1>& reached,
                    const OutArray<std::int64_t, 1>& counts, const OutArray<double, 1>& maxima) {
  const PairRows rows = pair_rows(values, a, b, whole);
  const std::size_t n = order.size();
  require(scale.size() == n && reached.size() == n && counts.size() == n && (sign.size() == n || sign.size() == 0),
          "scale, sign, reached and counts must have a number for every place of order");
  require(maxima.size() == rows.n_draws, "maxima must hold a number for every draw");
  require_rows(order, a.size() == 0 ? values.shape(0) : a.size());
  const Released released;
  step_down(rows, {order.data(), n}, {scale.data(), n}, {sign.data(), sign.size()}, {reached.data(), n},
            {counts.data(), n}, {maxima.data(), maxima.size()});
}

void bind_largest_leads(const Array<double, 2>& first, const Array<double, 2>& second, const Array<double, 2>& weights,
                        const OutArray<double, 2>& leads) {
  const std::size_t n_draws = first.shape(0), n_systems = first.shape(1);
  require(second.shape(0) == n_draws && second.shape(1) == n_systems && leads.shape(0) == n_draws &&
              leads.shape(1) == n_systems,
          "first, second and leads must have one shape");
  require(weights.shape(0) == n_systems && weights.shape(1) == n_systems, "weights must have shape (systems, systems)");
  const Released released;
  largest_leads({first.data(), first.size()}, {second.data(), second.size()}, {weights.data(), weights.size()},
                n_systems, {leads.data(), leads.size()});
}

void bind_count_pair_order(const Array<double, 3>& values, const Array<double, 1>& tolerance,
                           const OutArray<std::int64_t, 4>& counts) {
  const std::size_t n_groups = values.shape(0), n_systems = values.shape(1), n_draws = values.shape(2);
  require(tolerance.size() == n_groups, "tolerance must hold a number for every group");
  require(counts.shape(0) == n_groups && counts.shape(1) == 2 && counts.shape(2) == n_systems &&
              counts.shape(3) == n_systems,
          "counts must have shape (groups, 2, systems, systems)");
  const Released released;
  for (std::size_t group = 0; group < n_groups; ++group) {
    count_pair_order({values.data() + group * n_systems * n_draws, n_systems * n_draws}, n_systems,
                     tolerance.data()[group],
                     {counts.data() + group * 2 * n_systems * n_systems, 2 * n_systems * n_systems});
  }
}

void bind_count_exchanged_order(const Array<double, 3>& kept, const Array<double, 3>& whole,
                                const Array<std::int64_t, 2>& pairs, const Array<double, 1>& tolerance,
                                const OutArray<std::int64_t, 5>& counts) {
  const std::size_t n_groups = kept.shape(0), n_systems = kept.shape(1), n_draws = kept.shape(2);
  require(whole.shape(0) == n_groups && whole.shape(1) == n_systems && whole.shape(2) == n_draws,
          "kept and whole must have one shape");
  require(tolerance.size() == n_groups, "tolerance must hold a number for every group");
  const std::int64_t* const end = pairs.data() + pairs.size();
  require(pairs.shape(1) == 2 && std::all_of(pairs.data(), end,
                                             [n_groups](std::int64_t group) {
                                               return group >= 0 && static_cast<std::size_t>(group) < n_groups;
                                             }),
          "pairs must name two groups each");
  require(counts.shape(0) == pairs.shape(0) && counts.shape(1) == 2 && counts.shape(2) == 2 &&
              counts.shape(3) == n_systems && counts.shape(4) == n_systems,
          "counts must have shape (pairs, 2, 2, systems, systems)");
  const Released released;
  count_exchanged_order({kept.data(), kept.size()}, {whole.data(), whole.size()}, n_systems, n_draws,
                        {pairs.data(), pairs.size()}, {tolerance.data(), tolerance.size()},
                        {counts.data(), counts.size()});
}

void bind_sum_kept(const Array<double, 2>& values, const Array<std::uint8_t, 2>& masks,
                   const OutArray<double, 2>& sums) {
  const std::size_t n_places = values.shape(1);
  require(masks.shape(1) == n_places / 8 + (n_places % 8 != 0), "masks must have a byte for every eight places");
  require(sums.shape(0) == values.shape(0) && sums.shape(1) == masks.shape(0), "sums must have shape (columns, draws)");
  const Released released;
  sum_kept({values.data(), values.size()}, {masks.data(), masks.size()}, n_places, {sums.data(), sums.size()});
}

}  // namespace

void bind_resample(nb::module_& m) {
  m.def("fill_weights", &bind_fill<&fill_weights>, nb::arg("seed"), nb::arg("first_resample"),
        nb::arg("out").noconvert(), nb::arg("n_threads"));
  m.def("fill_masks", &bind_fill<&fill_masks>, nb::arg("seed"), nb::arg("first_resample"), nb::arg("out").noconvert(),
        nb::arg("n_threads"));
  m.def("fill_mask_bits", &bind_fill_mask_bits, nb::arg("seed"), nb::arg("first_resample"), nb::arg("n_units"),
        nb::arg("out").noconvert(), nb::arg("n_threads"));
  m.def("random_words", &bind_words, nb::arg("seed"), nb::arg("purpose"), nb::arg("resample"), nb::arg("n"));
  m.def("has_fast_byte_products", &has_fast_byte_products);
  m.def("add_weighted_digits", &bind_add_weighted_digits, nb::arg("values"), nb::arg("units"), nb::arg("places"),
        nb::arg("scale"), nb::arg("weights").noconvert(), nb::arg("sums").noconvert(), nb::arg("use_vnni"));
  m.def("pair_differences", &bind_pair_differences, nb::arg("values").noconvert(), nb::arg("whole").noconvert(),
        nb::arg("a").noconvert(), nb::arg("b").noconvert(), nb::arg("out").noconvert());
  m.def("count_reached", &bind_count_reached, nb::arg("values").noconvert(), nb::arg("a").noconvert(),
        nb::arg("b").noconvert(), nb::arg("whole").noconvert(), nb::arg("sign").noconvert(),
        nb::arg("reached").noconvert(), nb::arg("counts").noconvert(), nb::arg("squares").noconvert());
  m.def("step_down", &bind_step_down, nb::arg("values").noconvert(), nb::arg("a").noconvert(), nb::arg("b").noconvert(),
        nb::arg("whole").noconvert(), nb::arg("order").noconvert(), nb::arg("scale").noconvert(),
        nb::arg("sign").noconvert(), nb::arg("reached").noconvert(), nb::arg("counts").noconvert(),
        nb::arg("maxima").noconvert());
  m.def("largest_leads", &bind_largest_leads, nb::arg("first").noconvert(), nb::arg("second").noconvert(),
        nb::arg("weights").noconvert(), nb::arg("leads").noconvert());
  m.def("count_pair_order", &bind_count_pair_order, nb::arg("values").noconvert(), nb::arg("tolerance"),
        nb::arg("counts").noconvert());
  m.def("count_exchanged_order", &bind_count_exchanged_order, nb::arg("kept").noconvert(), nb::arg("whole").noconvert(),
        nb::arg("pairs").noconvert(), nb::arg("tolerance"), nb::arg("counts").noconvert());
  m.def("sum_kept", &bind_sum_kept, nb::arg("values").noconvert(), nb::arg("masks").noconvert(),
        nb::arg("sums").noconvert());
  m.attr("PURPOSE_BOOTSTRAP") = static_cast<std::uint64_t>(Purpose::bootstrap);
  m.attr("PURPOSE_SWAP") = static_cast<std::uint64_t>(Purpose::swap);
}

}  // namespace steelyard::bindings
