// Room for a table that is filled row by row.
#pragma once

#include <cstddef>
#include <memory>

namespace steelyard {

// Cells without a value: the pages of a table are met as it is filled, between two questions whether to go on, while
// to clear 400 MB at once would keep an interrupt waiting. Keeps its room for the next table.
template <typename Cell>
class Cells {
 public:
  // Makes room for n cells; what was in them is lost.
  void make_room(std::size_t n) {
    if (n <= size_) return;
    cells_.reset();  // before there is another
    size_ = 0;
    cells_ = std::make_unique_for_overwrite<Cell[]>(n);
    size_ = n;
  }

  Cell* from(std::size_t place) { return cells_.get() + place; }
  const Cell* from(std::size_t place) const { return cells_.get() + place; }

 private:
  std::unique_ptr<Cell[]> cells_;
  std::size_t size_ = 0;
};

}  // namespace steelyard
