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

#include <stddef.h>

#include "WireElement.h"
#include "WireIndex.h"
#include "WireSegment.h"
#include "WireShape.h"

/// As `BatchRecord`.
typedef struct {
  uint64_t key;
  uint32_t present, cleared, booleans, firstSlot;
  uint8_t operation, type;
  /// Those of the record's shape, which are copied with the others; padding there.
  uint8_t needsWholeRow, slotCount;
  /// Where the entity probably is.
  uint32_t row;
} WireRecord;

#define WIRE_SAME_PLACE(field, first)                       \
  _Static_assert(                                           \
      offsetof(WireShape, field) - offsetof(WireShape, first) \
          == offsetof(WireRecord, field) - offsetof(WireRecord, first), \
      "wireTakeShape copies them together")
WIRE_SAME_PLACE(cleared, present);
WIRE_SAME_PLACE(type, operation);
WIRE_SAME_PLACE(needsWholeRow, operation);
WIRE_SAME_PLACE(slotCount, operation);

_Static_assert(
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are compared with text as it stands");

/// Gives a record what it has of its shape: two words, copied at once.
static inline __attribute__((always_inline)) void wireTakeShape(
    WireRecord *record, const WireShape *shape) {
  memcpy((char *)record + offsetof(WireRecord, present),
         (const char *)shape + offsetof(WireShape, present), 8);
  memcpy((char *)record + offsetof(WireRecord, operation),
         (const char *)shape + offsetof(WireShape, operation), 4);
}

/// The sets of instructions.
enum { WirePlain, WireNative, WireWide };

/// Records in a row, and what they are read with and into.
typedef struct {
  /// The text, and its last bytes, from `endStart` on, where 64 zeros follow them. Before
  /// the text of a record 32 bytes can be read.
  const uint8_t *base, *endBase;
  int64_t endStart, count, position;
  const WireSegment *segments;
  const uint8_t *blocks;
  const WireConstant *constants;
  WireShape *shapes;
  WireOpening opening;
  /// By type.
  const WireIndex *indexes;
  /// The shape of the record before.
  int64_t last;
  /// Room for at least `WireRecordSlotsMax`.
  uint64_t *slots;
  int64_t slotCount, slotCapacity;
  WireRecord *records;
  int64_t recordCount, recordCapacity;
  /// Up to where the text has been asked for.
  int64_t prefetched;
  /// Of the record that `record` read last.
  uint64_t key;
  uint32_t booleans;
  int32_t instructions;
  /// After how many records of a shape Swift shall look which values vary.
  uint32_t patience;
  /// What stands between two records, with the second's bracket, as a word, and how
  /// many bytes it has without that bracket: a comma, and up to six of space.
  uint32_t separatorCount;
  uint64_t separator, separatorMask;
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
  /// What is before the first record, and what is behind the last one. One of them has
  /// the version. A tail of at most 8 bytes is in `tail.tail`, as the last bytes of a
  /// word.
  WireSegment head, tail;
  const uint8_t *headBlocks, *tailBlocks;
  /// 192 bytes, the last 64 of them zero.
  uint8_t *padding;
  uint64_t version;
  /// Where the version's digits begin, and how many they are.
  uint64_t versionText;
  /// How the run ended.
  int32_t result;
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
  // Two lines at a time, as one more than needed costs nothing.
  for (; start < end; start += 128) {
    __builtin_prefetch(text + start);
    __builtin_prefetch(text + start + 64);
  }
  return start;
}

/// Asks for as much of a run's text behind `position`.
static inline __attribute__((always_inline)) void wirePrefetchRun(
    WireRun *run, int64_t position) {
  if (run->prefetched >= position + WirePrefetchBytes) return;
  const int64_t end = position + WirePrefetchBytes;
  run->prefetched = wirePrefetchText(
      run->base, run->prefetched, end < run->count ? end : run->count);
  // Nothing is left to ask for.
  if (run->prefetched >= run->count) run->prefetched = INT64_MAX;
}

#endif
