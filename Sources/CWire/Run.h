// `wireRun` and `wireFrame` for one set of instructions. What includes it defines
// WIRE_(name), which makes names of their own, WIRE_TARGET, the attributes of
// functions, and WIRE_(fits)(text, blocks, segment), which compares a segment's
// known bytes and digits.

#define WIRE_AT(position) (((position) < endStart ? base : endBase) + (position))

/// Passes text up to its closing quote. Returns the position of the quote,
/// negative for text that Swift has to look at.
static WIRE_TARGET inline __attribute__((always_inline)) int64_t WIRE_(textEnd)(
    const WireRun *run, int64_t position) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart;
  intptr_t stop;
  do {
    if (position >= run->count) return -1;
    stop = wireFirst(wireTextStops(WIRE_AT(position)));
    position += stop;
  } while (stop == 16);
  return *WIRE_AT(position) == '"' ? position : -1;
}

/// The bytes of `true`, `false` or `null` at the start of a word; 0: another.
WIRE_INLINE int wireLiteral(uint64_t word) {
  if ((word & 0xFFFFFFFF) == 0x65757274) return 4;
  if ((word & 0xFFFFFFFFFF) == 0x65736C6166) return 5;
  if ((word & 0xFFFFFFFF) == 0x6C6C756E) return 4;
  return 0;
}

/// Passes a value that is kept as it is, or ignored: text, a number, a literal or
/// an empty array. Returns its end, negative for others.
static WIRE_TARGET inline __attribute__((always_inline)) int64_t WIRE_(valueEnd)(
    const WireRun *run, int64_t position) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart;
  const uint8_t *const value = WIRE_AT(position);
  if (*value == '"') {
    const int64_t quote = WIRE_(textEnd)(run, position + 1);
    return quote < 0 ? -1 : quote + 1;
  }
  if ((uint8_t)(*value - '0') < 10) {
    const intptr_t width = wireFirst(wireNoDigits(value));
    if (width == 16 || (*value == '0' && width > 1)) return -1;
    if (value[width] != '.' && (value[width] | 0x20) != 'e') return position + width;
    const WireNumber number = wireNumber(value);
    if (number.count == 0 || (value[number.count] | 0x20) == 'e') return -1;
    return position + number.count;
  }
  uint64_t word;
  memcpy(&word, value, 8);
  const int count = wireLiteral(word);
  if (count) return position + count;
  return (word & 0xFFFF) == 0x5D5B ? position + 2 : -1;
}

/// Compares the known part of a segment and reads the digits in it.
static WIRE_TARGET inline __attribute__((always_inline)) int WIRE_(known)(
    const WireRun *run, const WireSegment *segment, int64_t position, const uint8_t *text,
    uint64_t *slots, uint64_t *key) {
  if (segment->tailMask) {
    uint64_t word;
    memcpy(&word, text, 8);
    return ((word ^ segment->tail) & segment->tailMask) == 0;
  }
  if (position + segment->count > run->count) return 0;
  if (!WIRE_(fits)(text, run->blocks + (int64_t)segment->firstBlock * 16, segment)) return 0;
  for (int i = 0; i < segment->digitsCount; i++) {
    const WireDigits *const digits = &segment->digits[i];
    const uint64_t value = wireLongNumberBefore(text + digits->end, digits->width);
    if (value < digits->minimum) return 0;
    if (digits->kind == WireID) *key = value;
    else if (digits->kind == WireInteger) slots[digits->rank] = value;
    else if (value != *key) return 0;
  }
  const WireConstant *constant = run->constants + segment->firstConstant;
  for (int i = 0; i < segment->constantCount; i++, constant++) {
    slots[constant->rank] = constant->offset < 0
        ? constant->word
        : (uint64_t)(position + constant->offset) << 32 | constant->word;
  }
  return 1;
}

