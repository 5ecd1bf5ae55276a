// Records of the most frequent shape, for one set of instructions: see `Run.h`.

/// Reads the records from `run->position` on by `shape`, without the loops of
/// `record`: an id of 17 to 19 digits, an integer of 10 to 16, a decimal, and an end
/// of at most 6 bytes. Returns whether it read any; `result` is what comes behind
/// them, as that of `wireRun`.
static WIRE_TARGET __attribute__((noinline)) int WIRE_(prices)(
    WireRun *run, const WireShape *shape, int *result) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart, count = run->count;
  const WireSegment *const segment = run->segments + shape->price;
  const WireIndex *const index = run->indexes + shape->type;
  const uint8_t *const block = run->blocks + (int64_t)segment->firstBlock * 16;
  const int idEnd = segment->digits[0].end, timeEnd = segment->digits[1].end;
  const uint64_t idMinimum = wireMinimum[segment->digits[0].width];
  const uint64_t timeMinimum = wireMinimum[segment->digits[1].width];
  const int idWidth = segment->digits[0].width, timeWidth = segment->digits[1].width;
  if (idWidth <= 16) __builtin_unreachable();
  int64_t position = run->position;
  uint64_t *slots = run->slots + run->slotCount;
  WireRecord *record = run->records + run->recordCount;
  const uint64_t *const lastSlots = run->slots + run->slotCapacity - WireRecordSlotsMax;
  const WireRecord *const lastRecord = run->records + run->recordCapacity;
  const WireRecord *const firstRecord = record;
  *result = WireRunOddRecord;
  for (;;) {
    if (slots > lastSlots || record == lastRecord) {
      *result = WireRunFull;
      break;
    }
    const uint8_t *const text = WIRE_AT(position);
    const int64_t behind = position + segment->count;
    if (behind > count || !WIRE_(fits)(text, block, segment)) break;
    const uint8_t *const end = text + idEnd;
    const uint64_t key = wireLongNumberBefore(end, idWidth);
    // Long before the end of the record, where it is needed.
    const uint32_t hash = wireHash(key);
    wirePrefetchBucket(index, hash);
    const uint64_t time = wireNumberBefore(text + timeEnd, timeWidth);
    if ((key < idMinimum) | (time < timeMinimum)) break;
    slots[segment->digits[1].rank] = time;
    const WireNumber number = wireNumber(WIRE_AT(behind));
    if (number.count == 0) break;
    memcpy(&slots[segment->rank], &number.value, 8);
    const int64_t last = behind + number.count;
    uint64_t word;
    memcpy(&word, WIRE_AT(last), 8);
    if ((word ^ segment[1].tail) & segment[1].tailMask) break;
    *record++ = (WireRecord){
        key, shape->present, shape->cleared, 0, (uint32_t)(slots - run->slots),
        shape->operation, shape->type, wireFindRow(index, hash)};
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
