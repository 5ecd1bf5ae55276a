// What a frame of the view gets. The view asks once a frame and says which rows it has
// and which are near the screen; it gets those that changed, of the near ones all, of
// the others a few a frame. A view that does not ask costs nothing, and nothing piles
// up: a row is marked once, however often it changes.

import { FAR_ROWS, FRAME_LEAD_MS, QUIET_MS } from "./limits.js";

/** Numbers of a row in a batch: row, a, b, flags. */
const WIDTH = 4;
export const BLINKS = 1;
export const SUSPENDED = 2;

/** `{version, near, made, seen, next}`: half-open ranges of rows, time of the next frame. */
export function lookAt(owner, ask) {
  const { frame, table, version } = owner.state;
  if (table === null || ask.version !== version) return;
  table.look(ask.near[0], ask.near[1], ask.made[0], ask.made[1]);
  frame.ask = ask;
  owner.meter?.look(ask.seen[0], ask.seen[1]);
}

/** The time of a batch that was held back has come. */
export function frameTimer(owner) {
  owner.state.frame.held = false;
}

/** Hands over a batch if the view asked, something changed, and it is time. */
export function giveBatch(owner) {
  const { state } = owner;
  const { frame, table } = state;
  if (!state.awake || frame.ask === null || table === null || table.waiting === 0) return;
  if (state.settings.render === "frame") {
    const now = owner.instant();
    const due = frame.ask.next - FRAME_LEAD_MS;
    if (now < due && now - frame.handedAt < QUIET_MS) {
      if (!frame.held) owner.timer("frame", due - now);
      frame.held = true;
      return;
    }
    if (frame.held) owner.cancel("frame");
    frame.ask = null;
    frame.handedAt = now;
  }
  frame.held = false;
  hand(owner);
}

function hand(owner) {
  const { frame, table, version } = owner.state;
  const rows = new Int32Array(table.waiting * WIDTH);
  let used = 0;
  const put = (row) => {
    const blinks = table.unmark(row);
    rows[used] = row;
    rows[used + 1] = table.a[row];
    rows[used + 2] = table.b[row];
    rows[used + 3] = (blinks ? BLINKS : 0) | (table.suspended[row] === 1 ? SUSPENDED : 0);
    used += WIDTH;
  };
  for (let row = table.nearFrom; row < table.nearTo; row += 1) {
    if (table.isMarked(row)) put(row);
  }
  const count = table.madeTo - table.madeFrom;
  let left = FAR_ROWS;
  for (let step = 0; step < count && left > 0; step += 1) {
    const row = table.madeFrom + ((frame.far + step) % count);
    if (!table.isMarked(row)) continue;
    put(row);
    left -= 1;
    if (left === 0) frame.far = (row - table.madeFrom + 1) % count;
  }
  frame.batch += 1;
  owner.meter?.handed(frame.batch, table.nearFrom, table.nearTo);
  owner.do({ do: "batch", version, batch: frame.batch, rows: rows.subarray(0, used) });
}