/// Reads the record at `start` by the segments from `first` on. Returns its end,
/// negative if it does not fit.
static WIRE_TARGET inline __attribute__((always_inline)) int64_t WIRE_(record)(
    WireRun *run, int32_t first, const int64_t start, uint64_t *slots, uint64_t *keyOut,
    uint32_t *booleansOut) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart;
  int64_t position = start;
  uint64_t key = ~0ull;
  uint32_t booleans = 0;
  for (const WireSegment *segment = run->segments + first;; segment++) {
    if (!WIRE_(known)(run, segment, position, WIRE_AT(position), slots, &key)) return -1;
    position += segment->count;
    switch (segment->kind) {
      case WireEnd:
        if (position > run->count) return -1;
        *keyOut = key;
        *booleansOut = booleans;
        return position;
      case WireDecimal: {
        const WireNumber number = wireNumber(WIRE_AT(position));
        if (number.count == 0) return -1;
        memcpy(&slots[segment->rank], &number.value, 8);
        position += number.count;
        break;
      }
      case WireText: {
        const int64_t end = WIRE_(textEnd)(run, position);
        if (end < 0) return -1;
        slots[segment->rank] = (uint64_t)position << 32 | (uint64_t)(end - position);
        position = end + 1;
        break;
      }
      case WireBoolean: {
        uint64_t word;
        memcpy(&word, WIRE_AT(position), 8);
        const int count = wireLiteral(word);
        if (count == 0 || (uint8_t)word == 'n') return -1;
        if ((uint8_t)word == 't') booleans |= 1u << segment->property;
        position += count;
        break;
      }
      case WireIgnored: {
        position = WIRE_(valueEnd)(run, position);
        if (position < 0) return -1;
        break;
      }
      case WireReferenceValue: {
        const int64_t end = WIRE_(valueEnd)(run, position);
        if (end < 0) return -1;
        slots[segment->rank] =
            (uint64_t)(position - segment->nameOffset) << 32 | segment->nameCount;
        slots[segment->rank + 1] = *WIRE_AT(position) == 'n'
            ? ~0ull : (uint64_t)position << 32 | (uint64_t)(end - position);
        position = end;
        break;
      }
      case WireInteger:
      case WireID:
      case WireRepeatedID: {
        const uint8_t *const text = WIRE_AT(position);
        const intptr_t width = wireFirst(wireNoDigits(text));
        if (width == 0 || width == 16 || (*text == '0' && width > 1)) return -1;
        const uint64_t value = wireNumberBefore(text + width, width);
        if (segment->kind == WireInteger) slots[segment->rank] = value;
        else if (segment->kind == WireID) key = value;
        else if (value != key) return -1;
        position += width;
        break;
      }
      default:
        return -1;
    }
  }
}

/// `record` for the most frequent shape, without its loops: an id of 17 to 19
/// digits, an integer of 10 to 16, a decimal, and an end of at most 6 bytes.
/// `next` is given the bytes behind.
static WIRE_TARGET inline __attribute__((always_inline)) int64_t WIRE_(price)(
    const uint8_t *base, const uint8_t *endBase, int64_t endStart, int64_t count,
    const uint8_t *blocks, const WireSegment *segment, const WireIndex *index,
    int64_t position, uint64_t *slots, uint64_t *keyOut, uint32_t *hash, uint64_t *next) {
  const uint8_t *const text = WIRE_AT(position);
  const int64_t behind = position + segment->count;
  if (behind > count) return -1;
  if (!WIRE_(fits)(text, blocks + (int64_t)segment->firstBlock * 16, segment)) return -1;
  const WireDigits *const id = &segment->digits[0], *const integer = &segment->digits[1];
  const uint8_t *const end = text + id->end;
  // The first digits of the id, of which there are at most three, stand before
  // its last sixteen.
  uint32_t high;
  memcpy(&high, end - 20, 4);
  high = (high ^ 0x30303030) & (uint32_t)segment[1].digits[0].minimum;
  const uint64_t few = (high >> 8 & 0xFF) * 100 + (high >> 16 & 0xFF) * 10 + (high >> 24);
  const uint64_t key = wireNumberBefore(end, 16) + few * 10000000000000000ull;
  // Long before the end of the record, where it is needed.
  *hash = wireHash(key);
  wirePrefetchBucket(index, *hash);
  const uint64_t time = wireNumberBefore(text + integer->end, integer->width);
  if ((key < id->minimum) | (time < integer->minimum)) return -1;
  slots[integer->rank] = time;
  const WireNumber number = wireNumber(WIRE_AT(behind));
  if (number.count == 0) return -1;
  memcpy(&slots[segment->rank], &number.value, 8);
  const int64_t last = behind + number.count;
  uint64_t word;
  memcpy(&word, WIRE_AT(last), 8);
  if ((word ^ segment[1].tail) & segment[1].tailMask) return -1;
  *keyOut = key;
  *next = word >> (8 * segment[1].count);
  return last + segment[1].count;
}

