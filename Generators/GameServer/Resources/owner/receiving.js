// What the stream brings. The hot path: of an update that is known nothing is allocated
// here beyond what JSON.parse makes. Owned by the worker's thread.

import { hundredths, isMatchID } from "./answers.js";
import { changed } from "./caching.js";
import { AHEAD_MOST } from "./limits.js";
import { beginLoad, loadChange, openGate } from "./loading.js";
import { COALESCED, STALE, UNCHANGED } from "./odds-table.js";

/** Takes a message; returns whether it was other than odds. */
export function received(owner, text) {
  const { socket } = owner.state;
  socket.heardAt = owner.instant();
  let message;
  try {
    message = JSON.parse(text);
  } catch {
    return false;
  }
  if (typeof message !== "object" || message === null) return false;
  if (Array.isArray(message.updates)) {
    const sent = message.sent;
    for (const update of message.updates) takeList(owner, update, sent);
    return false;
  }
  if (message.matchID !== undefined) {
    const { matchID, teamAOdds, teamBOdds, seq, at, suspended } = message;
    take(owner, matchID, teamAOdds, teamBOdds, seq, at, suspended === true ? 1 : 0);
    return false;
  }
  const { pong } = message;
  if (message.hello !== undefined) hello(owner, message.hello?.seq);
  else if (pong !== undefined) owner.meter?.pong(pong, message.now, socket.heardAt);
  else if (message.changed === "matches") listChanged(owner);
  else if (typeof message.feed === "boolean") socket.feedIsAway = !message.feed;
  return true;
}

function takeList(owner, update, sent) {
  if (!Array.isArray(update)) return;
  take(
    owner, update[0], update[1], update[2], update[3], update[4],
    update[5] === 1 ? 1 : 0, update[6], update[7], sent,
  );
}

function take(owner, matchID, oddsA, oddsB, seq, at, suspended, readAt, storedAt, sentAt) {
  const { state } = owner;
  const { counters, table } = state;
  const a = hundredths(oddsA);
  const b = hundredths(oddsB);
  if (!isMatchID(matchID) || a === null || b === null || !Number.isSafeInteger(seq)) return;
  counters.received += 1;
  if (seq > state.seqMost) state.seqMost = seq;
  const row = table === null ? -1 : table.rowOf(matchID);
  if (row < 0) {
    counters.unknown += 1;
    if (state.load !== null) {
      keepAhead(state.ahead, { matchID, a, b, seq, suspended: suspended === 1 });
    }
    return;
  }
  const became = table.apply(row, a, b, seq, suspended);
  if (became === STALE) {
    counters.stale += 1;
    return;
  }
  counters.applied += 1;
  if (became === COALESCED) counters.coalesced += 1;
  if (!state.cache.changed || !state.cache.textTimer) changed(owner);
  if (owner.meter !== null && became !== UNCHANGED) {
    owner.meter.applied(row, at, readAt, storedAt, sentAt);
  }
}

/** Odds of a match that the load under way may bring. */
function keepAhead(ahead, odds) {
  const former = ahead.get(odds.matchID);
  if (former === undefined ? ahead.size < AHEAD_MOST : former.seq < odds.seq) {
    ahead.set(odds.matchID, odds);
  }
}

/**
 * The stream begins. What changed before it is missing, unless requests go out after it.
 * A smaller `seq` than was seen means that the server has forgotten the world.
 */
function hello(owner, seq) {
  const { state } = owner;
  const { socket } = state;
  if (socket.phase !== "open" || !Number.isSafeInteger(seq)) return;
  socket.phase = "live";
  socket.feedIsAway = false;
  state.offline = false;
  const forgotten = seq < socket.seqBefore;
  if (forgotten) {
    state.seqMost = -1;
    state.table?.forgetSeqs();
  }
  const { load } = state;
  if (load === null || (forgotten && load.kind === "odds")) {
    const isWhole = forgotten || state.failure !== null || state.table === null;
    beginLoad(owner, isWhole ? "full" : "odds");
  } else if (load.phase === "gated") {
    openGate(owner);
  } else if (load.phase === "asked") {
    if (forgotten) load.again = true;
    else load.helloMissed = seq;
  }
}

/** Other matches: asked for, once more if a load's requests are out. */
function listChanged(owner) {
  const { load } = owner.state;
  if (load === null || load.kind === "odds") {
    loadChange(owner);
  } else if (load.phase === "asked" && load.isReset && load.wanted[0] !== "reset") {
    load.again = true;
  }
}
