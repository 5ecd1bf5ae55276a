// The owner's worker: carries out the effects of the logic in owner/machine.js, and
// brings it the events of sockets, requests, timers, the database and the view.

import { Database } from "./owner/io/database.js";
import { Requests } from "./owner/io/requests.js";
import { Sockets } from "./owner/io/sockets.js";
import { Timers } from "./owner/io/timers.js";
import { Owner } from "./owner/machine.js";
import { digestOf } from "./measure/digest.js";
import { Meter } from "./measure/meter.js";

const clocks = {
  now: () => Date.now(),
  instant: () => performance.timeOrigin + performance.now(),
};

function newWorld() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let owner = null;
let settings = null;
const database = new Database();
const timers = new Timers((name) => happened({ type: "timer", name }));
const requests = new Requests((answer) => happened({ type: "answer", ...answer }));
const sockets = new Sockets({
  opened: (socket) => happened({ type: "socketOpened", socket }),
  received: (socket, text) => carryOut(owner.receive(socket, text)),
  closed: (socket) => happened({ type: "socketClosed", socket }),
});

const EFFECTS = {
  request: (effect) => requests.ask(effect, owner.state.world, settings),
  abort: ({ epoch }) => requests.abort(epoch),
  connect: ({ socket }) => sockets.connect(socket, owner.state.world, settings),
  send: ({ text }) => sockets.send(text),
  close: ({ code }) => sockets.close(code),
  timer: ({ name, after }) => timers.set(name, after),
  cancel: ({ name }) => timers.cancel(name),
  tell: ({ message }) => postMessage(message),
  batch: ({ version, batch, rows }) =>
    postMessage({ type: "batch", version, batch, rows }, [rows.buffer]),
  readCache,
  save,
  clearCache: () => database.clear().catch(() => {}),
};

function carryOut(effects) {
  for (const effect of effects) EFFECTS[effect.do](effect);
}

function happened(event) {
  carryOut(owner.handle(event));
}

async function readCache({ text }) {
  const event = { type: "cacheRead", record: undefined, failed: false, text };
  try {
    event.record = await database.read();
  } catch {
    event.failed = true;
  }
  happened(event);
}

async function save({ record }) {
  let saved = true;
  try {
    await database.put(record);
  } catch {
    saved = false;
  }
  happened({ type: "cacheSaved", saved, savedAt: record.savedAt });
}

const REQUESTS = {
  /** The first message: what the page's address says, and what the view has stored. */
  begin: (message) => {
    settings = message.settings;
    owner = new Owner(settings, clocks, Math.random, newWorld);
    happened({ ...message.start, type: "start" });
  },
  event: ({ event }) => happened(event),
  ask: ({ ask, painted }) => {
    if (painted !== null) owner.meter?.painted(painted.batch, painted.at);
    carryOut(owner.ask(ask));
  },
  painted: ({ painted }) => owner.meter?.painted(painted.batch, painted.at),
  inspect: async ({ number }) => {
    const reply = owner.inspect();
    reply.digest = await digestOf(owner.state.table);
    postMessage({ type: "reply", number, reply });
  },
  measure: async ({ number }) => {
    owner.meter = new Meter(owner, (effects) => carryOut(effects));
    postMessage({ type: "reply", number, reply: await owner.meter.begin() });
  },
  measured: ({ number }) => {
    const reply = owner.meter.result();
    owner.meter.end();
    owner.meter = null;
    postMessage({ type: "reply", number, reply });
  },
};

onmessage = ({ data }) => REQUESTS[data.type](data);
