// AVX2: segments of 32 bytes and more in blocks of 32.

#if defined(__x86_64__)
#include <immintrin.h>

#define WIRE_(name) name##Wide
#define WIRE_TARGET
// All that is compiled here may use them.
#pragma clang attribute push(__attribute__((target("avx2,bmi,lzcnt"))), apply_to = function)
#define WIRE_SSSE3
#include "Lanes.h"
#include "Runs.h"

static inline __attribute__((always_inline)) __m256i departureWide(
    const uint8_t *text, const uint8_t *block) {
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
  const __m256i template = _mm256_loadu_si256((const __m256i *)block);
  const __m256i bias = _mm256_loadu_si256((const __m256i *)(block + 32));
  return _mm256_adds_epu8(_mm256_xor_si256(bytes, template), bias);
}

static inline __attribute__((always_inline)) int fitsWide(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  int i = segment->blockCount;
  if (!segment->isWide) {
    WireLanes all = wireDeparture(text + segment->lastBlock, block);
    for (; i > 0; i--, text += 16) {
      block += 32;
      all = wireOr(all, wireDeparture(text, block));
    }
    return !wireDeparts(all, segment->count < 16 ? segment->count : 16);
  }
  __m256i all = departureWide(text + segment->lastBlock, block);
  block += 64;
  for (; i > 1; i -= 2, text += 64, block += 128) {
    const __m256i next = departureWide(text + 32, block + 64);
    all = _mm256_or_si256(all, _mm256_or_si256(departureWide(text, block), next));
  }
  if (i > 0) all = _mm256_or_si256(all, departureWide(text, block));
  return _mm256_movemask_epi8(all) == 0;
}

/// The same for a price, whose segment mostly has five blocks.
static inline __attribute__((always_inline)) int fitsPriceWide(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  if (segment->blockCount != 4 || !segment->isWide) return fitsWide(text, block, segment);
  const __m256i last = departureWide(text + segment->lastBlock, block);
  const __m256i first = departureWide(text, block + 64);
  const __m256i second = departureWide(text + 32, block + 128);
  const __m256i third = departureWide(text + 64, block + 192);
  const __m256i fourth = departureWide(text + 96, block + 256);
  const __m256i all = _mm256_or_si256(
      _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, fourth)), last);
  return _mm256_movemask_epi8(all) == 0;
}

#include "Run.h"

int wireRunWide(WireRun *run) { return runWide(run, -1); }
int wireFrameWide(WireFrame *frame, const uint8_t *text, int64_t count) {
  return frameWide(frame, text, count);
}
#pragma clang attribute pop
#endif
