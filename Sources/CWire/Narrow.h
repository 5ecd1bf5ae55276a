// Segments compared in blocks of 16 bytes.

#include "Lanes.h"
#include "Runs.h"

static WIRE_TARGET inline __attribute__((always_inline)) int WIRE_(fits)(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  WireLanes all = wireDeparture(text + segment->lastBlock, block);
  for (int i = segment->blockCount; i > 0; i--, text += 16) {
    block += 32;
    all = wireOr(all, wireDeparture(text, block));
  }
  return !wireDeparts(all, segment->count < 16 ? segment->count : 16);
}

#define WIRE_STOP_BYTES 16
static WIRE_TARGET inline __attribute__((always_inline)) intptr_t WIRE_(textStop)(
    const uint8_t *text) {
  return wireFirst(wireTextStops(text));
}

static WIRE_TARGET inline __attribute__((always_inline)) uint64_t WIRE_(longNumber)(
    const uint8_t *end, intptr_t count) {
  return wireLongNumberBefore(end, count);
}

static WIRE_TARGET inline __attribute__((always_inline)) int WIRE_(fitsStraight)(
    const uint8_t *text, const uint8_t *block, const WireSegment *segment) {
  return WIRE_(fits)(text, block, segment);
}
