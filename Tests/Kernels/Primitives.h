// What the kernels are made of, as functions that can be called: included once for
// each set of instructions, with NAMED(name) giving names of their own.

#include "CWire.h"
#include "Narrow.h"

uint64_t NAMED(numberBefore)(const uint8_t *end, intptr_t count) {
  return wireLongNumberBefore(end, count);
}
intptr_t NAMED(number)(const uint8_t *text, double *value) {
  const WireNumber number = wireNumber(text);
  *value = number.value;
  return number.count;
}
intptr_t NAMED(firstNoDigit)(const uint8_t *text) { return wireFirst(wireNoDigits(text)); }
intptr_t NAMED(firstTextStop)(const uint8_t *text) { return wireFirst(wireTextStops(text)); }
int NAMED(fits)(const uint8_t *text, const uint8_t *blocks, const WireSegment *segment) {
  return fitsNarrow(text, blocks, segment);
}
int NAMED(fitsStraight)(const uint8_t *text, const uint8_t *blocks, const WireSegment *segment) {
  return fitsStraightNarrow(text, blocks, segment);
}
intptr_t NAMED(firstTag)(const uint32_t *words, uint32_t hash, uint32_t mask) {
  return wireFirstTag(words, hash, mask);
}
