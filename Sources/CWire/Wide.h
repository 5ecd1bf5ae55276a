// Thirty-two bytes at a time with AVX2, which all that includes this may use.

#include <immintrin.h>

#include "Lanes.h"
#include "Runs.h"

WIRE_INLINE __m256i departureWide(
    const uint8_t *text, const uint8_t *block) {
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
  const __m256i template = _mm256_loadu_si256((const __m256i *)block);
  const __m256i bias = _mm256_loadu_si256((const __m256i *)(block + 32));
  return _mm256_adds_epu8(_mm256_xor_si256(bytes, template), bias);
}

WIRE_INLINE int fitsWide(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  __m256i all = departureWide(text + segment->lastBlock, block);
  int i = segment->blockCount;
#pragma clang loop unroll(disable)
  for (; i > 0; i--, text += 32) {
    block += 64;
    all = _mm256_or_si256(all, departureWide(text, block));
  }
  return ((uint32_t)_mm256_movemask_epi8(all) & segment->lastMask) == 0;
}

/// The same for a record that is mostly one segment, of at least five blocks.
WIRE_INLINE int fitsStraightWide(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  if (segment->blockCount < 4) return fitsWide(text, block, segment);
  const __m256i last = departureWide(text + segment->lastBlock, block);
  const __m256i first = departureWide(text, block + 64);
  const __m256i second = departureWide(text + 32, block + 128);
  const __m256i third = departureWide(text + 64, block + 192);
  const __m256i fourth = departureWide(text + 96, block + 256);
  __m256i all = _mm256_or_si256(
      _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, fourth)), last);
#pragma clang loop unroll(disable)
  for (int i = segment->blockCount - 4; i > 0; i--, text += 32, block += 64)
    all = _mm256_or_si256(all, departureWide(text + 128, block + 320));
  return _mm256_movemask_epi8(all) == 0;
}

#define WIRE_STOP_BYTES 32
WIRE_INLINE intptr_t textStopWide(const uint8_t *text) {
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
  const __m256i quotes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
  const __m256i backslashes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
  // Signed, so that bytes from 0x80 on are less, too.
  const __m256i others = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), bytes);
  const __m256i all = _mm256_or_si256(_mm256_or_si256(quotes, backslashes), others);
  return _tzcnt_u32((uint32_t)_mm256_movemask_epi8(all));
}

/// From `n` on: 32 bytes of which the last `n` are 255.
static const uint8_t wideMasks[64] = {
  [32 ... 63] = 255};

/// `wireLongNumberBefore`, all digits at once. The 32 bytes before `end` can be read.
WIRE_INLINE uint64_t longNumberWide(const uint8_t *end, intptr_t count) {
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)(end - 32));
  const __m256i mask = _mm256_loadu_si256((const __m256i *)(wideMasks + count));
  const __m256i digits =
      _mm256_and_si256(_mm256_xor_si256(bytes, _mm256_set1_epi8('0')), mask);
  const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 10));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 100));
  const __m256i packed = _mm256_packs_epi32(fours, fours);
  const __m256i eights = _mm256_madd_epi16(packed, _mm256_set1_epi32(1 << 16 | 10000));
  // The first digits, of which there are at most three, and the other sixteen.
  const uint64_t first = (uint64_t)_mm256_extract_epi64(eights, 0) >> 32;
  const uint64_t others = (uint64_t)_mm256_extract_epi64(eights, 2);
  return first * 10000000000000000ull + (others & 0xFFFFFFFF) * 100000000 + (others >> 32);
}
