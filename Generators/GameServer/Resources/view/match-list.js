// The list on the screen. Rows are kept by match: a row that stays keeps its element, and
// an update writes its cells alone. All that changes the document runs in an animation
// frame (but for the two renderings that exist to be compared with ours).

import { Anchor } from "./anchor.js";
import { ListModel } from "./list-model.js";
import { MatchRow } from "./match-row.js";
import { arrange } from "./stable-order.js";

/** From so many rows on only those near the screen have elements. */
const VIRTUAL_ROWS = 400;
const BLINKS = 1;
const SUSPENDED = 2;
const WIDTH = 4;

export class MatchList {
  constructor(element, geometry, blinks) {
    this.element = element;
    this.geometry = geometry;
    this.blinks = blinks;
    this.model = new ListModel();
    this.anchor = new Anchor(this);
    /** Rows by their place; those out of the made range are undefined. */
    this.rows = [];
    this.made = [0, 0];
    this.drawnFrom = 0;
    this.spare = [];
    /** The row at which Tab enters the list. */
    this.tabRow = null;
  }

  get isVirtual() {
    return this.model.count >= VIRTUAL_ROWS;
  }

  /** A new list, or rows that follow. */
  take(message, now) {
    const { model } = this;
    if (message.from > 0) {
      model.take(message);
      this.makeRange(now);
      return;
    }
    const anchored = message.top ? null : this.anchor.capture();
    const kept = new Map();
    for (const row of this.rows) if (row !== undefined) kept.set(row.matchID, row);
    model.take(message);
    this.rows = [];
    if (message.top) this.geometry.scrollTo(0);
    this.made = this.wantedRange(anchored);
    this.fill(kept, now);
    this.anchor.restore(anchored);
    if (this.isVirtual) this.makeRange(now);
  }

  wantedRange(anchored) {
    if (!this.isVirtual) return [0, this.model.count];
    const { geometry } = this;
    const row = anchored === null ? -1 : this.anchor.rowOf(anchored);
    if (row >= 0) geometry.scroll = geometry.topOf(row) - anchored.offset;
    return geometry.near(this.model.count);
  }

  /** Makes rows of those that came near, in an animation frame. */
  makeRange(now) {
    const range = this.isVirtual ? this.geometry.near(this.model.count) : [0, this.model.count];
    if (range[0] === this.made[0] && range[1] === this.made[1]) return;
    const kept = new Map();
    for (const row of this.rows) if (row !== undefined) kept.set(row.matchID, row);
    this.rows = [];
    this.made = range;
    this.fill(kept, now);
  }

  /** Rows for the made range: kept ones, spare ones, new ones; then their order. */
  fill(kept, now) {
    const { model, made, isVirtual } = this;
    const elements = [];
    const unbound = [];
    for (let index = made[0]; index < made[1]; index += 1) {
      const match = model.matches[index];
      const row = kept.get(match.matchID);
      if (row === undefined) {
        unbound.push(index);
        continue;
      }
      kept.delete(match.matchID);
      row.describe(match);
      this.write(row, match.a, match.b, match.suspended, true, now);
      this.rows[index] = row;
    }
    const focused = this.focusedRow(kept);
    for (const row of kept.values()) this.release(row);
    for (const index of unbound) {
      const row = this.spare.pop() ?? new MatchRow();
      row.bind(model.matches[index]);
      this.rows[index] = row;
    }
    for (let index = made[0]; index < made[1]; index += 1) {
      const row = this.rows[index];
      row.place(isVirtual ? index : null, model.count);
      elements.push(row.element);
    }
    this.space();
    arrange(this.element, elements);
    this.drawnFrom = made[0];
    this.keepFocus(focused);
  }

  release(row) {
    for (const cell of row.cells) this.blinks.forget(cell);
    if (this.isVirtual) this.spare.push(row);
  }

  /** Room for the rows that have no elements. */
  space() {
    const { element, geometry, made, model } = this;
    const lines = (rows) => Math.ceil(rows / geometry.columns) * geometry.rowHeight;
    const isPart = this.isVirtual && made[1] > made[0];
    element.style.paddingBlockStart = isPart ? `${lines(made[0])}px` : "";
    element.style.paddingBlockEnd = isPart ? `${lines(model.count - made[1])}px` : "";
  }

  /** The row that has the focus: its place, and whether it goes. */
  focusedRow(going) {
    const row = document.activeElement?.matchRow;
    if (row === undefined) return null;
    const place = [...this.element.children].indexOf(row.element);
    return { row, index: this.drawnFrom + place, goes: going.has(row.matchID) };
  }

  /** The focus stays on its row, or goes to the list, which keys enter at its place. */
  keepFocus(focused) {
    if (focused !== null) {
      const element = focused.goes ? this.element : focused.row.element;
      if (document.activeElement !== element) element.focus({ preventScroll: true });
    }
    if (this.rows.includes(this.tabRow)) return;
    const index = focused?.index ?? this.made[0];
    const row = this.rows[Math.min(this.made[1] - 1, Math.max(this.made[0], index))];
    if (row !== undefined) this.tabTo(row);
  }

  tabTo(row) {
    if (this.tabRow !== null) this.tabRow.element.tabIndex = -1;
    this.tabRow = row;
    row.element.tabIndex = 0;
  }

  /** Values of a batch: row, a, b, flags. */
  apply(batch, now) {
    const { rows } = batch;
    const { matches } = this.model;
    for (let at = 0; at < rows.length; at += WIDTH) {
      const index = rows[at];
      const match = matches[index];
      if (match === undefined) continue;
      match.a = rows[at + 1];
      match.b = rows[at + 2];
      match.suspended = (rows[at + 3] & SUSPENDED) !== 0;
      const row = this.rows[index];
      if (row === undefined) continue;
      this.write(row, match.a, match.b, match.suspended, (rows[at + 3] & BLINKS) !== 0, now);
    }
  }

  write(row, a, b, isSuspended, blinks, now) {
    const [cellA, cellB] = row.cells;
    const aRose = cellA.write(a, isSuspended);
    const bRose = cellB.write(b, isSuspended);
    if (!blinks) return;
    if (aRose !== 0) this.blinks.light(cellA, aRose > 0, now);
    if (bRose !== 0) this.blinks.light(cellB, bRose > 0, now);
  }

  /** Draws all rows in view anew: only to be compared with. */
  drawAnew(now) {
    const [from, to] = this.geometry.seen(this.model.count);
    for (let index = from; index < to; index += 1) {
      const old = this.rows[index];
      if (old === undefined) continue;
      const row = new MatchRow();
      row.bind(this.model.matches[index]);
      row.cells.forEach((cell, place) => {
        const former = old.cells[place];
        if (former.direction !== "") {
          this.blinks.light(cell, former.direction === "up", now);
          cell.litUntil = former.litUntil;
        }
        this.blinks.forget(former);
      });
      if (this.tabRow === old) this.tabTo(row);
      const hadFocus = document.activeElement === old.element;
      old.element.replaceWith(row.element);
      if (hadFocus) row.element.focus({ preventScroll: true });
      this.rows[index] = row;
    }
  }
}
