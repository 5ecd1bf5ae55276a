// The socket: one at any time, while visible. It is connected again with growing pauses;
// silence counts as an end.

import {
  PING_MS, RECONNECT_MOST_MS, RECONNECT_MS, SILENCE_MS, STEADY_MS,
} from "./limits.js";
import { openGate } from "./loading.js";
import { pauseBefore } from "./pauses.js";

const NORMAL = 1000;
/** Of those left to applications: nothing was heard for too long. */
const SILENT = 4000;

export function connect(owner) {
  const { state } = owner;
  const { socket } = state;
  if (!state.awake || socket.phase !== "none") return;
  owner.cancel("reconnect");
  socket.number += 1;
  socket.phase = "opening";
  socket.seqBefore = state.seqMost;
  socket.heardAt = owner.instant();
  state.counters.sockets += 1;
  owner.do({ do: "connect", socket: socket.number });
  owner.timer("silence", SILENCE_MS);
}

export function socketOpened(owner, event) {
  const { socket } = owner.state;
  if (event.socket !== socket.number || socket.phase !== "opening") return;
  socket.phase = "open";
  socket.openedAt = owner.instant();
  socket.heardAt = owner.instant();
  owner.timer("ping", PING_MS);
}

/** The socket ended by itself, or could not be opened. */
export function socketClosed(owner, event) {
  const { socket } = owner.state;
  if (event.socket !== socket.number || socket.phase === "none") return;
  ended(owner);
}

function ended(owner) {
  const { state } = owner;
  const { socket } = state;
  const lasted = socket.phase === "live" && owner.instant() - socket.openedAt >= STEADY_MS;
  release(owner);
  state.reconnects = lasted ? 1 : state.reconnects + 1;
  const pause = pauseBefore(state.reconnects, RECONNECT_MS, RECONNECT_MOST_MS, owner.random());
  owner.timer("reconnect", pause);
  openGate(owner);
}

/** From here on whatever this socket still brings is late. */
function release(owner) {
  const { socket } = owner.state;
  socket.phase = "none";
  owner.cancel("ping");
  owner.cancel("silence");
}

/** Hidden: closed on purpose. */
export function disconnect(owner) {
  const { state } = owner;
  owner.cancel("reconnect");
  state.reconnects = 0;
  if (state.socket.phase === "none") return;
  owner.do({ do: "close", socket: state.socket.number, code: NORMAL });
  release(owner);
}

export function reconnectTimer(owner) {
  connect(owner);
}

export function pingTimer(owner) {
  ping(owner);
  owner.timer("ping", PING_MS);
}

/** Sends a ping; returns its number. */
export function ping(owner) {
  const { socket } = owner.state;
  socket.pings += 1;
  owner.do({ do: "send", socket: socket.number, text: `{"ping":${socket.pings}}` });
  return socket.pings;
}

export function silenceTimer(owner) {
  const { socket } = owner.state;
  const wait = socket.heardAt + SILENCE_MS - owner.instant();
  if (wait > 0) {
    owner.timer("silence", wait);
    return;
  }
  owner.do({ do: "close", socket: socket.number, code: SILENT });
  ended(owner);
}
