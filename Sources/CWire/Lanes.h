// Sixteen bytes at a time. Of each set of instructions: `WireLanes`, and
//
//   wireLoad(p)            the 16 bytes at p
//   wireDeparture(p, b)    how the bytes at p depart from the block at b: in each
//                          lane `(byte ^ template) + bias`, saturated. With a
//                          bias of 0x7F the high bit says "another byte", with
//                          0x76 and a template of '0' "no digit"
//   wireOr(x, y)
//   wireDeparts(x, n)      whether one of the first n lanes has its high bit set
//   wireLast(x, n)         x with all but the last n lanes zero
//   wireSelectLast(x, y, n)  the last n lanes of x, the first of y
//   wireJoin(x)            the number that 16 lanes of 0 to 9 mean
//   wireDigits(x)          x ^ '0'
//   WireMask               a set of lanes
//   wireNoDigits(p)        those of the bytes at p that are no digits
//   wireTextStops(p)       those that are a quote, a backslash, a control
//                          character or no ASCII
//   wireFirst(m)           the first lane of a set; 16 if it is empty
//   wireWithoutFirst(m)
//   wireFirstTag(p, h, m)  the first of the four words at p that is as h in the bits
//                          that m has not; 3 if none is

#include <stdint.h>
#include <string.h>

#define WIRE_INLINE static inline __attribute__((always_inline, unused))

/// From `n` on: 16 bytes of which the last `n` are 255 (n: 0 to 16); from 32 - n
/// on, of which the first `n` are.
static const uint8_t wireMasks[48] = {
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

#if defined(WIRE_PLAIN)
#include "LanesPlain.h"
#elif defined(__SSE2__)
#include "LanesSSE2.h"
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include "LanesNEON.h"
#else
#include "LanesPlain.h"
#endif

/// The number whose last digit stands before `end`, of 1 to 16 digits. The 16
/// bytes before `end` can be read; those before the digits do not count.
WIRE_INLINE uint64_t wireNumberBefore(const uint8_t *end, intptr_t count) {
  return wireJoin(wireLast(wireDigits(wireLoad(end - 16)), count));
}

/// The smallest numbers of so many digits.
static const uint64_t wireMinimum[20] = {
  0, 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000,
  10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000,
  1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000};

/// The same for up to 19 digits; for more than 16, the 20 bytes before `end` can be
/// read.
WIRE_INLINE uint64_t wireLongNumberBefore(const uint8_t *end, intptr_t count) {
  if (count <= 16) return wireNumberBefore(end, count);
  // The first digits, of which there are at most three, are the last of a word.
  uint32_t few;
  memcpy(&few, end - 20, 4);
  few = (few ^ 0x30303030) & ~0u << (8 * (20 - count));
  const uint64_t high = (few >> 8 & 0xFF) * 100 + (few >> 16 & 0xFF) * 10 + (few >> 24);
  return wireNumberBefore(end, 16) + high * 10000000000000000ull;
}

static const double wirePowers[16] = {
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

typedef struct {
  double value;
  /// In bytes; 0: another form.
  intptr_t count;
} WireNumber;

/// Reads a number without sign and exponent, of at most 14 digits: below 2^53, so
/// that one division rounds once. 17 bytes before it can be read.
WIRE_INLINE WireNumber wireUnsigned(const uint8_t *text) {
  const WireNumber none = {0, 0};
  const WireMask stops = wireNoDigits(text);
  const intptr_t whole = wireFirst(stops);
  if (whole == 0 || whole > 14 || (text[0] == '0' && whole > 1)) return none;
  if (text[whole] != '.')
    return (WireNumber){(double)(int64_t)wireNumberBefore(text + whole, whole), whole};
  const intptr_t end = wireFirst(wireWithoutFirst(stops));
  const intptr_t fraction = end - whole - 1;
  if (fraction == 0 || end > 15) return none;
  const uint8_t *const last = text + end;
  const WireLanes digits = wireDigits(
      wireSelectLast(wireLoad(last - 16), wireLoad(last - 17), fraction));
  const uint64_t mantissa = wireJoin(wireLast(digits, end - 1));
  return (WireNumber){(double)(int64_t)mantissa / wirePowers[fraction], end};
}

/// The same with a sign.
WIRE_INLINE WireNumber wireNumber(const uint8_t *text) {
  if (__builtin_expect(*text != '-', 1)) return wireUnsigned(text);
  WireNumber number = wireUnsigned(text + 1);
  if (number.count == 0) return number;
  number.value = -number.value;
  number.count += 1;
  return number;
}

/// The bytes of `true`, `false` or `null` at the start of a word; 0: another.
WIRE_INLINE int wireLiteral(uint64_t word) {
  if ((word & 0xFFFFFFFF) == 0x65757274) return 4;
  if ((word & 0xFFFFFFFFFF) == 0x65736C6166) return 5;
  if ((word & 0xFFFFFFFF) == 0x6C6C756E) return 4;
  return 0;
}
