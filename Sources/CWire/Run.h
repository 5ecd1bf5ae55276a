// `wireRun` and `wireFrame` for one set of instructions. What includes it defines
// WIRE_(name), which makes names of their own, WIRE_TARGET, the attributes of
// functions, and WIRE_(fits)(text, block, segment), which compares a segment's
// known bytes and digits with its blocks, as does WIRE_(fitsStraight) those of a record
// that is mostly one segment, and WIRE_(textStop)(text), which says where the first of
// the next WIRE_STOP_BYTES bytes is that ends a plain text: WIRE_STOP_BYTES if none does,
// and WIRE_(longNumber)(end, count), which reads digits as `wireLongNumberBefore`.

#define WIRE_NONE (-1)
#define WIRE_OBSERVED (-2)
/// Makes the compiler forget what it knows of a value.
#define WIRE_FORGET(value) __asm__ volatile("" : "+r"(value))

#include "Values.h"
#include "Records.h"
#include "Straight.h"

/// Goes on behind a separator that is no mere comma, if there is one.
static WIRE_TARGET __attribute__((noinline)) int WIRE_(passSeparator)(WireRun *run) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart;
  uint64_t next;
  memcpy(&next, WIRE_AT(run->position), 8);
  if ((next ^ run->separator) & run->separatorMask) return 0;
  run->position += run->separatorCount;
  wirePrefetchRun(run, run->position);
  return 1;
}

/// `nextMayBeStraight` is 0 if the first record has just turned out to fit no straight
/// shape that is likely.
static WIRE_TARGET int WIRE_(run)(WireRun *run, int nextMayBeStraight) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart, count = run->count;
  WireShape *const shapes = run->shapes;
  // The last two records, whose rows are looked for after two more are read, when
  // their buckets have come.
  WireRecord *unfound = 0, *older = 0;
  int result;
  for (;;) {
    WireCandidates *const successors = &shapes[run->last].successors;
    // First what usually follows, and then what begins like the record.
    const int32_t usual = successors->shapes[0];
    int mayBeStraight = nextMayBeStraight;
    nextMayBeStraight = 1;
    if (mayBeStraight && usual >= 0 && shapes[usual].straight >= 0) {
      if (WIRE_(straight)(run, usual, &result)) {
        if (result == WireRunOddSeparator && WIRE_(passSeparator)(run)) continue;
        if (result != WireRunOddRecord) break;
        nextMayBeStraight = 0;
        continue;
      }
      mayBeStraight = 0;
    }
    const int64_t position = run->position;
    WireCandidates *candidates =
        wireCandidates(&run->opening, WIRE_AT(position), count - position);
    if (!candidates) candidates = successors;
    int32_t found = candidates->shapes[0];
    // Where both are the same, the processor need not wait for the first bytes to go
    // on with what usually follows; without the barriers the compiler takes either.
    int32_t expected = usual, equal = usual;
    WIRE_FORGET(expected);
    WIRE_FORGET(equal);
    if (found == expected) {
      found = equal;
    } else if (mayBeStraight && found >= 0 && shapes[found].straight >= 0
               && WIRE_(straight)(run, found, &result)) {
      wireRaiseCandidate(successors, found);
      if (result == WireRunOddSeparator && WIRE_(passSeparator)(run)) continue;
      if (result != WireRunOddRecord) break;
      nextMayBeStraight = 0;
      continue;
    }
    if (run->slotCount + WireRecordSlotsMax > run->slotCapacity
        || run->recordCount == run->recordCapacity) {
      result = WireRunFull;
      break;
    }
    uint64_t *const slots = run->slots + run->slotCount;
    int64_t end = -1;
    if (found >= 0 && shapes[found].likely >= 0) {
      end = WIRE_(record)(run, run->segments + shapes[found].likely, position, slots);
      run->booleans |= shapes[found].foldedBooleans;
    }
    if (end < 0) {
      end = WIRE_(others)(run, candidates, successors, position, slots, &found);
      if (end < 0) {
        result = WireRunOddRecord;
        break;
      }
    }
    if (found != usual) wireRaiseCandidate(successors, found);
    run->last = found;
    WireShape *const shape = shapes + found;
    if (shape->hasEarlyTypeName) {
      slots[shape->slotCount - 1] =
          (uint64_t)(position + shape->typeNameOffset) << 32 | shape->typeNameCount;
    }
    // Enough of them to see which values are always the same.
    if (shape->straight < 0 && ++shape->hits == run->patience) {
      shape->observing = 255;
      wireSetLikely(shape);
    }
    const uint32_t hash = wireHash(run->key);
    wirePrefetchBucket(run->indexes + shape->type, hash);
    if (older) WIRE_(findRecordRow)(run, older);
    older = unfound;
    unfound = run->records + run->recordCount++;
    unfound->key = run->key;
    wireTakeShape(unfound, shape);
    unfound->booleans = run->booleans;
    unfound->firstSlot = (uint32_t)run->slotCount;
    unfound->row = hash;
    run->slotCount += shape->slotCount;
    uint64_t next;
    memcpy(&next, WIRE_AT(end), 8);
    if (((next ^ run->separator) & run->separatorMask) == 0) {
      run->position = end + run->separatorCount;
      wirePrefetchRun(run, end);
    } else if ((uint8_t)next == ']' && end < count) {
      run->position = end + 1;
      result = WireRunEnded;
      break;
    } else {
      run->position = end;
      result = WireRunOddSeparator;
      break;
    }
  }
  if (older) WIRE_(findRecordRow)(run, older);
  if (unfound) WIRE_(findRecordRow)(run, unfound);
  return result;
}

