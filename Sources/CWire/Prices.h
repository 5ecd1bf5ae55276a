// Records of the most frequent shape, for one set of instructions: see `Run.h`.

/// Reads the records from `run->position` on by `shape`, without the loops of
/// `record`: an id of 17 to 19 digits, an integer of 10 to 16, a decimal, and an end
/// of at most 6 bytes. Returns whether it read any; `result` is what comes behind
/// them, as that of `wireRun`.
static WIRE_TARGET __attribute__((noinline)) int WIRE_(prices)(
    WireRun *run, const WireShape *shape, int *result) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart, count = run->count;
  const WireSegment *segment = run->segments + shape->price;
  const WireIndex *const index = run->indexes + shape->type;
  const uint8_t *const block = run->blocks + (int64_t)segment->firstBlock * 16;
  int64_t position = run->position;
  uint64_t *slots = run->slots + run->slotCount;
  WireRecord *record = run->records + run->recordCount;
  const uint64_t *const lastSlots = run->slots + run->slotCapacity - WireRecordSlotsMax;
  const WireRecord *const lastRecord = run->records + run->recordCapacity;
  const WireRecord *const firstRecord = record;
  *result = WireRunOddRecord;
  for (;;) {
    // What is known of the segment is read where it is needed: more than the registers
    // hold would be read before, and kept in memory, for mostly a single record.
    WIRE_FORGET(segment);
    if (slots > lastSlots || record == lastRecord) {
      *result = WireRunFull;
      break;
    }
    const uint8_t *const text = WIRE_AT(position);
    const int64_t behind = position + segment->count;
    if (behind > count || !WIRE_(fitsPrice)(text, block, segment)) break;
    const WireDigits *const id = &segment->digits[0], *const time = &segment->digits[1];
    if (id->width <= 16) __builtin_unreachable();
    const uint64_t key = WIRE_(longNumber)(text + id->end, id->width);
    // Long before the end of the record, where it is needed.
    const uint32_t hash = wireHash(key);
    wirePrefetchBucket(index, hash);
    const uint64_t changed = wireNumberBefore(text + time->end, time->width);
    if ((key < wireMinimum[id->width]) | (changed < wireMinimum[time->width])) break;
    slots[time->rank] = changed;
    const WireNumber number = wireNumber(WIRE_AT(behind));
    if (number.count == 0) break;
    memcpy(&slots[segment->rank], &number.value, 8);
    const int64_t last = behind + number.count;
    uint64_t word;
    memcpy(&word, WIRE_AT(last), 8);
    if ((word ^ segment[1].tail) & segment[1].tailMask) break;
    *record++ = (WireRecord){
        key, shape->present, shape->cleared, 0, (uint32_t)(slots - run->slots),
        shape->operation, shape->type, shape->needsWholeRow, shape->slotCount,
        WIRE_(findRow)(index, hash)};
    slots += shape->slotCount;
    const int64_t recordEnd = last + segment[1].count;
    const uint64_t next = word >> (8 * segment[1].count);
    position = recordEnd + 1;
    if ((next & 0xFFFF) != 0x7B2C) {
      *result = WireRunEnded;
      if ((next & 0xFF) == ']' && recordEnd < count) break;
      *result = WireRunOddSeparator;
      position = recordEnd;
      break;
    }
    wirePrefetchRun(run, position);
  }
  run->position = position;
  run->slotCount = slots - run->slots;
  run->recordCount = record - run->records;
  return record != firstRecord;
}
