// The odds of all known matches, in typed arrays by row; a row is a match's place in the
// list. A table keeps its rows: another list is another table. Finding a match is O(1),
// and applying an update allocates nothing. Owned by the worker's thread.

/** What became of an update. */
export const STALE = 0;
export const UNCHANGED = 1;
export const CHANGED = 2;
/** Changed, and the row's former change had not been handed to the view yet. */
export const COALESCED = 3;

/** Bits of a row's mark: it changed; it changed while near the screen, so it blinks. */
const DIRTY = 1;
const BLINK = 2;

export class OddsTable {
  /** `matches` sorted, as `matchesFrom` makes them. */
  constructor(matches) {
    const count = matches.length;
    this.matches = matches;
    this.count = count;
    this.a = new Int32Array(count);
    this.b = new Int32Array(count);
    this.suspended = new Uint8Array(count);
    this.seq = new Float64Array(count).fill(-1);
    this.marks = new Uint8Array(count);
    this.rows = new Map();
    for (let row = 0; row < count; row += 1) this.rows.set(matches[row].matchID, row);
    /** Rows near the screen, [from, to): their changes blink. */
    this.nearFrom = 0;
    this.nearTo = 0;
    /** Rows that the view has elements of, [from, to). */
    this.madeFrom = 0;
    this.madeTo = 0;
    /** Marked rows among those that have elements. */
    this.waiting = 0;
  }

  /** -1 for a match that the table has not. */
  rowOf(matchID) {
    return this.rows.get(matchID) ?? -1;
  }

  /** Takes an update of a row if it is newer; says what became of it. O(1). */
  apply(row, a, b, seq, suspended) {
    if (seq <= this.seq[row]) return STALE;
    this.seq[row] = seq;
    if (this.a[row] === a && this.b[row] === b && this.suspended[row] === suspended) {
      return UNCHANGED;
    }
    this.a[row] = a;
    this.b[row] = b;
    this.suspended[row] = suspended;
    const mark = this.marks[row];
    const near = row >= this.nearFrom && row < this.nearTo;
    this.marks[row] = mark | (near ? DIRTY | BLINK : DIRTY);
    if (mark !== 0) return COALESCED;
    if (row >= this.madeFrom && row < this.madeTo) this.waiting += 1;
    return CHANGED;
  }

  /** The view's new ranges. O(rows with elements). */
  look(nearFrom, nearTo, madeFrom, madeTo) {
    this.madeFrom = Math.max(0, madeFrom);
    this.madeTo = Math.min(this.count, madeTo);
    this.nearFrom = Math.max(this.madeFrom, nearFrom);
    this.nearTo = Math.min(this.madeTo, nearTo);
    this.waiting = 0;
    for (let row = this.madeFrom; row < this.madeTo; row += 1) {
      if (this.marks[row] !== 0) this.waiting += 1;
    }
  }

  /** Whether the row is marked. */
  isMarked(row) {
    return this.marks[row] !== 0;
  }

  /** Takes a row's mark off; returns whether its change blinks. */
  unmark(row) {
    const mark = this.marks[row];
    if (mark === 0) return false;
    this.marks[row] = 0;
    if (row >= this.madeFrom && row < this.madeTo) this.waiting -= 1;
    return (mark & BLINK) !== 0;
  }

  /** The greatest `seq` of all rows, or -1. O(rows). */
  seqMost() {
    let most = -1;
    for (const seq of this.seq) if (seq > most) most = seq;
    return most;
  }

  /** Forgets how new the odds are: a server that began anew counts from 0 again. */
  forgetSeqs() {
    this.seq.fill(-1);
  }
}
