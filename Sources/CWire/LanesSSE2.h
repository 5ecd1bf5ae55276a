// See `Lanes.h`.

#ifdef WIRE_SSSE3
#include <tmmintrin.h>
#else
#include <emmintrin.h>
#endif

typedef __m128i WireLanes;
typedef uint32_t WireMask;

WIRE_INLINE WireLanes wireLoad(const void *p) { return _mm_loadu_si128((const __m128i *)p); }

WIRE_INLINE WireLanes wireDeparture(const uint8_t *text, const uint8_t *block) {
  return _mm_adds_epu8(_mm_xor_si128(wireLoad(text), wireLoad(block)), wireLoad(block + 16));
}

WIRE_INLINE WireLanes wireOr(WireLanes x, WireLanes y) { return _mm_or_si128(x, y); }

WIRE_INLINE int wireDeparts(WireLanes x, intptr_t count) {
  return (_mm_movemask_epi8(x) & ((1 << count) - 1)) != 0;
}

WIRE_INLINE WireLanes wireLast(WireLanes x, intptr_t count) {
  return _mm_and_si128(x, wireLoad(wireMasks + count));
}

WIRE_INLINE WireLanes wireSelectLast(WireLanes x, WireLanes y, intptr_t count) {
  return _mm_xor_si128(wireLast(_mm_xor_si128(x, y), count), y);
}

WIRE_INLINE WireLanes wireDigits(WireLanes x) { return _mm_xor_si128(x, _mm_set1_epi8('0')); }

WIRE_INLINE uint64_t wireJoin(WireLanes digits) {
#ifdef WIRE_SSSE3
  const __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(1 << 8 | 10));
#else
  const __m128i even = _mm_and_si128(digits, _mm_set1_epi16(0xFF));
  const __m128i pairs =
      _mm_add_epi16(_mm_mullo_epi16(even, _mm_set1_epi16(10)), _mm_srli_epi16(digits, 8));
#endif
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
  const __m128i packed = _mm_packs_epi32(fours, fours);
  const __m128i eights = _mm_madd_epi16(packed, _mm_set1_epi32(1 << 16 | 10000));
  const uint64_t both = (uint64_t)_mm_cvtsi128_si64(eights);
  return (both & 0xFFFFFFFF) * 100000000 + (both >> 32);
}

WIRE_INLINE WireMask wireNoDigits(const void *text) {
  const __m128i departures =
      _mm_adds_epu8(wireDigits(wireLoad(text)), _mm_set1_epi8(0x76));
  return (uint32_t)_mm_movemask_epi8(departures) | 0x10000;
}

WIRE_INLINE WireMask wireTextStops(const void *text) {
  const __m128i bytes = wireLoad(text);
  const __m128i quotes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
  const __m128i backslashes = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
  // Signed, so that bytes from 0x80 on are less, too.
  const __m128i others = _mm_cmplt_epi8(bytes, _mm_set1_epi8(0x20));
  const __m128i all = _mm_or_si128(_mm_or_si128(quotes, backslashes), others);
  return (uint32_t)_mm_movemask_epi8(all) | 0x10000;
}

WIRE_INLINE intptr_t wireFirst(WireMask mask) { return __builtin_ctz(mask); }

WIRE_INLINE WireMask wireWithoutFirst(WireMask mask) {
  // The bit that says "none" stays.
  return (mask & (mask - 1)) | 0x10000;
}

WIRE_INLINE intptr_t wireFirstTag(const uint32_t *words, uint32_t hash, uint32_t mask) {
  const __m128i differences = _mm_xor_si128(wireLoad(words), _mm_set1_epi32((int)hash));
  const __m128i others = _mm_andnot_si128(_mm_set1_epi32((int)mask), differences);
  const __m128i equal = _mm_cmpeq_epi32(others, _mm_setzero_si128());
  return __builtin_ctz((uint32_t)_mm_movemask_ps(_mm_castsi128_ps(equal)) | 8);
}
