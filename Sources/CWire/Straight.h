// Records of the most frequent shapes, for one set of instructions: see `Run.h`.

/// Reads the records from `run->position` on as long as they are of shapes that are read
/// without the loops of `record`: an id of 17 to 19 digits, an integer of 10 to 16, a
/// decimal with an end of at most 6 bytes, or none, and of the rest nothing varies but
/// the digits of texts. The first is expected to have the shape `number`. Returns whether
/// it read any; `result` is what comes behind them, as that of `wireRun`. Of
/// `run->key` and `run->booleans` it makes no use.
static WIRE_TARGET __attribute__((noinline)) int WIRE_(straight)(
    WireRun *run, int32_t number, int *result) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart, count = run->count;
  int64_t position = run->position;
  uint64_t *slots = run->slots + run->slotCount;
  WireRecord *record = run->records + run->recordCount;
  const uint64_t *const lastSlots = run->slots + run->slotCapacity - WireRecordSlotsMax;
  const WireRecord *const recordsEnd = run->records + run->recordCapacity;
  const WireRecord *const firstRecord = record;
  *result = WireRunOddRecord;
  for (;;) {
    WireShape *const shape = run->shapes + number;
    const WireSegment *segment = run->segments + shape->straight;
    const WireIndex *const index = run->indexes + shape->type;
    const uint8_t *const block = run->blocks + (int64_t)segment->firstBlock * 16;
    const WireRecord *const firstOfShape = record;
    int isOdd = 0;
    for (;;) {
      // What is known of the segment is read where it is needed: more than the registers
      // hold would be read before, and kept in memory, for mostly a single record.
      WIRE_FORGET(segment);
      if (slots > lastSlots || record == recordsEnd) {
        *result = WireRunFull;
        break;
      }
      const uint8_t *const text = WIRE_AT(position);
      const int64_t behind = position + segment->count;
      isOdd = 1;
      if (behind > count || !WIRE_(fitsStraight)(text, block, segment)) break;
      const WireDigits *const id = &segment->digits[0], *const time = &segment->digits[1];
      if (id->width <= 16) __builtin_unreachable();
      const uint64_t key = WIRE_(longNumber)(text + id->end, id->width);
      // Long before the end of the record, where it is needed.
      const uint32_t hash = wireHash(key);
      wirePrefetchBucket(index, hash);
      const uint64_t changed = wireNumberBefore(text + time->end, time->width);
      if ((key < wireMinimum[id->width]) | (changed < wireMinimum[time->width])) break;
      slots[time->rank] = changed;
      WIRE_(takeConstants)(run, segment, position, slots);
      int64_t last = behind;
      if (segment->kind == WireDecimal) {
        const WireNumber value = wireNumber(WIRE_AT(behind));
        if (value.count == 0) break;
        memcpy(&slots[segment->rank], &value.value, 8);
        last += value.count;
      }
      uint64_t word;
      memcpy(&word, WIRE_AT(last), 8);
      if ((word ^ segment->tail) & segment->tailMask) break;
      const uint32_t row = WIRE_(findRow)(index, hash);
      if (shape->needsWholeRow) WIRE_(prefetchWholeRow)(index, row);
      record->key = key;
      wireTakeShape(record, shape);
      record->booleans = shape->foldedBooleans;
      record->firstSlot = (uint32_t)(slots - run->slots);
      record->row = row;
      record++;
      slots += shape->slotCount;
      isOdd = 0;
      const int64_t recordEnd = last + segment->tailCount;
      const uint64_t next = word >> (8 * segment->tailCount);
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
    if (record != firstOfShape) {
      run->last = number;
      shape->hits += (uint32_t)(record - firstOfShape);
    }
    if (!isOdd) break;
    // Its first bytes tell whether it has another of these shapes.
    const WireCandidates *const candidates =
        wireCandidates(&run->opening, WIRE_AT(position), count - position);
    const int32_t other = candidates ? candidates->shapes[0] : -1;
    if (other < 0 || other == number || run->shapes[other].straight < 0) break;
    wireRaiseCandidate(&run->shapes[run->last].successors, other);
    number = other;
  }
  run->position = position;
  run->slotCount = slots - run->slots;
  run->recordCount = record - run->records;
  return record != firstRecord;
}
