// Those of AVX2 that are their own.

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#define WIRE_SSSE3
#include "CWire.h"
#include "Wide.h"

uint64_t numberBeforeWide(const uint8_t *end, intptr_t count) {
  return longNumberWide(end, count);
}
intptr_t firstTextStopWide(const uint8_t *text) { return textStopWide(text); }
int fitsWideWide(const uint8_t *text, const uint8_t *blocks, const WireSegment *segment) {
  return fitsWide(text, blocks, segment);
}
int fitsStraightWideWide(
    const uint8_t *text, const uint8_t *blocks, const WireSegment *segment) {
  return fitsStraightWide(text, blocks, segment);
}
#pragma clang attribute pop
#endif
