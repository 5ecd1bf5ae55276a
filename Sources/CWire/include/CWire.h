// Reads the records of frames that are like those before. What is known of them
// is compiled into segments (see `SkeletonTree+Compiling.swift`); here they are only
// followed. Nothing is reported but "does not fit": the parser in Swift then reads
// the record from its start.
//
// The same source is compiled for several sets of instructions: plain C, which
// the others are tested against, SSE2 or NEON, and AVX2. Tests hold them against
// each other, and `make kernels-test` what they are made of, on ARM, too.

#ifndef C_WIRE_H
#define C_WIRE_H

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
  /// The smallest number of that width, so that leading zeros do not fit.
  uint64_t minimum;
  /// Where the digits end, from the segment's start.
  int32_t end;
  uint8_t width;
  /// Among the record's slots.
  uint8_t rank;
  uint8_t kind;
} WireDigits;

/// A value that is the same in all records of the segment.
typedef struct {
  /// Of a text, where it begins, from the segment's start; negative: `word` is the
  /// value itself.
  int32_t offset;
  int32_t rank;
  /// Of a text, its length.
  uint64_t word;
} WireConstant;

enum { WireSegmentDigitsMax = 3 };

/// A stretch of known bytes, with digits at known places, and the gap behind it.
typedef struct {
  /// Template and bias of each block, in units of 16 bytes: first the block that
  /// ends with the segment, then those from its start on.
  int32_t firstBlock;
  /// In bytes.
  int32_t count;
  /// The blocks but for the last one.
  int32_t blockCount;
  /// Where the last block begins.
  int32_t lastBlock;
  /// Blocks of 32 bytes instead, the last one included; 0: blocks have 16.
  int32_t wideBlockCount;
  int32_t firstConstant;
  /// For a reference value: how long its name is, and how far before the gap it
  /// begins.
  uint32_t nameCount, nameOffset;
  /// A segment of at most 8 bytes behind which the record ends, as a word.
  uint64_t tail, tailMask;
  WireDigits digits[WireSegmentDigitsMax];
  uint8_t digitsCount, constantCount;
  /// Of the gap.
  uint8_t kind, rank, property;
} WireSegment;

/// As `BatchRecord`.
typedef struct {
  uint64_t key;
  uint32_t present, cleared, booleans, firstSlot;
  uint8_t operation, type;
  /// Where the entity probably is.
  uint32_t row;
} WireRecord;

/// Where rows of one type are looked for: see `IDTable` and `RowLayout`. Valid for
/// as long as nothing is added.
typedef struct {
  const uint32_t *buckets;
  const uint8_t *lines;
  uint32_t mask, lineBytes;
} WireIndex;

/// The types of entities.
enum { WireTypes = 7 };

/// One for each type, where nothing is found.
const WireIndex *wireNoIndexes(void);

/// See `mixedHash`.
static inline __attribute__((always_inline)) uint32_t wireHash(uint64_t key) {
  const unsigned __int128 product =
      (unsigned __int128)(key ^ 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  const uint64_t folded = (uint64_t)(product >> 64) ^ (uint64_t)product;
  return (uint32_t)(folded ^ folded >> 32);
}

/// Asks for the bucket of a hash.
static inline __attribute__((always_inline)) void wirePrefetchBucket(
    const WireIndex *index, uint32_t hash) {
  __builtin_prefetch(index->buckets + (hash & index->mask));
}

/// Finds the row of a hash, or some other if it is not found at first sight, and
/// asks for its line.
static inline __attribute__((always_inline)) uint32_t wireFindRow(
    const WireIndex *index, uint32_t hash) {
  const uint32_t mask = index->mask;
  const uint32_t bucket = index->buckets[hash & mask];
  const uint32_t next = index->buckets[(hash + 1) & mask];
  const uint32_t row = (((bucket ^ hash) & ~mask) == 0 ? bucket : next) & mask;
  __builtin_prefetch(index->lines + (uint64_t)row * index->lineBytes);
  return row;
}

enum { WireSuccessors = 4 };

/// What is known of the records of one shape.
typedef struct {
  /// The first of its segments; negative: it has none.
  int32_t first;
  /// The first of those in which values that did not vary are constant, which
  /// are tried before; negative: there are none.
  int32_t folded;
  /// The first of two segments in which only an id, an integer and a decimal
  /// vary; negative: the shape is another one.
  int32_t price;
  /// The shapes that followed, the likeliest first; negative: none.
  int32_t successors[WireSuccessors];
  uint32_t present, cleared, foldedBooleans;
  uint32_t typeNameOffset, typeNameCount;
  /// How often the shape was read since it was folded, and how often a folded
  /// value was another one.
  uint32_t hits, misses;
  uint8_t operation, type, slotCount, isReference;
  /// Records still to be looked at by Swift, to see which values vary.
  uint8_t observing;
} WireShape;

/// The sets of instructions.
enum { WirePlain, WireNative, WireWide };

/// Records in a row, and what they are read with and into.
typedef struct {
  /// The text, and its last bytes where more can be read, from `endStart` on.
  const uint8_t *base, *endBase;
  int64_t endStart, count, position;
  const WireSegment *segments;
  const uint8_t *blocks;
  const WireConstant *constants;
  WireShape *shapes;
  /// By type.
  const WireIndex *indexes;
  /// The shape of the record before.
  int64_t last;
  uint64_t *slots;
  int64_t slotCount, slotCapacity;
  WireRecord *records;
  int64_t recordCount, recordCapacity;
  int32_t instructions;
  /// After how many records of a shape Swift shall look which values vary.
  uint32_t patience;
} WireRun;

/// Why a run ended.
enum {
  /// Behind the bracket that closes the records.
  WireRunEnded,
  /// At a record that has no known shape.
  WireRunOddRecord,
  /// Behind a record, at bytes that are no separator in its usual form.
  WireRunOddSeparator,
  /// At a record for which there is no room.
  WireRunFull
};

/// The room that a run needs for the slots of one record.
enum { WireRecordSlotsMax = 128 };

/// Reads records as long as they fit, from `position` on, which is behind a
/// bracket or a comma.
int wireRun(WireRun *run);

/// What reading a whole frame needs beside the run of its records.
typedef struct {
  WireRun run;
  WireSegment head;
  const uint8_t *headBlocks;
  /// 192 bytes, the last 64 of them zero.
  uint8_t *padding;
  uint64_t version;
  /// How the run ended.
  int32_t result;
  /// The one byte behind the records.
  uint8_t tail;
} WireFrame;

enum {
  WireFrameDeparts,
  WireFrameRead,
  WireFrameBegun
};

/// The shortest frame that `wireFrame` reads.
enum { WireFrameBytesMin = 128 };

/// Reads a frame of at least `WireFrameBytesMin` bytes, if all of it fits.
///
/// Returns `WireFrameRead` then; `WireFrameBegun` if its head and the records up
/// to the run's position fit; else `WireFrameDeparts`, and of run and records
/// nothing is known.
int wireFrame(WireFrame *frame, const void *text, int64_t count);

/// The widest set of instructions that this machine has.
int wireInstructions(void);

/// How far ahead of a record the text is asked for. Records are read faster than
/// memory comes, and what is compared next depends on what was read.
enum { WirePrefetchBytes = 1536 };

/// Asks for text that will be read soon, from `start` to before `end`. Returns the
/// start of what was not asked for. It need not be readable.
static inline __attribute__((always_inline)) int64_t wirePrefetchText(
    const uint8_t *text, int64_t start, int64_t end) {
  for (; start < end; start += 64) __builtin_prefetch(text + start);
  return start;
}

#endif