/// Reads the record at `position` by one of the shapes that followed `shape`.
/// Returns its end and which shape it had, negative if it fits none.
///
/// Those in which values are constant are tried before, as they are the
/// cheapest and mostly right.
static WIRE_TARGET int64_t WIRE_(successor)(
    WireRun *run, int32_t *successors, int64_t position, uint64_t *slots, uint64_t *key,
    uint32_t *booleans, int32_t *found) {
  for (int pass = 0; pass < 2; pass++) {
    for (int candidate = 0; candidate < WireSuccessors; candidate++) {
      if (successors[candidate] < 0) break;
      WireShape *const shape = run->shapes + successors[candidate];
      if (shape->observing) {
        if (pass == 0) continue;
        // Swift has to look at it.
        return -1;
      }
      const int isFolded = shape->folded >= 0;
      // Without constants there is nothing to try first, but it is as cheap.
      if (pass == 1 && !isFolded) continue;
      const int32_t first = pass == 0 && isFolded ? shape->folded : shape->first;
      if (first < 0) continue;
      const int64_t end = WIRE_(record)(run, first, position, slots, key, booleans);
      if (end < 0) continue;
      if (pass == 0 && isFolded) {
        *booleans |= shape->foldedBooleans;
      } else if (pass == 1 && ++shape->misses >= 32) {
        // Constants that are mostly others cost more than they save.
        if (shape->misses > shape->hits / 4) {
          shape->folded = -1;
          shape->hits = 0;
        }
        shape->misses = 0;
      }
      *found = successors[candidate];
      if (candidate > 0) {
        successors[candidate] = successors[candidate - 1];
        successors[candidate - 1] = *found;
      }
      return end;
    }
  }
  return -1;
}

static WIRE_TARGET int WIRE_(run)(WireRun *run) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart, count = run->count;
  WireShape *const shapes = run->shapes;
  int64_t position = run->position, last = run->last;
  int64_t slotCount = run->slotCount, recordCount = run->recordCount;
  // What is before has been asked for with the frame, or by the run before, or is
  // the little that a long frame begins with.
  int64_t prefetched = position + WirePrefetchBytes - 64;
  int result;
  for (;;) {
    if (prefetched < count && prefetched < position + WirePrefetchBytes)
      prefetched = wirePrefetchText(base, prefetched, position + WirePrefetchBytes);
    if (slotCount + WireRecordSlotsMax > run->slotCapacity
        || recordCount == run->recordCapacity) {
      result = WireRunFull;
      break;
    }
    uint64_t *const slots = run->slots + slotCount;
    int32_t *const successors = shapes[last].successors;
    uint64_t key, next;
    uint32_t hash, booleans = 0;
    int32_t found = successors[0];
    int64_t end = -1;
    if (found >= 0 && shapes[found].price >= 0) {
      end = WIRE_(price)(base, endBase, endStart, count, run->blocks,
                         run->segments + shapes[found].price,
                         run->indexes + shapes[found].type, position, slots, &key, &hash,
                         &next);
    }
    if (end < 0) {
      end = WIRE_(successor)(run, successors, position, slots, &key, &booleans, &found);
      if (end < 0) {
        result = WireRunOddRecord;
        break;
      }
      memcpy(&next, WIRE_AT(end), 8);
      hash = wireHash(key);
    }
    WireShape *const shape = shapes + found;
    last = found;
    if (shape->isReference) {
      slots[shape->slotCount - 1] =
          (uint64_t)(position + shape->typeNameOffset) << 32 | shape->typeNameCount;
    }
    // Enough of them to see which values are always the same.
    if (shape->price < 0 && ++shape->hits == run->patience) shape->observing = 255;
    run->records[recordCount++] = (WireRecord){
        key, shape->present, shape->cleared, booleans, (uint32_t)slotCount,
        shape->operation, shape->type, wireFindRow(run->indexes + shape->type, hash)};
    slotCount += shape->slotCount;
    if ((next & 0xFFFF) == 0x7B2C) {
      position = end + 1;
    } else if ((next & 0xFF) == ']' && end < count) {
      position = end + 1;
      result = WireRunEnded;
      break;
    } else {
      position = end;
      result = WireRunOddSeparator;
      break;
    }
  }
  run->position = position;
  run->last = last;
  run->slotCount = slotCount;
  run->recordCount = recordCount;
  return result;
}

static WIRE_TARGET int WIRE_(frame)(WireFrame *frame, const uint8_t *text, int64_t count) {
  wirePrefetchText(text, 0, count < WirePrefetchBytes ? count : WirePrefetchBytes);
  const WireSegment *const head = &frame->head;
  if (text[count - 1] != frame->tail || text[head->count] != '['
      || text[head->count + 1] != '{')
    return WireFrameDeparts;
  if (!WIRE_(fits)(text, frame->headBlocks, head)) return WireFrameDeparts;
  const WireDigits *const digits = &head->digits[0];
  const uint64_t version = wireLongNumberBefore(text + digits->end, digits->width);
  if (version < digits->minimum) return WireFrameDeparts;
  frame->version = version;
  memcpy(frame->padding + 64, text + count - 64, 64);
  WireRun *const run = &frame->run;
  run->base = text;
  run->endBase = frame->padding + 128 - count;
  run->endStart = count - 64;
  run->count = count;
  run->position = head->count + 1;
  run->slotCount = 0;
  run->recordCount = 0;
  frame->result = WIRE_(run)(run);
  if (frame->result != WireRunEnded) return WireFrameBegun;
  return run->position == count - 1 ? WireFrameRead : WireFrameDeparts;
}

#undef WIRE_AT
