// See `Lanes.h`.

typedef struct { uint8_t bytes[16]; } WireLanes;
typedef uint32_t WireMask;

#define WIRE_FOR_LANES for (int lane = 0; lane < 16; lane++)

WIRE_INLINE WireLanes wireLoad(const void *p) {
  WireLanes lanes;
  memcpy(lanes.bytes, p, 16);
  return lanes;
}

WIRE_INLINE WireLanes wireDeparture(const uint8_t *text, const uint8_t *block) {
  WireLanes departure;
  WIRE_FOR_LANES {
    const unsigned sum = (unsigned)(text[lane] ^ block[lane]) + block[16 + lane];
    departure.bytes[lane] = sum > 255 ? 255 : (uint8_t)sum;
  }
  return departure;
}

WIRE_INLINE WireLanes wireOr(WireLanes x, WireLanes y) {
  WIRE_FOR_LANES x.bytes[lane] |= y.bytes[lane];
  return x;
}

WIRE_INLINE int wireDeparts(WireLanes x, intptr_t count) {
  uint8_t all = 0;
  for (intptr_t lane = 0; lane < count; lane++) all |= x.bytes[lane];
  return all >= 0x80;
}

WIRE_INLINE WireLanes wireLast(WireLanes x, intptr_t count) {
  for (intptr_t lane = 0; lane < 16 - count; lane++) x.bytes[lane] = 0;
  return x;
}

WIRE_INLINE WireLanes wireSelectLast(WireLanes x, WireLanes y, intptr_t count) {
  for (intptr_t lane = 16 - count; lane < 16; lane++) y.bytes[lane] = x.bytes[lane];
  return y;
}

WIRE_INLINE WireLanes wireDigits(WireLanes x) {
  WIRE_FOR_LANES x.bytes[lane] ^= '0';
  return x;
}

WIRE_INLINE uint64_t wireJoin(WireLanes digits) {
  uint64_t number = 0;
  WIRE_FOR_LANES number = number * 10 + digits.bytes[lane];
  return number;
}

WIRE_INLINE WireMask wireNoDigits(const void *text) {
  const uint8_t *const bytes = (const uint8_t *)text;
  WireMask mask = 0x10000;
  WIRE_FOR_LANES if ((uint8_t)(bytes[lane] - '0') > 9) mask |= 1u << lane;
  return mask;
}

WIRE_INLINE WireMask wireTextStops(const void *text) {
  const uint8_t *const bytes = (const uint8_t *)text;
  WireMask mask = 0x10000;
  WIRE_FOR_LANES {
    const uint8_t byte = bytes[lane];
    if (byte < 0x20 || byte >= 0x80 || byte == '"' || byte == '\\') mask |= 1u << lane;
  }
  return mask;
}

WIRE_INLINE intptr_t wireFirst(WireMask mask) { return __builtin_ctz(mask); }

WIRE_INLINE WireMask wireWithoutFirst(WireMask mask) { return (mask & (mask - 1)) | 0x10000; }

WIRE_INLINE intptr_t wireFirstTag(const uint32_t *words, uint32_t hash, uint32_t mask) {
  for (intptr_t i = 0; i < 3; i++)
    if (((words[i] ^ hash) & ~mask) == 0) return i;
  return 3;
}
