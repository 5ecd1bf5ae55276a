// Latency from an update's due time on the server's clock to the paint that shows it or a
// newer value, and its stages. Lives in the worker, which knows the due times.

import { ping } from "../owner/stream.js";
import { ClockOffset, PINGS } from "./clock-offset.js";
import { Histogram } from "./histogram.js";
import { Samples } from "./samples.js";

const PING_PAUSE_MS = 20;
const CLOCK_MS = 30_000;
const PATIENCE_MS = 3_000;

const COUNTED = ["received", "applied", "coalesced", "stale", "unknown"];

export class Meter {
  /** `carryOut` carries out the owner's effects. */
  constructor(owner, carryOut) {
    this.owner = owner;
    this.carryOut = carryOut;
    this.clock = new ClockOffset();
    this.samples = new Samples();
    this.seenFrom = 0;
    this.seenTo = 0;
    this.measures = false;
    this.count = (slot, handedAt) => this.sample(slot, handedAt);
  }

  /** Finds the clock's offset, then measures; `{clock}`, null without a connection. */
  async begin() {
    await new Promise((resolve) => {
      this.clockFound = resolve;
      this.patience = setTimeout(resolve, PATIENCE_MS);
      this.findClock();
    });
    clearTimeout(this.patience);
    this.clock.end();
    this.again = setInterval(() => this.findClock(), CLOCK_MS);
    this.paint = new Histogram();
    this.stages = {};
    this.sampled = 0;
    this.samples.lost = 0;
    this.samples.clear();
    this.before = { ...this.owner.state.counters };
    this.measures = true;
    return { clock: this.clock.current };
  }

  findClock() {
    this.clock.begin();
    const pingNext = (left) => {
      if (this.owner.state.socket.phase === "live") {
        const at = this.owner.instant();
        this.clock.pinged(ping(this.owner), at);
        this.carryOut(this.owner.takeEffects());
      }
      if (left > 1) this.pinging = setTimeout(() => pingNext(left - 1), PING_PAUSE_MS);
    };
    pingNext(PINGS);
  }

  pong(number, serverNow, at) {
    if (this.clock.ponged(number, serverNow, at)) this.clockFound();
  }

  look(from, to) {
    this.seenFrom = from;
    this.seenTo = to;
  }

  applied(row, at, readAt, storedAt, sentAt) {
    if (!this.measures || row < this.seenFrom || row >= this.seenTo) return;
    this.samples.add(row, at, this.owner.state.socket.heardAt, readAt, storedAt, sentAt);
  }

  handed(batch, from, to) {
    if (this.measures) this.samples.handOver(batch, this.owner.instant(), from, to);
  }

  painted(batch, at) {
    if (!this.measures) return;
    this.paintedAt = at;
    this.samples.paint(batch, this.count);
  }

  forget() {
    this.samples.clear();
  }

  /** Server times are moved to the page's clock. */
  sample(slot, handedAt) {
    const { samples, clock } = this;
    const offset = clock.current === null ? 0 : clock.current.offsetMs;
    const at = samples.at[slot];
    const receivedAt = samples.receivedAt[slot];
    const sentAt = samples.sentAt[slot];
    if (!Number.isNaN(at)) {
      this.paint.recordMs(this.paintedAt - (at - offset));
      this.sampled += 1;
    }
    this.stage("network", receivedAt - ((Number.isNaN(sentAt) ? at : sentAt) - offset));
    this.stage("worker", handedAt - receivedAt);
    this.stage("frame", this.paintedAt - handedAt);
    this.stage("wire", samples.readAt[slot] - at);
    this.stage("store", samples.storedAt[slot] - samples.readAt[slot]);
    this.stage("server", sentAt - samples.storedAt[slot]);
  }

  /** A stage without its times is none. */
  stage(name, milliseconds) {
    if (Number.isNaN(milliseconds)) return;
    this.stages[name] ??= new Histogram();
    this.stages[name].recordMs(milliseconds);
  }

  result() {
    const { counters } = this.owner.state;
    const updates = { sampled: this.sampled, unseen: this.samples.lost };
    for (const name of COUNTED) updates[name] = counters[name] - this.before[name];
    const stages = {};
    for (const [name, histogram] of Object.entries(this.stages)) {
      stages[name] = histogram.export();
    }
    return { clock: this.clock.current, paint: this.paint.export(), stages, updates };
  }

  end() {
    this.measures = false;
    clearTimeout(this.pinging);
    clearInterval(this.again);
  }
}
