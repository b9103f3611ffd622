#include "vocabulary.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace steelyard {
namespace {

constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15u;

std::uint64_t load(const char* bytes) {
  std::uint64_t value;
  std::memcpy(&value, bytes, sizeof value);
  return value;
}

// The bytes of a word of up to 8 bytes as a number, the first one lowest; `n_readable` of them may be read.
std::uint64_t load_short(std::string_view word, std::size_t n_readable) {
  if (std::endian::native == std::endian::little && n_readable >= 8 && !word.empty()) {
    return load(word.data()) & (~std::uint64_t{0} >> (64 - 8 * word.size()));
  }
  std::uint64_t value = 0;
  for (std::size_t i = word.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(word[i]);
  return value;
}

std::uint64_t hash_long(std::string_view word) {
  std::uint64_t hash = word.size() * multiplier;
  const auto mix = [&](std::uint64_t value) {
    hash = (hash ^ value) * multiplier;
    hash ^= hash >> 29;
  };
  for (std::size_t i = 0; i + 8 < word.size(); i += 8) mix(load(word.data() + i));
  mix(load(word.data() + word.size() - 8));
  return hash;
}

}  // namespace

Vocabulary::Vocabulary() : slots_(1024), character_ids_(128, -1) {}

std::int32_t Vocabulary::intern_new_character(std::string_view character, std::uint32_t code) {
  const std::int32_t id = intern(character, character.size());
  if (code >= character_ids_.size()) {
    character_ids_.resize(std::max(std::size_t{code} + 1, 2 * character_ids_.size()), -1);
  }
  return character_ids_[code] = id;
}

std::string_view Vocabulary::word(std::size_t id) const {
  const std::size_t start = id == 0 ? 0 : ends_[id - 1];
  return std::string_view(bytes_).substr(start, ends_[id] - start);
}

std::int32_t Vocabulary::intern(std::string_view word_bytes, std::size_t n_readable) {
  const bool is_short = word_bytes.size() <= 8;
  const Slot wanted{is_short ? load_short(word_bytes, n_readable) : hash_long(word_bytes),
                    static_cast<std::uint32_t>(word_bytes.size()), -1};
  std::size_t at = place(wanted.key);
  for (; slots_[at].id >= 0; at = (at + 1) & (slots_.size() - 1)) {
    const Slot& slot = slots_[at];
    if (slot.key == wanted.key && slot.size == wanted.size &&
        (is_short || word(static_cast<std::size_t>(slot.id)) == word_bytes)) {
      return slot.id;
    }
  }
  if (size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    throw std::length_error("a vocabulary holds at most 2,147,483,647 distinct words");
  }
  const auto id = static_cast<std::int32_t>(size());
  slots_[at] = {wanted.key, wanted.size, id};
  bytes_.append(word_bytes);
  ends_.push_back(bytes_.size());
  if (2 * size() > slots_.size()) grow();
  return id;
}

// The upper bits of a product depend on every bit of the key.
std::size_t Vocabulary::place(std::uint64_t key) const {
  return static_cast<std::size_t>(key * multiplier >> (64 - std::countr_zero(slots_.size())));
}

void Vocabulary::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.id < 0) continue;
    std::size_t at = place(slot.key);
    while (slots_[at].id >= 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

}  // namespace steelyard
