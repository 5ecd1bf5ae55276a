// What a view has to be handed (§10.2), naively: a list of changed matches, each marked
// once, blinking if it was near the screen when it changed.

class ReferenceView {
  constructor(owner) {
    this.owner = owner;
    this.marked = [];
    this.near = [0, 0];
    this.made = [0, 0];
    this.asks = false;
    this.handedAt = -Infinity;
    /** Rows handed over whole since last looked, as [from, to). */
    this.rows = [];
  }

  newList() {
    this.marked = [];
    this.near = [0, 0];
    this.made = [0, 0];
    this.rows.push([0, this.owner.shown()]);
  }

  added(from) {
    const to = this.owner.shown();
    this.marked = this.marked.filter(({ match }) => {
      const row = this.owner.list.indexOf(match);
      return row < from || row >= to;
    });
    this.rows.push([from, to]);
  }

  /** Marks a match; returns whether it was marked. */
  mark(match) {
    const row = this.owner.list.indexOf(match);
    const isNear = row >= this.near[0] && row < this.near[1];
    const former = this.marked.find((mark) => mark.match === match);
    if (former === undefined) this.marked.push({ match, blinks: isNear });
    else if (isNear) former.blinks = true;
    return former !== undefined;
  }

  ask({ near, made, next }) {
    const count = this.owner.list.length;
    this.made = [Math.max(0, made[0]), Math.min(count, made[1])];
    this.near = [Math.max(this.made[0], near[0]), Math.min(this.made[1], near[1])];
    this.asks = true;
    this.next = next;
  }

  waiting() {
    return this.marked.filter(({ match }) => {
      const row = this.owner.list.indexOf(match);
      return row >= this.made[0] && row < this.made[1];
    });
  }

  /** Looked at after each message and ask: whether a batch must come now. */
  isDue() {
    if (!this.asks || this.waiting().length === 0) return false;
    const { now } = this.owner.clock;
    if (now >= this.next - 4 || now - this.handedAt >= 50) return true;
    this.owner.due.frame ??= this.next - 4;
    return false;
  }

  /** Checks a batch (row, a, b, flags each) and takes its marks off; returns complaints. */
  take(batch) {
    const complaints = [];
    this.asks = false;
    this.handedAt = this.owner.clock.now;
    this.owner.never("frame");
    const isNear = (row) => row >= this.near[0] && row < this.near[1];
    const waiting = this.waiting();
    let far = 0;
    const taken = new Set();
    for (let at = 0; at < batch.length; at += 4) {
      const [row, a, b, flags] = batch.slice(at, at + 4);
      const mark = waiting.find(({ match }) => this.owner.list[row] === match);
      if (mark === undefined || taken.has(row)) {
        complaints.push(`row ${row} is in a batch and did not change`);
        continue;
      }
      taken.add(row);
      const { match } = mark;
      const expected = [match.a, match.b, (mark.blinks ? 1 : 0) + (match.suspended ? 2 : 0)];
      if (expected.join() !== [a, b, flags].join()) {
        complaints.push(`row ${row} is handed over as ${[a, b, flags]}, not ${expected}`);
      }
      if (!isNear(row)) far += 1;
      this.marked = this.marked.filter((one) => one !== mark);
    }
    for (const { match } of this.waiting()) {
      const row = this.owner.list.indexOf(match);
      if (isNear(row)) complaints.push(`row ${row} is near, changed, and not in the batch`);
      else if (far < 2) complaints.push(`row ${row} changed and there was room for it`);
    }
    if (far > 2) complaints.push(`${far} rows far away are in one batch`);
    return complaints;
  }
}
