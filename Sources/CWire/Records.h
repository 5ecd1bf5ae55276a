// Records of any shape, for one set of instructions: see `Run.h`.

/// Takes the values that are the same in all records of a segment.
static WIRE_TARGET inline __attribute__((always_inline)) void WIRE_(takeConstants)(
    const WireRun *run, const WireSegment *segment, int64_t position, uint64_t *slots) {
  const WireConstant *constant = run->constants + segment->firstConstant;
#pragma clang loop unroll(disable)
  for (int i = segment->constantCount; i > 0; i--, constant++)
    slots[constant->rank] = constant->word + ((uint64_t)position << 32) * constant->isText;
}

/// Takes the values in the known part of a segment.
static WIRE_TARGET inline __attribute__((always_inline)) int WIRE_(values)(
    const WireRun *run, const WireSegment *segment, int64_t position, const uint8_t *text,
    uint64_t *slots, uint64_t *key) {
  const WireDigits *digits = segment->digits;
  for (int i = segment->digitsCount; i > 0; i--, digits++) {
    const uint64_t value = WIRE_(longNumber)(text + digits->end, digits->width);
    if (value < wireMinimum[digits->width]) return 0;
    if (digits->kind == WireID) *key = value;
    else if (digits->kind == WireInteger) slots[digits->rank] = value;
    else if (value != *key) return 0;
  }
  WIRE_(takeConstants)(run, segment, position, slots);
  return 1;
}

/// Reads the record at `position` by the segments from `first` on. Returns its end,
/// negative if it does not fit.
static WIRE_TARGET __attribute__((noinline)) int64_t WIRE_(record)(
    WireRun *run, const WireSegment *segment, int64_t position, uint64_t *slots) {
  const uint8_t *const base = run->base, *const endBase = run->endBase;
  const int64_t endStart = run->endStart;
  uint64_t key = ~0ull;
  uint32_t booleans = 0;
  for (;; segment++) {
    const uint8_t *const text = WIRE_AT(position);
    const int64_t behind = position + segment->count;
    if (behind > run->count) return -1;
    if (!WIRE_(fits)(text, run->blocks + (int64_t)segment->firstBlock * 16, segment)) return -1;
    if (segment->hasValues && !WIRE_(values)(run, segment, position, text, slots, &key))
      return -1;
    position = behind;
    switch (segment->kind) {
      case WireEnd:
        run->key = key;
        run->booleans = booleans;
        return position;
      case WireDecimal: {
        const WireNumber number = wireNumber(WIRE_AT(position));
        if (number.count == 0) return -1;
        memcpy(&slots[segment->rank], &number.value, 8);
        position += number.count;
        break;
      }
      case WireText: {
        const int64_t end = WIRE_(textEnd)(base, endBase, endStart, position);
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
        position = WIRE_(valueEnd)(base, endBase, endStart, position);
        if (position < 0) return -1;
        break;
      }
      case WireReferenceValue: {
        const int64_t end = WIRE_(valueEnd)(base, endBase, endStart, position);
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
        // No segment has another kind.
        __builtin_unreachable();
    }
  }
}

/// Reads the record at `position` by one of the candidates. Returns its end and which
/// shape it had, `WIRE_NONE` if it fits none, `WIRE_OBSERVED` if Swift has to look at
/// it, as it may have a shape of which records are observed. What is read first of
/// the shape `tried` is known not to fit.
///
/// Those in which values are constant are tried before, as they are the
/// cheapest and mostly right.
static WIRE_TARGET __attribute__((noinline)) int64_t WIRE_(any)(
    WireRun *run, WireCandidates *candidates, int32_t tried, int64_t position,
    uint64_t *slots, int32_t *found) {
  for (int pass = 0; pass < 2; pass++) {
    for (int candidate = 0; candidate < WireCandidatesMax; candidate++) {
      const int32_t number = candidates->shapes[candidate];
      if (number < 0) break;
      WireShape *const shape = run->shapes + number;
      if (shape->observing) {
        if (pass == 0) continue;
        return WIRE_OBSERVED;
      }
      const int isFolded = shape->folded >= 0;
      // Without constants there is nothing to try first, but it is as cheap.
      if (pass == 1 ? !isFolded : number == tried) continue;
      const int32_t first = pass == 0 && isFolded ? shape->folded : shape->first;
      if (first < 0) continue;
      const int64_t end = WIRE_(record)(run, run->segments + first, position, slots);
      if (end < 0) continue;
      if (pass == 0 && isFolded) {
        run->booleans |= shape->foldedBooleans;
      } else if (pass == 1 && ++shape->misses >= 32) {
        // Constants that are mostly others cost more than they save.
        if (shape->misses > shape->hits / 4) {
          if (shape->straight == shape->folded) shape->straight = -1;
          shape->folded = -1;
          shape->hits = 0;
          wireSetLikely(shape);
        } else {
          // Of what comes is counted anew; it is not to be looked at again.
          shape->hits = run->patience;
        }
        shape->misses = 0;
      }
      *found = number;
      if (candidate > 0) wireRaiseCandidate(candidates, number);
      return end;
    }
  }
  return WIRE_NONE;
}

/// Reads the record at `position` by one of the candidates, or of those that followed
/// the record before. As `any`.
static WIRE_TARGET __attribute__((noinline)) int64_t WIRE_(others)(
    WireRun *run, WireCandidates *candidates, WireCandidates *successors, int64_t position,
    uint64_t *slots, int32_t *found) {
  const int32_t tried = *found;
  int64_t end = WIRE_(any)(run, candidates, tried, position, slots, found);
  if (end == WIRE_NONE && candidates != successors) {
    end = WIRE_(any)(run, successors, tried, position, slots, found);
    if (end >= 0) wireAddCandidate(candidates, *found);
  }
  return end;
}