static WIRE_TARGET int WIRE_(frame)(WireFrame *frame, const uint8_t *text, int64_t count) {
  wirePrefetchText(text, 0, count < WirePrefetchBytes ? count : WirePrefetchBytes);
  const WireSegment *const head = &frame->head, *const tail = &frame->tail;
  const int64_t tailStart = count - tail->count;
  uint64_t word;
  memcpy(&word, text + count - 8, 8);
  if (((word ^ tail->tail) & tail->tailMask) != 0 || head->count >= tailStart
      || text[head->count] != '{')
    return WireFrameDeparts;
  if (!WIRE_(fits)(text, frame->headBlocks, head)) return WireFrameDeparts;
  uint8_t *const padding = frame->padding;
  memcpy(padding + 64, text + count - 64, 64);
  const WireDigits *digits = head->digits;
  const uint8_t *part = text;
  int64_t partStart = 0;
  if (tail->tailMask == 0) {
    // What is shorter than a block is compared with what is behind it.
    const uint8_t *const start = tail->count < 32 ? padding + 128 - tail->count : text + tailStart;
    if (!WIRE_(fits)(start, frame->tailBlocks, tail)) return WireFrameDeparts;
    if (tail->digitsCount > 0) {
      digits = tail->digits;
      part = start;
      partStart = tailStart;
    }
  }
  const uint64_t version = wireLongNumberBefore(part + digits->end, digits->width);
  if (version < wireMinimum[digits->width]) return WireFrameDeparts;
  frame->version = version;
  frame->versionText = (uint64_t)(partStart + digits->end - digits->width) << 32 | digits->width;
  WireRun *const run = &frame->run;
  run->base = text;
  run->endBase = padding + 128 - count;
  run->endStart = count - 64;
  run->count = count;
  run->position = head->count;
  run->slotCount = 0;
  run->recordCount = 0;
  run->prefetched = count <= WirePrefetchBytes ? INT64_MAX : WirePrefetchBytes;
  // Frames of straight records alone, which are the most of them, need no run.
  const int32_t usual = run->shapes[run->last].successors.shapes[0];
  int result = WireRunOddRecord;
  int mayBeStraight = 1;
  if (usual >= 0 && run->shapes[usual].straight >= 0) {
    WIRE_(straight)(run, usual, &result);
    mayBeStraight = result == WireRunOddSeparator && WIRE_(passSeparator)(run);
  }
  if (mayBeStraight || result == WireRunOddRecord) result = WIRE_(run)(run, mayBeStraight);
  frame->result = result;
  if (result == WireRunEnded)
    return run->position == tailStart + 1 ? WireFrameRead : WireFrameDeparts;
  // Where space is before the bracket, that is part of the tail.
  return result == WireRunOddSeparator && run->position == tailStart
      ? WireFrameRead : WireFrameBegun;
}

#undef WIRE_AT
#undef WIRE_STOP_BYTES
#undef WIRE_NONE
#undef WIRE_OBSERVED
#undef WIRE_FORGET
