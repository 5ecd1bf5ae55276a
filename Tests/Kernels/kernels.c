// Holds what the kernels are made of against plain loops and the C library, on
// random bytes: the lanes of the machine that this is compiled for, and their twins
// in plain C. `make kernels-test` also does so for ARM, by an emulator.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CWire.h"

#define DECLARE(kind)                                                                        \
  uint64_t numberBefore##kind(const uint8_t *end, intptr_t count);                           \
  intptr_t number##kind(const uint8_t *text, double *value);                                 \
  intptr_t firstNoDigit##kind(const uint8_t *text);                                          \
  intptr_t firstTextStop##kind(const uint8_t *text);                                         \
  int fits##kind(const uint8_t *text, const uint8_t *blocks, const WireSegment *segment);     \
  int fitsStraight##kind(                                                                    \
      const uint8_t *text, const uint8_t *blocks, const WireSegment *segment);               \
  intptr_t firstTag##kind(const uint32_t *words, uint32_t hash, uint32_t mask);
DECLARE(Native)
#if defined(__x86_64__)
DECLARE(SSSE3)
uint64_t numberBeforeWide(const uint8_t *end, intptr_t count);
intptr_t firstTextStopWide(const uint8_t *text);
int fitsWideWide(const uint8_t *text, const uint8_t *blocks, const WireSegment *segment);
int fitsStraightWideWide(
    const uint8_t *text, const uint8_t *blocks, const WireSegment *segment);
#endif
DECLARE(Plain)

typedef struct {
  const char *name;
  uint64_t (*numberBefore)(const uint8_t *, intptr_t);
  intptr_t (*number)(const uint8_t *, double *);
  intptr_t (*firstNoDigit)(const uint8_t *);
  intptr_t (*firstTextStop)(const uint8_t *);
  int (*fits)(const uint8_t *, const uint8_t *, const WireSegment *);
  int (*fitsStraight)(const uint8_t *, const uint8_t *, const WireSegment *);
  intptr_t (*firstTag)(const uint32_t *, uint32_t, uint32_t);
  /// Of blocks and of what is looked at for the end of a text.
  int width;
} Kernels;

