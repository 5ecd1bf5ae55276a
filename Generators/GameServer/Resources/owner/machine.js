// The owner: an event in, its effects out. No I/O, no clock and no random numbers of its
// own, so that a test can run it through any order of events.
//
// Effects are objects with `do`: request, abort, connect, send, close, timer, cancel,
// readCache, save, clearCache, tell (a message to the view), batch. The caller carries
// them out in order.

import { cacheRead, cacheSaved, saveTimer, textTimer } from "./caching.js";
import { frameTimer, giveBatch, lookAt } from "./frames.js";
import { backOnline, goneOffline, hide, show, start } from "./life.js";
import { addPage } from "./listing.js";
import { answer, beginLoad, gateTimer, retryTimer, timedOut } from "./loading.js";
import { received } from "./receiving.js";
import { seedAnswered, seedTimedOut } from "./seeding.js";
import {
  connectionOf, initialState, isResetting, loadStateOf, shownPages, shownRows,
} from "./state.js";
import {
  pingTimer, reconnectTimer, silenceTimer, socketClosed, socketOpened,
} from "./stream.js";

const NOTHING = Object.freeze([]);

const TIMERS = {
  hello: gateTimer,
  retry: retryTimer,
  list: (owner) => beginLoad(owner, "full"),
  answer: (owner) => {
    if (owner.state.seeding !== 0) seedTimedOut(owner);
    else timedOut(owner);
  },
  save: saveTimer,
  text: textTimer,
  ping: pingTimer,
  silence: silenceTimer,
  reconnect: reconnectTimer,
  frame: frameTimer,
};

const EVENTS = {
  start,
  cacheRead,
  cacheSaved,
  answer: (owner, event) =>
    event.kind === "seed" ? seedAnswered(owner, event) : answer(owner, event),
  timer: (owner, event) => TIMERS[event.name](owner),
  socketOpened,
  socketClosed,
  hide,
  show,
  online: backOnline,
  offline: goneOffline,
  more: addPage,
  refresh: (owner) => {
    const { state } = owner;
    if (!state.awake) return;
    // The world's name is not known before the cache is read.
    if (!state.started) state.owed = "reset";
    else if (!isResetting(state)) beginLoad(owner, "reset");
  },
  retry: (owner) => {
    const { state } = owner;
    if (state.awake && state.load === null && state.failure !== null) beginLoad(owner, "full");
  },
};

export class Owner {
  /**
   * `clocks.now()` is the wall clock, `clocks.instant()` one that never jumps, both in ms
   * since 1970; `random()` is in [0, 1); `newWorld()` draws a world's id.
   */
  constructor(settings, clocks, random, newWorld) {
    this.state = initialState(settings);
    this.now = clocks.now;
    this.instant = clocks.instant;
    this.random = random;
    this.newWorld = newWorld;
    /** The measurement under way, told of what is received and handed over. */
    this.meter = null;
    this.effects = NOTHING;
    this.told = "";
  }

  /** Takes one event, `{type, …}`; returns its effects in order. */
  handle(event) {
    EVENTS[event.type](this, event);
    this.tellState();
    giveBatch(this);
    return this.takeEffects();
  }

  /** A message of a socket; the hot path: without effects nothing is allocated. */
  receive(socket, text) {
    if (socket === this.state.socket.number && this.state.socket.phase !== "none") {
      if (received(this, text)) this.tellState();
    }
    giveBatch(this);
    return this.takeEffects();
  }

  /** The view asks for a frame's batch and says what it shows. */
  ask(ask) {
    lookAt(this, ask);
    giveBatch(this);
    return this.takeEffects();
  }

  do(effect) {
    if (this.effects === NOTHING) this.effects = [];
    this.effects.push(effect);
  }

  tell(message) {
    this.do({ do: "tell", message });
  }

  timer(name, after) {
    this.do({ do: "timer", name, after });
  }

  cancel(name) {
    this.do({ do: "cancel", name });
  }

  takeEffects() {
    const effects = this.effects;
    this.effects = NOTHING;
    return effects;
  }

  /** Tells the view what it shows beside the list, if it changed. */
  tellState() {
    const { state } = this;
    const message = {
      type: "state",
      loadState: loadStateOf(state),
      connection: connectionOf(state),
      failure: state.failure,
      resetting: isResetting(state),
      known: state.table === null ? 0 : state.table.count,
      shown: shownRows(state),
      storage: state.cache.works,
    };
    const told = JSON.stringify(message);
    if (told === this.told) return;
    this.told = told;
    this.tell(message);
  }

  /** What tests see; reads, nothing else. */
  inspect() {
    const { state } = this;
    return {
      loadState: loadStateOf(state),
      connection: connectionOf(state),
      pages: shownPages(state),
      shown: shownRows(state),
      known: state.table === null ? 0 : state.table.count,
      ids: state.table === null ? [] : state.table.matches.map((match) => match.matchID),
      cache: {
        saves: state.cache.saves,
        savedAt: state.cache.savedAt,
        isTextDue: state.cache.textTimer,
      },
      counters: { ...state.counters },
      world: state.world,
    };
  }
}
