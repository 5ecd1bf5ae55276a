// The owner's state: everything that the worker knows. Only the transitions beside this
// file change it, each in the worker's one thread.

import { PAGE_ROWS, VIRTUAL_ROWS } from "./limits.js";

/** The state before the cache is read. `settings` are those of the page's address. */
export function initialState(settings) {
  return {
    settings,
    /** Whether the page is visible; whether the browser says that it is offline. */
    awake: false,
    /** When it was hidden last, by the wall clock. */
    sleptAt: 0,
    offline: false,
    started: false,
    /** The world's id: of the cache, of the address, or drawn. */
    world: null,
    /** The table of the list; null until there is one. `version` counts lists. */
    table: null,
    version: 0,
    pages: 1,
    /** The load under way, or null; its epoch tells its answers from older ones. */
    load: null,
    epoch: 0,
    /** The time at which a list was asked for last, by the clock that never jumps. */
    listAskedAt: -Infinity,
    /** The server has another list, which is asked for after a pause. */
    listChanged: false,
    /** The load to begin when the page can: null, seed, odds, full or reset. */
    owed: null,
    /** The cached world is being seeded: the epoch of the request, or 0. */
    seeding: 0,
    /** The reason why all attempts failed, or null: the list may be old, or there is none. */
    failure: null,
    /** After a reset the next list begins at its top, with page one. */
    fresh: false,
    /** Newest odds of unknown matches during a load: id → odds. */
    ahead: new Map(),
    /** The greatest `seq` that was ever seen of this world. */
    seqMost: -1,
    /** `feedIsAway`: the server has said that its odds come from a feed, which is away. */
    socket: {
      number: 0, phase: "none", feedIsAway: false, seqBefore: -1, openedAt: 0, heardAt: 0,
      pings: 0,
    },
    /** Connections in a row that did not last. */
    reconnects: 0,
    cache: {
      saves: 0, savedAt: null, changed: false, works: true,
      textAt: -Infinity, textTimer: false, saveTimer: false,
    },
    frame: { ask: null, batch: 0, handedAt: -Infinity, held: false, far: 0 },
    counters: {
      received: 0, applied: 0, stale: 0, unknown: 0, coalesced: 0,
      loads: 0, attempts: 0, catchUps: 0, sockets: 0,
    },
  };
}

/** Pages that are shown: all of a list that the view virtualizes. */
export function shownPages(state) {
  if (state.table === null || state.table.count < VIRTUAL_ROWS) return state.pages;
  return Math.ceil(state.table.count / PAGE_ROWS);
}

/** Rows that the view shows. */
export function shownRows(state) {
  if (state.table === null) return 0;
  return Math.min(state.table.count, shownPages(state) * PAGE_ROWS);
}

export function loadStateOf(state) {
  if (state.table !== null) {
    const isLoading = state.load !== null || state.seeding !== 0 || state.listChanged;
    return isLoading ? "refreshing" : "loaded";
  }
  if (state.failure !== null) return "failed";
  return state.load !== null || state.owed !== null ? "loading" : "idle";
}

/** A reset is under way, or owed: the list shown is the old one, and storage stays empty. */
export function isResetting(state) {
  return state.fresh && (state.load !== null || state.owed !== null);
}

export function connectionOf(state) {
  if (!state.awake) return "paused";
  if (state.offline) return "offline";
  if (state.socket.phase !== "live") return "connecting";
  return state.socket.feedIsAway ? "waiting" : "live";
}