#define KERNELS(kind)                                                       \
  {#kind, numberBefore##kind, number##kind, firstNoDigit##kind,             \
   firstTextStop##kind, fits##kind, fitsStraight##kind, firstTag##kind, 16}
static const Kernels all[] = {
  KERNELS(Native),
#if defined(__x86_64__)
  KERNELS(SSSE3),
  {"Wide", numberBeforeWide, numberSSSE3, firstNoDigitSSSE3, firstTextStopWide, fitsWideWide,
   fitsStraightWideWide, firstTagSSSE3, 32},
#endif
  KERNELS(Plain)};

// xorshift64*
static uint64_t state;
static uint64_t next(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 0x2545F4914F6CDD1Du;
}
static unsigned below(unsigned bound) { return (unsigned)(next() >> 33) % bound; }

static void fail(const char *what, const Kernels *kernels, uint64_t seed, int round) {
  printf("%s (%s): differs, seed %llu, round %d\n", what, kernels->name,
         (unsigned long long)seed, round);
  exit(1);
}

// A page's worth of random text with room around it.
static uint8_t bytes[512];
static void fill(const char *alphabet, unsigned size) {
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = below(4) == 0 ? (uint8_t)next() : (uint8_t)alphabet[below(size)];
}

static void checkDigits(const Kernels *k, uint64_t seed, int round) {
  fill("0123456789", 10);
  const unsigned count = 1 + below(19);
  uint64_t expected = 0;
  for (unsigned i = 0; i < count; i++) {
    const uint8_t digit = (uint8_t)below(10);
    bytes[100 - count + i] = '0' + digit;
    expected = expected * 10 + digit;
  }
  if (k->numberBefore(bytes + 100, count) != expected) fail("numberBefore", k, seed, round);
}

// A number as JSON has it, of the forms that kernels read; 0: another.
static size_t plainNumber(const uint8_t *text, double *value) {
  const uint8_t *p = text;
  if (*p == '-') p++;
  const uint8_t *const whole = p;
  while (*p >= '0' && *p <= '9') p++;
  const size_t digits = (size_t)(p - whole);
  if (digits == 0 || (digits > 1 && *whole == '0')) return 0;
  size_t all = digits;
  if (*p == '.') {
    const uint8_t *const fraction = ++p;
    while (*p >= '0' && *p <= '9') p++;
    if (p == fraction) return 0;
    all += (size_t)(p - fraction);
  }
  if (all > 14) return 0;
  char copy[32] = {0};
  memcpy(copy, text, (size_t)(p - text));
  *value = strtod(copy, NULL);
  return (size_t)(p - text);
}

static void checkNumber(const Kernels *k, uint64_t seed, int round) {
  fill("0123456789.-", 12);
  uint8_t *const text = bytes + 64;
  char number[40];
  const unsigned whole = below(12), fraction = below(8);
  int count = below(8) == 0 ? sprintf(number, "-") : 0;
  for (unsigned i = 0; i < whole; i++)
    count += sprintf(number + count, "%u", i == 0 && below(4) != 0 ? 1 + below(9) : below(10));
  if (below(3) != 0) {
    count += sprintf(number + count, ".");
    for (unsigned i = 0; i < fraction; i++) count += sprintf(number + count, "%u", below(10));
  }
  memcpy(text, number, (size_t)count);
  text[count] = ",}\"xE5."[below(7)];
  double expected = 0, actual = 0;
  const size_t length = plainNumber(text, &expected);
  const intptr_t read = k->number(text, &actual);
  // A kernel may leave a form to others, and may read none that is not one.
  if (read != 0 && ((size_t)read != length || memcmp(&actual, &expected, 8) != 0))
    fail("number", k, seed, round);
  if (read == 0 && length != 0 && length <= 13 && *text != '-' && text[length] != '.')
    fail("number not read", k, seed, round);
}

static void checkStops(const Kernels *k, uint64_t seed, int round) {
  fill("0123456789abc\"\\ \x1f\x7f", 19);
  const uint8_t *const text = bytes + below(100);
  intptr_t digits = 0, plain = 0;
  while (digits < 16 && text[digits] >= '0' && text[digits] <= '9') digits++;
  while (plain < k->width && text[plain] >= 0x20 && text[plain] < 0x80 && text[plain] != '"'
         && text[plain] != '\\')
    plain++;
  if (k->firstNoDigit(text) != digits) fail("firstNoDigit", k, seed, round);
  if (k->firstTextStop(text) != plain) fail("firstTextStop", k, seed, round);
}

// A segment as `SegmentDrawing` makes it.
static void checkFits(const Kernels *k, uint64_t seed, int round) {
  // Up to more than two blocks beyond those that are compared without a loop.
  uint8_t template[256], blocks[2 * 256 + 2 * 32];
  uint8_t isDigit[256];
  const int count = 1 + (int)below(250), width = k->width;
  for (int i = 0; i < count; i++) {
    isDigit[i] = below(4) == 0;
    template[i] = isDigit[i] ? '0' : (uint8_t)next();
  }
  WireSegment segment = {0};
  segment.count = count;
  segment.lastBlock = count > width ? count - width : 0;
  segment.blockCount = count > width ? (count - 1) / width : 0;
  segment.lastMask = count < 32 ? (1u << count) - 1 : UINT32_MAX;
  for (int block = 0; block <= segment.blockCount; block++) {
    const int start = block == 0 ? segment.lastBlock : width * (block - 1);
    for (int i = 0; i < width; i++) {
      const int at = start + i;
      blocks[block * 2 * width + i] = at < count ? template[at] : 0;
      blocks[block * 2 * width + width + i] = at >= count ? 0 : isDigit[at] ? 0x76 : 0x7F;
    }
  }
  fill("0123456789", 10);
  uint8_t *const text = bytes + 64;
  for (int i = 0; i < count; i++)
    text[i] = isDigit[i] ? (uint8_t)('0' + below(10)) : template[i];
  int expected = 1;
  if (below(2) == 0) {
    const int at = (int)below((unsigned)count);
    text[at] ^= (uint8_t)(1 << below(8));
    expected = isDigit[at] ? text[at] >= '0' && text[at] <= '9' : text[at] == template[at];
  }
  if (k->fits(text, blocks, &segment) != expected) fail("fits", k, seed, round);
  if (k->fitsStraight(text, blocks, &segment) != expected) fail("fitsStraight", k, seed, round);
}

// Buckets as `IDTable` has them, where a row is or is not.
static void checkTags(const Kernels *k, uint64_t seed, int round) {
  const uint32_t mask = (1u << (4 + below(20))) - 1, hash = (uint32_t)next();
  uint32_t words[WireBucketsAtOnce];
  intptr_t expected = WireBucketsAtOnce - 1;
  for (intptr_t i = WireBucketsAtOnce - 1; i >= 0; i--) {
    words[i] = below(3) == 0 ? UINT32_MAX : (uint32_t)next();
    if (below(3) == 0) words[i] = (hash & ~mask) | (words[i] & mask);
    if (((words[i] ^ hash) & ~mask) == 0) expected = i;
  }
  if (k->firstTag(words, hash, mask) != expected) fail("firstTag", k, seed, round);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 200000;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
#if defined(__x86_64__)
    if (all[i].width > 16
        && !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")))
      continue;
#endif
    for (uint64_t seed = 1; seed <= 5; seed++) {
      state = seed;
      for (int round = 0; round < rounds; round++) {
        checkDigits(&all[i], seed, round);
        checkNumber(&all[i], seed, round);
        checkStops(&all[i], seed, round);
        checkFits(&all[i], seed, round);
        checkTags(&all[i], seed, round);
      }
    }
    printf("%s: %d rounds of 5 seeds agree\n", all[i].name, rounds);
  }
  return 0;
}
