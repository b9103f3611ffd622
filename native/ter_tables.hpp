// Three ways to fill the table of an edit distance so that single words of it can be filled anew: what the search for
// shifts asks for again and again. All of them answer the same questions:
//
//   read(text, first)        fills the rows of a text; those of its first `first` words are kept from the last call.
//   distance()               the value at the end.
//   distance_after(a, b, c)  the same for the text with its words [a, b) and [b, c) exchanged.
//   least_after(a, b, c)     a number no larger than that, and sooner found.
//   least_without(a, b)      a number no larger than the distance without its words [a, b), or 0.
//   surplus()                by how much the distance may exceed that of the whole table.
//   last_step(i, j)          how the path to (i words of the text, j words of the reference) ends.
//
// Where several steps cost the same, a path prefers match or substitution, then an insertion, then a deletion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "edit.hpp"
#include "ter_bits.hpp"

namespace steelyard {

// A match or substitution takes a word of both sides, an insertion one of the text, a deletion one of the reference.
enum class EditStep : char { match = '=', substitution = 'S', insertion = 'I', deletion = 'D' };

// The whole table, 64 cells at a time. Memory: text * ceil(reference / 64).
class FullTable {
 public:
  explicit FullTable(const ReferenceBits& reference) : reference_(reference) {}

  void read(Words text, std::size_t first);
  std::int64_t distance() const { return distance_; }
  std::int64_t distance_after(std::size_t begin, std::size_t middle, std::size_t end);
  std::int64_t least_after(std::size_t begin, std::size_t middle, std::size_t end) {
    return distance_after(begin, middle, end);
  }
  std::int64_t least_without(std::size_t begin, std::size_t end);
  std::int64_t surplus() const { return 0; }
  EditStep last_step(std::size_t i, std::size_t j) const;

 private:
  struct Column {  // vertical differences of +1 and -1, in one block
    std::uint64_t positive, negative;
    bool operator==(const Column&) const = default;
  };
  struct Origin {  // where the diagonal step costs nothing, and where the step from above costs one
    std::uint64_t zero, up;
  };

  template <typename Keep>
  void fill(const std::uint64_t* matches, const Column* above, Column* row, Keep&& keep) const;
  std::int64_t distance_after_in_one_block(std::size_t begin, std::size_t middle, std::size_t end) const;
  std::int64_t value_at_end(const Column* row, std::size_t n_rows) const;

  const ReferenceBits& reference_;
  std::vector<const std::uint64_t*> matches_;  // of each word of the text
  std::vector<Column> rows_;                   // n_blocks a row, from the empty text on
  std::vector<Origin> origins_;                // n_blocks a row
  std::vector<Column> scratch_;
  std::int64_t distance_ = 0;
};

// sacreBLEU's band around the diagonal, in one machine word a row: cells outside it do not exist. Only for references
// at most 50 times as long as the text: the band is 50 cells wide then. Memory: linear.
class BandTable {
 public:
  static constexpr std::size_t most_times_as_long = 50;
  // Whether no path of at most `distance` edits leaves the band.
  static bool holds(std::int64_t distance, std::size_t n, std::size_t m);

  explicit BandTable(const ReferenceBits& reference) : reference_(reference) {}

  void read(Words text, std::size_t first);
  std::int64_t distance() const { return distance_; }
  std::int64_t distance_after(std::size_t begin, std::size_t middle, std::size_t end) const;
  std::int64_t least_after(std::size_t begin, std::size_t middle, std::size_t end) const {
    return distance_after(begin, middle, end);
  }
  std::int64_t least_without(std::size_t, std::size_t) const { return 0; }
  std::int64_t surplus() const { return holds(distance_, matches_.size(), reference_.size()) ? 0 : distance_; }
  EditStep last_step(std::size_t i, std::size_t j) const;

 private:
  // Bit t of a row is the difference between columns base + t and base + t + 1.
  struct Row {
    std::uint64_t positive, negative;
    std::int64_t value;  // at column `base`
  };
  struct Window {
    std::size_t base;      // one before the band, or its first column where the band has not moved
    std::size_t last;      // last column of the band
    unsigned advance;      // base less that of the row above
    std::uint64_t known;   // bits of this window that the row above has
    std::uint64_t inside;  // bits of this window that are in the band
  };

  void lay_out(std::size_t n_rows);
  Row next(Row row, const Window& window, const std::uint64_t* matches) const;
  std::uint64_t matches_in(const Window& window, const std::uint64_t* matches) const;
  std::int64_t last_value(const Row& row) const;

  const ReferenceBits& reference_;
  std::vector<const std::uint64_t*> matches_;
  std::vector<Window> windows_;  // from the empty text on
  std::vector<Row> rows_;
  std::int64_t distance_ = 0;
};

// Which cells of a table exist.
enum class Beam {
  sacrebleu,  // those near the diagonal, however wide the band must be
  tercom,     // those at most 20 worse than the best step into their row
};

// Cell by cell, only those that a beam lets live. Memory: their number.
class CellTable {
 public:
  static constexpr std::int32_t tercom_beam = 20;

  void assign(Words reference, Beam beam) {
    reference_ = reference;
    beam_ = beam;
  }
  void read(Words text, std::size_t first);
  std::int64_t distance() const { return distance_; }
  std::int64_t distance_after(std::size_t begin, std::size_t middle, std::size_t end);
  std::int64_t least_after(std::size_t begin, std::size_t middle, std::size_t end) {
    return distance_after(begin, middle, end);
  }
  std::int64_t least_without(std::size_t, std::size_t) const { return 0; }
  std::int64_t surplus() const { return distance_; }
  EditStep last_step(std::size_t i, std::size_t j) const;

 private:
  struct Row {
    std::size_t first = 0;   // column of the first cell
    std::int32_t limit = 0;  // cells above it lead nowhere
    std::vector<std::int32_t> cells;

    std::int32_t at(std::size_t column) const;
  };

  void fill(const Row& above, std::int32_t word, std::size_t i, Row& row) const;

  Words reference_;
  Beam beam_ = Beam::sacrebleu;
  Words text_;
  std::vector<Row> rows_;
  Row scratch_[2];
  std::int64_t distance_ = 0;
};

// tercom's beam, with the whole table to tell which distances are worth the time.
class CheckedTable {
 public:
  CheckedTable(FullTable& whole, CellTable& beam) : whole_(whole), beam_(beam) {}

  void read(Words text, std::size_t first) {
    whole_.read(text, first);
    beam_.read(text, first);
  }
  std::int64_t distance() const { return beam_.distance(); }
  std::int64_t distance_after(std::size_t begin, std::size_t middle, std::size_t end) {
    return beam_.distance_after(begin, middle, end);
  }
  std::int64_t least_after(std::size_t begin, std::size_t middle, std::size_t end) {
    return whole_.distance_after(begin, middle, end);
  }
  std::int64_t least_without(std::size_t begin, std::size_t end) { return whole_.least_without(begin, end); }
  std::int64_t surplus() const { return beam_.distance() - whole_.distance(); }
  EditStep last_step(std::size_t i, std::size_t j) const { return beam_.last_step(i, j); }

 private:
  FullTable& whole_;
  CellTable& beam_;
};

}  // namespace steelyard
