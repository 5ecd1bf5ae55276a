// Cells that are lit because their odds changed. A cell that changes again stays lit from
// then on for the whole time, so none flashes faster than it can go out. No animation
// runs while a cell is lit: a class goes on, and off in a later frame.

/** With the fade that follows, within 600 ms. */
const LIT_MS = 450;
/** Without motion the sign alone stays for longer. */
const LIT_STILL_MS = 2_000;

export class Blinks {
  /** `requestDraw()` asks for a frame in which `goOut` is called. */
  constructor(requestDraw) {
    this.requestDraw = requestDraw;
    this.lit = new Set();
    this.timer = null;
    this.stillness = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** Lights a cell up from `now` on, in an animation frame. */
  light(cell, isUp, now) {
    cell.litUntil = now + (this.stillness.matches ? LIT_STILL_MS : LIT_MS);
    cell.blink(isUp ? "up" : "down");
    this.lit.add(cell);
  }

  /** Puts out the cells whose time is over, and wakes for the next. */
  goOut(now) {
    let next = Infinity;
    for (const cell of this.lit) {
      if (cell.litUntil <= now) {
        this.lit.delete(cell);
        cell.goOut();
      } else {
        next = Math.min(next, cell.litUntil);
      }
    }
    if (next === Infinity || this.timer !== null) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.requestDraw();
    }, next - now);
  }

  /** Of a row that is taken away. */
  forget(cell) {
    this.lit.delete(cell);
    cell.goOut();
  }

  /** Hidden: nothing runs. */
  rest() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
