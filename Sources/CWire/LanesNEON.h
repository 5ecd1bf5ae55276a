// See `Lanes.h`. A set of lanes has four bits a lane, as `vshrn` makes them of
// bytes that are 0 or 255 in their high bits.

#include <arm_neon.h>

typedef uint8x16_t WireLanes;
typedef uint64_t WireMask;

WIRE_INLINE WireLanes wireLoad(const void *p) { return vld1q_u8((const uint8_t *)p); }

WIRE_INLINE WireLanes wireDeparture(const uint8_t *text, const uint8_t *block) {
  return vqaddq_u8(veorq_u8(wireLoad(text), wireLoad(block)), wireLoad(block + 16));
}

WIRE_INLINE WireLanes wireOr(WireLanes x, WireLanes y) { return vorrq_u8(x, y); }

WIRE_INLINE int wireDeparts(WireLanes x, intptr_t count) {
  return vmaxvq_u8(vandq_u8(x, wireLoad(wireMasks + 32 - count))) >= 0x80;
}

WIRE_INLINE WireLanes wireLast(WireLanes x, intptr_t count) {
  return vandq_u8(x, wireLoad(wireMasks + count));
}

WIRE_INLINE WireLanes wireSelectLast(WireLanes x, WireLanes y, intptr_t count) {
  return vbslq_u8(wireLoad(wireMasks + count), x, y);
}

WIRE_INLINE WireLanes wireDigits(WireLanes x) { return veorq_u8(x, vdupq_n_u8('0')); }

WIRE_INLINE uint64_t wireJoin(WireLanes digits) {
  const uint8x16_t tens = {10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1, 10, 1};
  const uint16x8_t hundreds = {100, 1, 100, 1, 100, 1, 100, 1};
  const uint16x8_t pairs = vpaddlq_u8(vmulq_u8(digits, tens));
  const uint32x4_t fours = vpaddlq_u16(vmulq_u16(pairs, hundreds));
  const uint32x4_t thousands = {10000, 1, 10000, 1};
  const uint64x2_t eights = vpaddlq_u32(vmulq_u32(fours, thousands));
  return vgetq_lane_u64(eights, 0) * 100000000 + vgetq_lane_u64(eights, 1);
}

/// Four bits of each lane that has its high bit set.
WIRE_INLINE WireMask wireHighBits(WireLanes x) {
  const uint8x16_t all = vreinterpretq_u8_s8(vshrq_n_s8(vreinterpretq_s8_u8(x), 7));
  return vget_lane_u64(
      vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(all), 4)), 0);
}

WIRE_INLINE WireMask wireNoDigits(const void *text) {
  return wireHighBits(vqaddq_u8(wireDigits(wireLoad(text)), vdupq_n_u8(0x76)));
}

WIRE_INLINE WireMask wireTextStops(const void *text) {
  const uint8x16_t bytes = wireLoad(text);
  const uint8x16_t quotes = vceqq_u8(bytes, vdupq_n_u8('"'));
  const uint8x16_t backslashes = vceqq_u8(bytes, vdupq_n_u8('\\'));
  // Signed, so that bytes from 0x80 on are less, too.
  const uint8x16_t others = vcltq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8(0x20));
  return wireHighBits(vorrq_u8(vorrq_u8(quotes, backslashes), others));
}

WIRE_INLINE intptr_t wireFirst(WireMask mask) {
  return mask == 0 ? 16 : __builtin_ctzll(mask) >> 2;
}

WIRE_INLINE WireMask wireWithoutFirst(WireMask mask) {
  return mask == 0 ? 0 : mask & ~(0xFull << (__builtin_ctzll(mask) & ~3));
}

WIRE_INLINE intptr_t wireFirstTag(const uint32_t *words, uint32_t hash, uint32_t mask) {
  const uint32x4_t differences = veorq_u32(vld1q_u32(words), vdupq_n_u32(hash));
  const uint32x4_t equal = vceqzq_u32(vbicq_u32(differences, vdupq_n_u32(mask)));
  const uint64_t lanes = vget_lane_u64(vreinterpret_u64_u16(vmovn_u32(equal)), 0);
  return __builtin_ctzll(lanes | 1ull << 48) >> 4;
}
