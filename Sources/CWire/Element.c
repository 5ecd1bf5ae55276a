#include "WireElement.h"

#include <string.h>

static inline uint64_t word(const uint8_t *text) {
  uint64_t value;
  memcpy(&value, text, 8);
  return value;
}

/// Two words, in a register of any processor of the last twenty years.
typedef uint64_t Words __attribute__((vector_size(16)));

static inline Words words(const uint8_t *text) {
  Words value;
  memcpy(&value, text, 16);
  return value;
}

static inline int same(const uint8_t *text, const uint8_t *known, int32_t count) {
  if (count >= 16) {
    // The last ones overlap those before.
    const int32_t last = count - 16;
    Words difference = words(text + last) ^ words(known + last);
    for (int32_t position = 0; position < last; position += 16)
      difference |= words(text + position) ^ words(known + position);
    return (difference[0] | difference[1]) == 0;
  }
  if (count >= 8) {
    const int32_t last = count - 8;
    return ((word(text) ^ word(known)) | (word(text + last) ^ word(known + last))) == 0;
  }
  return count == 0 || (word(text) ^ word(known)) << (64 - 8 * count) == 0;
}

/// The high bits of the bytes of a word that are no digits, where '0' is taken from each;
/// behind the first of them others may be set too.
static inline uint64_t noDigits(uint64_t digits) {
  return ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
}

/// See `decimalValue`.
static inline uint64_t decimal(uint64_t digits) {
  const uint64_t pairs = digits * 10 + (digits >> 8), mask = 0x000000FF000000FFu;
  const uint64_t high = (pairs & mask) * 0x000F424000000064u;
  const uint64_t low = (pairs >> 16 & mask) * 0x0000271000000001u;
  return (high + low) >> 32;
}

static const uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};

/// Reads up to `most` digits. Returns how many there are, 0 if there are more.
static inline int digits(const uint8_t *text, int most, uint64_t *value) {
  const uint64_t zeros = 0x3030303030303030u;
  uint64_t number = 0;
  int count = 0;
  for (;;) {
    const uint64_t part = word(text + count) ^ zeros, stop = noDigits(part);
    if (stop == 0) {
      number = number * powers[8] + decimal(part);
      count += 8;
      if (count > most) return 0;
      continue;
    }
    const int width = __builtin_ctzll(stop) >> 3;
    if (width) number = number * powers[width] + decimal(part << (64 - 8 * width));
    count += width;
    *value = number;
    return count <= most ? count : 0;
  }
}

static inline int64_t id(const uint8_t *text, uint64_t *value) {
  const int count = digits(text, 19, value);
  if (count == 0 || (text[0] == '0' && count > 1) || *value >= WireDottedEnd) return -1;
  return text[count] == '.' && text[count + 1] == '1' ? count + 2 : -1;
}

/// The count of a number and of `.1` behind it, whatever number it is.
static inline int64_t passedID(const uint8_t *text) {
  int count = 0;
  uint64_t stop;
  while ((stop = noDigits(word(text + count) ^ 0x3030303030303030u)) == 0)
    if ((count += 8) > 16) return -1;
  count += __builtin_ctzll(stop) >> 3;
  return count && text[count] == '.' && text[count + 1] == '1' ? count + 2 : -1;
}

/// Ends with `end`.
static inline int64_t plainText(const uint8_t *text, uint8_t end) {
  const uint64_t ones = 0x0101010101010101u, highs = 0x8080808080808080u;
  for (int count = 0; count < WireGapTextMax; count += 8) {
    const uint64_t bytes = word(text + count);
    const uint64_t quote = bytes ^ ones * '"', escape = bytes ^ ones * '\\';
    // The first of the bits that are set is right; others may be false.
    uint64_t stop = ((quote - ones) | (escape - ones) | (bytes - ones * 0x20) | bytes) & highs;
    if (end == ']')
      stop |= (((bytes ^ ones * ']') - ones) | ((bytes ^ ones * '|') - ones)) & highs;
    if (stop) {
      count += __builtin_ctzll(stop) >> 3;
      return text[count] == end ? count : -1;
    }
  }
  return -1;
}

/// Reads a gap but `WireGapSame`. Returns how many bytes it has, negative if it does not
/// fit.
static inline int64_t gapCount(int32_t gap, const uint8_t *text, uint64_t *value) {
  switch (gap) {
  case WireGapNone: return 0;
  case WireGapID: return id(text, value);
  case WireGapPassedID: return passedID(text);
  case WireGapText: return plainText(text, '"');
  case WireGapSelector: {
    const int64_t count = plainText(text, ']');
    return count ? count : -1;
  }
  case WireGapDigits: {
    const int count = digits(text, 15, value);
    return count ? count : -1;
  }
  case WireGapInteger: {
    const int count = digits(text, 15, value);
    return count && (text[0] != '0' || count == 1) ? count : -1;
  }
  default: {
    const uint64_t bytes = word(text);
    *value = (bytes & 0xFFFFFFFFu) == 0x65757274u;  // "true"
    if (*value) return 4;
    return (bytes & 0xFFFFFFFFFFu) == 0x65736C6166u ? 5 : -1;  // "false"
  }
  }
}

int wireElement(const WireElementStep *steps, int from, int count, const uint8_t *text,
                int64_t *position, WireGapValue *values) {
  for (int step = from; step < count; step++) {
    const WireElementStep *const known = steps + step;
    if (!same(text + *position, known->bytes, known->count)) return step;
    const int64_t start = *position + known->count;
    int64_t gap;
    if (known->gap == WireGapSame) {
      const WireGapValue earlier = values[known->earlier];
      if (!same(text + start, text + earlier.start, earlier.count)) return step;
      gap = earlier.count;
    } else {
      gap = gapCount(known->gap, text + start, &values[step].value);
      if (gap < 0) return step;
    }
    values[step].start = (int32_t)start;
    values[step].count = (int32_t)gap;
    *position = start + gap;
  }
  return count;
}
