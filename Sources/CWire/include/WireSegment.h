// What is known of a stretch of a record, and what follows it.

#ifndef WIRE_SEGMENT_H
#define WIRE_SEGMENT_H

#include <stdint.h>

/// What a gap holds: the raw values of `GapKind`.
enum {
  WireID,
  WireRepeatedID,
  WireText,
  WireInteger,
  WireDecimal,
  WireBoolean,
  WireNull,
  WireIgnored,
  WireReferenceValue,
  WireEnd
};

/// Digits of a known width at a known place of a segment.
typedef struct {
  /// Where the digits end, from the segment's start.
  uint16_t end;
  uint8_t width;
  /// Among the record's slots.
  uint8_t rank;
  uint8_t kind;
} WireDigits;

/// A value that is the same in all records of the segment.
typedef struct {
  /// Of a text, its length and, above, where it begins, from the segment's start.
  uint64_t word;
  uint32_t rank;
  /// 1 of a text, else 0.
  uint32_t isText;
} WireConstant;

enum { WireSegmentDigitsMax = 3, WireSegmentBytesMax = 1 << 15 };

/// A stretch of known bytes, with digits at known places, and the gap behind it. As
/// long as a line of a cache.
typedef struct {
  /// Template and bias of each block, in units of 16 bytes: first the block that
  /// ends with the segment, then those from its start on.
  uint32_t firstBlock;
  uint32_t firstConstant;
  /// In bytes.
  uint16_t count;
  /// The blocks but for the one that ends with the segment, and where that begins.
  uint16_t blockCount, lastBlock;
  /// For a reference value: how long its name is, and how far before the gap it
  /// begins.
  uint16_t nameCount, nameOffset;
  WireDigits digits[WireSegmentDigitsMax];
  uint8_t digitsCount, constantCount;
  /// Whether it has digits or constants.
  uint8_t hasValues;
  /// Of the gap.
  uint8_t kind, rank, property;
  /// How many bytes of `tail` are behind a gap that a straight shape ends with.
  uint8_t tailCount;
  /// Which bytes of the block that ends with the segment are the segment's: all but
  /// where it is shorter.
  uint32_t lastMask;
  /// A segment of at most 8 bytes behind which the record ends, as a word; of a straight
  /// shape also what is behind its gap.
  uint64_t tail, tailMask;
} WireSegment;

#endif
