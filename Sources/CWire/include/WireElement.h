// Reads elements of SportRadar's frames that are like those before. What is known of
// one is a row of steps, each some known bytes and what varies behind them. Nothing is
// reported but how many steps fit: Swift then tries another row, or reads the element
// from its start.

#ifndef WIRE_ELEMENT_H
#define WIRE_ELEMENT_H

#include <stdint.h>

/// What varies behind the known bytes of a step.
enum {
  /// Nothing: the element ends.
  WireGapNone,
  /// A number below `WireDottedEnd` without a leading zero, and `.1`: see `EntityKey`.
  WireGapID,
  /// Any number of digits up to some twenty, and `.1`, of no interest.
  WireGapPassedID,
  /// The text of an earlier gap once more.
  WireGapSame,
  /// Text of printable ASCII without escapes, of at most `WireGapTextMax` bytes, in a
  /// string of its own.
  WireGapText,
  /// The same in a path's brackets: it is not empty, and has no `|`.
  WireGapSelector,
  /// 1 to 15 digits in a string.
  WireGapDigits,
  /// 1 to 15 digits as a number, which has no leading zero.
  WireGapInteger,
  /// `true` or `false`.
  WireGapBoolean
};

enum { WireGapTextMax = 64 };

/// The longest gap, and what more of text than one is read at a time.
enum { WireGapMax = 72 };

/// See `EntityKey.dottedEnd`.
#define WireDottedEnd 2000000000000000000u

/// Some known bytes, of which 8 more than `count` can be read, and a gap. `earlier` is the
/// step whose gap is meant by `WireGapSame`.
typedef struct {
  const uint8_t *bytes;
  int32_t count;
  int16_t gap, earlier;
} WireElementStep;

/// What a gap has: its number, or where its text is, from the start of the element on.
typedef struct {
  uint64_t value;
  int32_t start, count;
} WireGapValue;

/// Reads steps of an element from `*position` on and moves that behind each one that
/// fits. Behind the longest element that could fit, `WireGapMax` bytes can be read.
///
/// Returns how many steps fit, those before `from` included.
int wireElement(const WireElementStep *steps, int from, int count, const uint8_t *text,
                int64_t *position, WireGapValue *values);

/// Asks for a line of the cache that will be read soon.
static inline __attribute__((always_inline)) void wirePrefetchLine(const void *line) {
  __builtin_prefetch(line);
}

#endif
