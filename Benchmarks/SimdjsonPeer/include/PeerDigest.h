// The checksums by which implementations are compared, in C, so that those in
// Swift and those in C++ compute the same.

#ifndef PEER_DIGEST_H
#define PEER_DIGEST_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The compared values of a betting offer. Absent: NaN, -1, -1, 0.
typedef struct {
  uint64_t id;
  double odds;
  int64_t lastChangedTime;
  int8_t isAvailable;
  /// `peerTextHash` of the status.
  uint64_t status;
} PeerOffer;

/// What a frame, or many, decoded to.
typedef struct {
  uint64_t puts, patches, removals;
  /// The sum of all records' hashes, so the order does not matter.
  uint64_t sum;
} PeerRecordDigest;

/// What a store holds.
typedef struct {
  uint64_t matches, markets, outcomes, offers, infos;
  /// The sum of all offers' hashes.
  uint64_t sum;
} PeerStateDigest;

/// A well-mixed hash of two words: the folded halves of their product.
static inline uint64_t peerHash(uint64_t a, uint64_t b) {
  const unsigned __int128 product = (unsigned __int128)(a ^ 0x9E3779B97F4A7C15u)
      * (b ^ 0xD6E8FEB86659FD93u);
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/// FNV-1a of a text.
static inline uint64_t peerTextHash(const void *text, size_t count) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (size_t i = 0; i < count; i++) {
    hash = (hash ^ ((const uint8_t *)text)[i]) * 0x100000001B3u;
  }
  return hash;
}

static inline uint64_t peerBits(double number) {
  uint64_t bits;
  if (number != number) return UINT64_MAX;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

static inline uint64_t peerOfferHash(PeerOffer offer) {
  const uint64_t price = peerHash(peerBits(offer.odds), (uint64_t)offer.lastChangedTime);
  return peerHash(price ^ (uint64_t)offer.isAvailable, offer.id) + peerHash(offer.id, offer.status);
}

/// Folds the next offer of a tree that is read in order.
static inline uint64_t peerTreeFold(uint64_t fold, uint64_t id, double odds, int isAvailable) {
  return (fold ^ id ^ peerBits(odds) ^ (uint64_t)isAvailable) * 0x9E3779B97F4A7C15u + (fold >> 29);
}

/// Makes the optimizer believe that a value is used.
static inline void peerKeep(uint64_t value) {
  __asm__ volatile("" : : "r"(value) : "memory");
}

#endif
