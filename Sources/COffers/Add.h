// Checksums of offers for one set of instructions. What includes it defines
// OFFERS_(name), which makes names of their own, OFFERS_TARGET, the attributes of
// functions, and OFFERS_MULTIPLIES where 64 bits are multiplied by one instruction.

#include <immintrin.h>

#include "AddKernels.h"

#ifdef OFFERS_MULTIPLIES
/// The low halves of products of 64 bits.
static OFFERS_TARGET inline __m256i OFFERS_(multiply)(
    __m256i x, __m256i factor, __m256i highFactor) {
  (void)highFactor;
  return _mm256_mullo_epi64(x, factor);
}
#else
/// The low halves of products of 64 bits, of which AVX2 has no instruction.
static OFFERS_TARGET inline __m256i OFFERS_(multiply)(
    __m256i x, __m256i factor, __m256i highFactor) {
  const __m256i low = _mm256_mul_epu32(x, factor);
  const __m256i first = _mm256_mul_epu32(_mm256_srli_epi64(x, 32), factor);
  const __m256i second = _mm256_mul_epu32(x, highFactor);
  return _mm256_add_epi64(low, _mm256_slli_epi64(_mm256_add_epi64(first, second), 32));
}
#endif

/// Two words of one offer and two of another.
static OFFERS_TARGET inline __m256i OFFERS_(pair)(const uint64_t *low, const uint64_t *high) {
  const __m128i first = _mm_loadu_si128((const __m128i *)low);
  return _mm256_inserti128_si256(
      _mm256_castsi128_si256(first), _mm_loadu_si128((const __m128i *)high), 1);
}

static OFFERS_TARGET inline __m256i OFFERS_(choose)(
    __m256i no, __m256i yes, __m256i highBits) {
  return _mm256_castpd_si256(_mm256_blendv_pd(
      _mm256_castsi256_pd(no), _mm256_castsi256_pd(yes), _mm256_castsi256_pd(highBits)));
}

OFFERS_TARGET int64_t OFFERS_(coffersAdd)(
    uint64_t lanes[4], const uint64_t *offers, int64_t count, const COffersStep *step) {
  const __m256i idFactor = _mm256_set1_epi64x((int64_t)step->idFactor);
  const __m256i idHighFactor = _mm256_srli_epi64(idFactor, 32);
  const __m256i sumFactor = _mm256_set1_epi64x((int64_t)step->sumFactor);
  const __m256i sumHighFactor = _mm256_srli_epi64(sumFactor, 32);
  const __m256i available = _mm256_set1_epi64x((int64_t)step->available);
  const __m256i absent = _mm256_set1_epi64x((int64_t)step->absent);
  // Comparisons are of signed numbers.
  const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
  const __m256i idEnd = _mm256_xor_si256(_mm256_set1_epi64x((int64_t)step->idEnd), sign);
  const __m128i hasOddsShift = _mm_cvtsi32_si128(step->hasOddsShift);
  const __m128i isAvailableShift = _mm_cvtsi32_si128(step->isAvailableShift);
  __m256i sums = _mm256_loadu_si256((const __m256i *)lanes);
  int64_t done = 0;
  for (; done + 4 <= count; done += 4, offers += 16) {
    const __m256i firstHalves = OFFERS_(pair)(offers, offers + 8);
    const __m256i secondHalves = OFFERS_(pair)(offers + 4, offers + 12);
    const __m256i ids = _mm256_unpackhi_epi64(firstHalves, secondHalves);
    const __m256i areNumbers = _mm256_cmpgt_epi64(idEnd, _mm256_xor_si256(ids, sign));
    if (_mm256_movemask_pd(_mm256_castsi256_pd(areNumbers)) != 15) break;
    const __m256i bits = _mm256_unpacklo_epi64(firstHalves, secondHalves);
    const __m256i numbers = _mm256_unpackhi_epi64(
        OFFERS_(pair)(offers + 2, offers + 10), OFFERS_(pair)(offers + 6, offers + 14));
    const __m256i odds = OFFERS_(choose)(absent, numbers, _mm256_sll_epi64(bits, hasOddsShift));
    const __m256i availability = OFFERS_(choose)(
        _mm256_setzero_si256(), available, _mm256_sll_epi64(bits, isAvailableShift));
    const __m256i words = _mm256_xor_si256(
        OFFERS_(multiply)(ids, idFactor, idHighFactor), _mm256_xor_si256(odds, availability));
    const __m256i products =
        OFFERS_(multiply)(_mm256_xor_si256(sums, words), sumFactor, sumHighFactor);
    sums = _mm256_xor_si256(products, _mm256_srli_epi64(products, 32));
  }
  _mm256_storeu_si256((__m256i *)lanes, sums);
  return done;
}
