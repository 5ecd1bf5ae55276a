// Values in gaps, for one set of instructions: see `Run.h`.

#define WIRE_AT(position) (((position) < endStart ? base : endBase) + (position))

/// Finds the row of a hash, or some other if it is not found at first sight, and
/// asks for its line.
static WIRE_TARGET inline __attribute__((always_inline)) uint32_t WIRE_(findRow)(
    const WireIndex *index, uint32_t hash) {
  const uint32_t mask = index->mask;
  // Those at the end of the table have fewer behind them, and are found all the same.
  const uint32_t last = mask - (WireBucketsAtOnce - 1), home = hash & mask;
  const uint32_t *const buckets = index->buckets + (home < last ? home : last);
  // The highest bit of a row is never set: see `IDTable`.
  const uint32_t row = buckets[wireFirstTag(buckets, hash, index->noTag)] & mask >> 1;
  __builtin_prefetch(index->lines + (uint64_t)row * index->lineBytes);
  return row;
}

/// Asks for the rest of a row, where more than its numbers is needed.
static WIRE_TARGET inline __attribute__((always_inline)) void WIRE_(prefetchWholeRow)(
    const WireIndex *index, uint64_t row) {
  __builtin_prefetch(index->structures + row * index->structureBytes);
  __builtin_prefetch(index->cells + row * index->cellBytes);
}

/// Finds the row of a record that has its hash there, and asks for what it needs.
static WIRE_TARGET inline __attribute__((always_inline)) void WIRE_(findRecordRow)(
    const WireRun *run, WireRecord *record) {
  const WireIndex *const index = run->indexes + record->type;
  const uint64_t row = WIRE_(findRow)(index, record->row);
  record->row = (uint32_t)row;
  if (record->needsWholeRow) WIRE_(prefetchWholeRow)(index, row);
}

/// Passes text up to its closing quote. Returns the position of the quote,
/// negative for text that Swift has to look at. The zeros behind all text end it.
static WIRE_TARGET inline __attribute__((always_inline)) int64_t WIRE_(textEnd)(
    const uint8_t *base, const uint8_t *endBase, int64_t endStart, int64_t position) {
  const uint8_t *text;
  intptr_t stop;
  do {
    text = WIRE_AT(position);
    stop = WIRE_(textStop)(text);
    position += stop;
  } while (stop == WIRE_STOP_BYTES);
  return __builtin_expect(text[stop] == '"', 1) ? position : -1;
}

/// Passes a value that is kept as it is, or ignored: text, a number, a literal or
/// an empty array. Returns its end, negative for others.
static WIRE_TARGET inline __attribute__((always_inline)) int64_t WIRE_(valueEnd)(
    const uint8_t *base, const uint8_t *endBase, int64_t endStart, int64_t position) {
  const uint8_t *const value = WIRE_AT(position);
  if (*value == '"') {
    const int64_t quote = WIRE_(textEnd)(base, endBase, endStart, position + 1);
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
