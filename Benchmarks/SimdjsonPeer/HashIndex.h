// Ids to row numbers: open addressing, linear probing, at most half full.

#pragma once

#include <cstdint>
#include <vector>

namespace peer {

class HashIndex {
  struct Slot {
    uint64_t id;
    uint32_t row;
  };
  static constexpr uint32_t empty = UINT32_MAX;

  std::vector<Slot> slots = std::vector<Slot>(1024, Slot{0, empty});
  size_t count = 0;

  size_t home(uint64_t id) const {
    const unsigned __int128 product = static_cast<unsigned __int128>(id) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>((product >> 64) ^ product) & (slots.size() - 1);
  }
  size_t next(size_t slot) const { return (slot + 1) & (slots.size() - 1); }

 public:
  static constexpr uint32_t none = empty;

  uint32_t find(uint64_t id) const {
    for (size_t slot = home(id);; slot = next(slot)) {
      if (slots[slot].row == empty) return none;
      if (slots[slot].id == id) return slots[slot].row;
    }
  }

  void insert(uint64_t id, uint32_t row) {
    if (++count * 2 > slots.size()) {
      std::vector<Slot> old(slots.size() * 2, Slot{0, empty});
      old.swap(slots);
      for (const Slot &slot : old) {
        if (slot.row != empty) place(slot);
      }
    }
    place({id, row});
  }

  /// Removes an id that is there and closes the gap.
  void erase(uint64_t id) {
    size_t hole = home(id);
    while (slots[hole].id != id || slots[hole].row == empty) hole = next(hole);
    --count;
    for (size_t slot = next(hole); slots[slot].row != empty; slot = next(slot)) {
      const size_t mask = slots.size() - 1;
      if (((slot - home(slots[slot].id)) & mask) >= ((slot - hole) & mask)) {
        slots[hole] = slots[slot];
        hole = slot;
      }
    }
    slots[hole].row = empty;
  }

 private:
  void place(Slot entry) {
    size_t slot = home(entry.id);
    while (slots[slot].row != empty) slot = next(slot);
    slots[slot] = entry;
  }
};

}  // namespace peer
