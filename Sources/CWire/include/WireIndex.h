// Where a store has the rows of entities.

#ifndef WIRE_INDEX_H
#define WIRE_INDEX_H

#include <stdint.h>

/// Where rows of one type are looked for: see `IDTable` and `RowLayout`. Valid for
/// as long as nothing is added.
typedef struct {
  /// At least `WireBucketsAtOnce`.
  const uint32_t *buckets;
  const uint8_t *lines, *structures, *cells;
  /// Of a hash, the bits that choose a bucket; and those that are not in one.
  uint32_t mask, noTag;
  uint32_t lineBytes, structureBytes, cellBytes;
} WireIndex;

/// The types of entities.
enum { WireTypes = 7 };

/// How many buckets are looked at for a row.
enum { WireBucketsAtOnce = 4 };

/// One for each type, where nothing is found.
const WireIndex *wireNoIndexes(void);

/// See `mixedHash`.
static inline __attribute__((always_inline)) uint32_t wireHash(uint64_t key) {
  const unsigned __int128 product =
      (unsigned __int128)(key ^ 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  const uint64_t folded = (uint64_t)(product >> 64) ^ (uint64_t)product;
  return (uint32_t)(folded ^ folded >> 32);
}

/// Asks for the bucket of a hash.
static inline __attribute__((always_inline)) void wirePrefetchBucket(
    const WireIndex *index, uint32_t hash) {
  __builtin_prefetch(index->buckets + (hash & index->mask));
}

#endif
