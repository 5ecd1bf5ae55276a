// How far the server's clock is ahead of the page's: of ten pings that with the least
// round trip counts, and half of that is the error. Pure: times are passed in.

export const PINGS = 10;

export class ClockOffset {
  constructor() {
    this.current = null;
    this.begin();
  }

  /** Begins another round of pings; the former result holds until it ends. */
  begin() {
    this.sent = new Map();
    this.best = null;
    this.answered = 0;
  }

  pinged(number, at) {
    this.sent.set(number, at);
  }

  /** A pong with the server's time; returns whether the round is complete. */
  ponged(number, serverNow, at) {
    const sentAt = this.sent.get(number);
    if (sentAt === undefined || !Number.isFinite(serverNow)) return false;
    this.sent.delete(number);
    this.answered += 1;
    const roundTripMs = at - sentAt;
    if (this.best === null || roundTripMs < this.best.roundTripMs) {
      const offsetMs = serverNow - (sentAt + at) / 2;
      this.best = { offsetMs, errorMs: roundTripMs / 2, roundTripMs };
    }
    if (this.answered < PINGS) return false;
    this.end();
    return true;
  }

  /** Takes what the round has found so far. */
  end() {
    if (this.best !== null) this.current = this.best;
  }
}
