// AVX2: segments in blocks of 32 bytes.

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
  __m256i all = departureWide(text + segment->lastBlock, block);
  int i = segment->blockCount;
#pragma clang loop unroll(disable)
  for (; i > 0; i--, text += 32) {
    block += 64;
    all = _mm256_or_si256(all, departureWide(text, block));
  }
  return ((uint32_t)_mm256_movemask_epi8(all) & segment->lastMask) == 0;
}

/// The same for a price, whose segment mostly has five blocks.
static inline __attribute__((always_inline)) int fitsPriceWide(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  if (segment->blockCount != 4) return fitsWide(text, block, segment);
  const __m256i last = departureWide(text + segment->lastBlock, block);
  const __m256i first = departureWide(text, block + 64);
  const __m256i second = departureWide(text + 32, block + 128);
  const __m256i third = departureWide(text + 64, block + 192);
  const __m256i fourth = departureWide(text + 96, block + 256);
  const __m256i all = _mm256_or_si256(
      _mm256_or_si256(_mm256_or_si256(first, second), _mm256_or_si256(third, fourth)), last);
  return _mm256_movemask_epi8(all) == 0;
}

#define WIRE_STOP_BYTES 32
static inline __attribute__((always_inline)) intptr_t textStopWide(const uint8_t *text) {
  const __m256i bytes = _mm256_loadu_si256((const __m256i *)text);
  const __m256i quotes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"'));
  const __m256i backslashes = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
  // Signed, so that bytes from 0x80 on are less, too.
  const __m256i others = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), bytes);
  const __m256i all = _mm256_or_si256(_mm256_or_si256(quotes, backslashes), others);
  return _tzcnt_u32((uint32_t)_mm256_movemask_epi8(all));
}

#include "Run.h"

int wireRunWide(WireRun *run) { return runWide(run, -1); }
int wireFrameWide(WireFrame *frame, const uint8_t *text, int64_t count) {
  return frameWide(frame, text, count);
}
#pragma clang attribute pop
#endif
