// All that is outside of the owner: timers, requests, socket, storage, view. It carries
// out effects, and complains of what must never be.

class Outside {
  constructor(order) {
    this.order = order;
    this.timers = {};
    this.requests = [];
    /** Requests that were given up: their answers are late. */
    this.late = [];
    this.socket = null;
    this.formerSockets = [];
    this.saves = [];
    this.unanswered = [];
    this.clears = 0;
    this.forgets = 0;
    this.texts = 0;
    this.closes = [];
    this.rows = [];
    this.state = null;
    this.view = [];
    this.version = 0;
  }

  carryOut(effects) {
    for (const effect of effects) this[effect.do](effect);
    const { state } = this.order.owner;
    if (!state.awake && state.started) this.checkSleep();
  }

  complain(words) {
    this.order.problems.push(words);
  }

  checkSleep() {
    const timers = Object.keys(this.timers);
    if (timers.length > 0) this.complain(`hidden, and timers run: ${timers}`);
    if (this.requests.length > 0) this.complain("hidden, and requests are out");
    if (this.socket !== null) this.complain("hidden, and the socket is open");
  }

  timer({ name, after }) {
    if (!(after >= 0)) this.complain(`timer ${name} is set to ${after} ms`);
    this.timers[name] = this.order.clock.now + after;
  }

  cancel({ name }) {
    delete this.timers[name];
  }

  request({ kind, epoch, body }) {
    const { world } = this.order;
    const request = { kind, epoch };
    if (kind === "seed") this.checkSeed(body);
    if (kind === "matches") request.early = world.matchesBody();
    if (kind === "odds") request.early = world.oddsBody();
    this.requests.push(request);
  }

  /** All that is known with its odds, and nothing else. */
  checkSeed(body) {
    const known = this.order.reference.list.filter(({ seq }) => seq >= 0);
    const seeded = recordedList({ matches: body });
    if (asText(seeded) !== asText(known)) this.complain(`seeded with ${asText(seeded)}`);
  }

  abort({ epoch }) {
    this.late.push(...this.requests.filter((request) => request.epoch === epoch));
    this.requests = this.requests.filter((request) => request.epoch !== epoch);
  }

  connect({ socket }) {
    if (this.socket !== null) this.complain("a second socket");
    this.socket = { number: socket, isOpen: false };
  }

  send({ socket, text }) {
    if (this.socket === null || !this.socket.isOpen || this.socket.number !== socket) {
      this.complain("something is sent by a socket that is not open");
    }
    if (!Number.isInteger(JSON.parse(text).ping)) this.complain(`sent: ${text}`);
  }

  close({ socket, code }) {
    if (this.socket === null || this.socket.number !== socket) {
      this.complain("a socket is closed that is none");
      return;
    }
    this.closes.push(code);
    this.hangUp();
  }

  /** The socket is gone; what it had yet to bring is late. */
  hangUp() {
    const { number } = this.socket;
    this.formerSockets.push({ number, texts: [...this.order.world.inbox] });
    this.order.world.disconnect();
    this.socket = null;
  }

  readCache() {}

  save({ record }) {
    this.saves.push(structuredClone(record));
    this.unanswered.push(record.savedAt);
  }

  clearCache() {
    this.clears += 1;
  }

  batch({ version, rows }) {
    this.order.takeBatch(rows);
    if (version !== this.version) this.complain("a batch of another list");
    for (let at = 0; at < rows.length; at += 4) {
      const shown = this.view[rows[at]];
      if (shown === undefined) continue;
      shown.a = rows[at + 1];
      shown.b = rows[at + 2];
      shown.suspended = (rows[at + 3] & 2) !== 0;
    }
  }

  tell({ message }) {
    if (message.type === "state") this.state = message;
    else if (message.type === "record") this.texts += 1;
    else if (message.type === "forget") this.forgets += 1;
    else this.takeRows(message);
  }

  takeRows(message) {
    const { from, ids, a, b, suspended } = message;
    this.version = message.version;
    if (from === 0) this.view = [];
    if (from !== this.view.length) this.complain("rows that don't follow");
    ids.forEach((matchID, index) => {
      this.view.push({
        matchID, a: a[index], b: b[index], suspended: suspended[index] === 1,
      });
    });
    this.rows.push([from, from + ids.length]);
  }

  /** Whether the view shows all that the owner knows of its rows. */
  isDrawn() {
    const { table } = this.order.owner.state;
    if (table === null) return true;
    for (let row = 0; row < this.view.length; row += 1) if (table.isMarked(row)) return false;
    return true;
  }
}
