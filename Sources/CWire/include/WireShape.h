// What is known of the shapes of records, and which of them a record may have.

#ifndef WIRE_SHAPE_H
#define WIRE_SHAPE_H

#include <stdint.h>
#include <string.h>

enum { WireCandidatesMax = 4 };

/// The shapes that a record may have.
typedef struct {
  /// The likeliest first; negative: none.
  int16_t shapes[WireCandidatesMax];
  /// The one that was found last when it was not the first.
  int16_t risen;
} WireCandidates;

/// What is known of the records of one shape.
typedef struct {
  /// The first of its segments; negative: it has none.
  int32_t first;
  /// The first of those in which values that did not vary are constant, which
  /// are tried before; negative: there are none.
  int32_t folded;
  /// The one of these two that is read by first; negative: none, or Swift has to look
  /// at a record. See `wireSetLikely`.
  int32_t likely;
  /// The segment of a straight shape: one in which only an id, an integer and mostly a
  /// decimal vary; negative: the shape is another one. See `straight` in `Straight.h`.
  /// Where there is one, Swift looks at no records.
  int32_t straight;
  /// The shapes that followed.
  WireCandidates successors;
  uint32_t present, cleared;
  /// The values of the booleans that are constant.
  uint32_t foldedBooleans;
  uint32_t typeNameOffset, typeNameCount;
  /// How often the shape was read, from its `patience`th record on since these two were
  /// compared, and how often a folded value was another one since then.
  uint32_t hits, misses;
  /// As in `WireRecord`, to be copied at once.
  uint8_t operation, type;
  /// Whether records need all of their rows, not only what an update of numbers does.
  uint8_t needsWholeRow;
  uint8_t slotCount;
  /// Whether it is a reference entity whose type's name is before all gaps.
  uint8_t hasEarlyTypeName;
  /// Records still to be looked at by Swift, to see which values vary.
  uint8_t observing;
} WireShape;

/// Chooses what a shape's records are read by first, which has to be done whenever
/// what it depends on changes.
static inline void wireSetLikely(WireShape *shape) {
  const int isFolded = shape->folded >= 0;
  if (!isFolded) shape->foldedBooleans = 0;
  shape->likely = shape->observing ? -1 : isFolded ? shape->folded : shape->first;
}

enum {
  WireOpeningBits = 9,
  WireOpenings = 1 << WireOpeningBits,
  WirePrefixBits = 8,
  WirePrefixes = 1 << WirePrefixBits
};

/// What a record begins with tells which shapes it may have: three words that are
/// known in all shapes, and one more where shapes that agree in these differ.
typedef struct {
  /// `WireOpenings` of them, by the hash of all words.
  WireCandidates *candidates;
  /// Where the fourth word is, by the hash of the others; 0: it tells nothing more.
  const uint8_t *probes;
  /// Where the three words are, from the record's start.
  uint16_t words[3];
  /// How many bytes they need; 0: nothing is known in all shapes that tells them apart.
  uint16_t byteCount;
} WireOpening;

/// The hash of a record's three words.
static inline __attribute__((always_inline)) uint64_t wirePrefixHash(
    const WireOpening *opening, const uint8_t *record) {
  uint64_t first, second, third;
  memcpy(&first, record + opening->words[0], 8);
  memcpy(&second, record + opening->words[1], 8);
  memcpy(&third, record + opening->words[2], 8);
  return (first * 0xD6E8FEB86659FD93u ^ (second << 23 | second >> 41) ^ third)
      * 0x9E3779B97F4A7C15u;
}

/// The position of a hash of first bytes in `probes`.
static inline __attribute__((always_inline)) uint32_t wirePrefix(uint64_t hash) {
  return (uint32_t)(hash >> (64 - WirePrefixBits));
}

/// The shapes that the record may have of which `count` bytes are left in the
/// frame; none if it is too short to tell.
static inline __attribute__((always_inline)) WireCandidates *wireCandidates(
    const WireOpening *opening, const uint8_t *record, int64_t count) {
  const int64_t byteCount = opening->byteCount;
  if (byteCount == 0 || count < byteCount) return 0;
  const uint64_t hash = wirePrefixHash(opening, record);
  const int64_t probe = opening->probes[wirePrefix(hash)];
  uint64_t word;
  memcpy(&word, record + (probe < count - 8 ? probe : count - 8), 8);
  const uint64_t both = (hash ^ word * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u;
  return opening->candidates + (both >> (64 - WireOpeningBits));
}

/// Makes a shape the next candidate, or the last one if there are enough.
static inline void wireAddCandidate(WireCandidates *candidates, int32_t shape) {
  int i = 0;
  while (i < WireCandidatesMax - 1 && candidates->shapes[i] >= 0
         && candidates->shapes[i] != shape)
    i++;
  candidates->shapes[i] = (int16_t)shape;
}

/// Notes that a record had a shape that was not the first of the candidates. If that
/// happens twice in a row, it becomes the first.
static inline void wireRaiseCandidate(WireCandidates *candidates, int32_t shape) {
  if (candidates->risen != shape) {
    candidates->risen = (int16_t)shape;
    return;
  }
  wireAddCandidate(candidates, shape);
  int i = 0;
  while (candidates->shapes[i] != shape) i++;
  for (; i > 0; i--) candidates->shapes[i] = candidates->shapes[i - 1];
  candidates->shapes[0] = (int16_t)shape;
}

#endif
