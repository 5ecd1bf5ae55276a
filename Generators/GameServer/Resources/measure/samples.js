// Updates of rows in view that wait for their paint: a ring of typed arrays, in order of
// arrival, cut into batches. An update counts when the batch that carries it, or a newer
// value of its row, has been painted. Nothing is allocated per update. Pure.

export const CAPACITY = 1 << 16;
const BATCHES = 1 << 12;

const COLUMNS = ["at", "receivedAt", "readAt", "storedAt", "sentAt"];

export class Samples {
  constructor() {
    this.rows = new Int32Array(CAPACITY);
    for (const column of COLUMNS) this[column] = new Float64Array(CAPACITY);
    this.batchNumbers = new Float64Array(BATCHES);
    this.batchEnds = new Float64Array(BATCHES);
    this.batchHandedAt = new Float64Array(BATCHES);
    /** Updates without room, or whose row left the view. */
    this.lost = 0;
    this.clear();
  }

  /** Forgets all that waits: rows have other numbers. */
  clear() {
    this.first = 0;
    this.cut = 0;
    this.end = 0;
    this.firstBatch = 0;
    this.endBatch = 0;
  }

  add(row, at, receivedAt, readAt, storedAt, sentAt) {
    if (this.end - this.first === CAPACITY) {
      this.lost += 1;
      return;
    }
    const slot = this.end % CAPACITY;
    this.rows[slot] = row;
    this.at[slot] = at;
    this.receivedAt[slot] = receivedAt;
    this.readAt[slot] = readAt;
    this.storedAt[slot] = storedAt;
    this.sentAt[slot] = sentAt;
    this.end += 1;
  }

  /** A batch with the rows from `from` to `to` was handed over. */
  handOver(batch, at, from, to) {
    if (this.endBatch - this.firstBatch === BATCHES) this.firstBatch += 1;
    for (; this.cut < this.end; this.cut += 1) {
      const slot = this.cut % CAPACITY;
      if (this.rows[slot] >= from && this.rows[slot] < to) continue;
      this.rows[slot] = -1;
      this.lost += 1;
    }
    const slot = this.endBatch % BATCHES;
    this.batchNumbers[slot] = batch;
    this.batchEnds[slot] = this.end;
    this.batchHandedAt[slot] = at;
    this.endBatch += 1;
  }

  /** Calls `count(slot, handedAt)` for all that was painted with `batch` or before. */
  paint(batch, count) {
    while (this.firstBatch < this.endBatch) {
      const slot = this.firstBatch % BATCHES;
      if (this.batchNumbers[slot] > batch) return;
      for (; this.first < this.batchEnds[slot]; this.first += 1) {
        const sample = this.first % CAPACITY;
        if (this.rows[sample] >= 0) count(sample, this.batchHandedAt[slot]);
      }
      this.firstBatch += 1;
    }
  }
}
