// One random order of events, given to the owner and to the reference alike; after each
// event both must know, show, ask, time, save and count the same.

const NO_CLOCK = { graceSeconds: 0, clockSeconds: 0 };

class Order {
  constructor(modules, seed) {
    this.random = new Seeded(seed);
    const { random } = this;
    this.clock = { now: 1_760_000_000_000 + random.below(1_000_000), random: 0 };
    this.settings = {
      world: random.chance(0.5) ? "0123456789abcdef0123456789abcdef" : null,
      rate: null, matches: null, render: "frame", slow: 0,
      retryBase: random.one([200, 200, 10]), ...this.clockSettings(),
    };
    const count = random.chance(0.01) ? 420 : random.one([0, 1, 3, 5, 8, 8, 12, 45, 90, 130]);
    this.world = new SimulatedWorld(random, this.clock.now, count);
    const now = () => this.clock.now;
    this.owner = new modules.Owner(
      this.settings, { now, instant: now }, () => this.clock.random, () => "drawn");
    this.reference = new Reference(this.settings, this.clock);
    this.outside = new Outside(this);
    this.log = [];
    this.problems = [];
  }

  clockSettings() {
    if (this.random.chance(0.7)) return NO_CLOCK;
    return { graceSeconds: this.random.below(400), clockSeconds: this.random.below(4_000) };
  }

  /** Runs so many events; returns the problems of the first event that has any. */
  run(events) {
    this.start();
    for (let index = 0; index < events && this.problems.length === 0; index += 1) {
      actions.random(this);
    }
    if (this.problems.length === 0) this.settle();
    return this.problems;
  }

  /** Gives an event to both and compares them. */
  step(words, toReference, toOwner) {
    this.log.push(`${this.clock.now % 10_000_000}: ${words}`);
    this.clock.random = this.random.number();
    toReference(this.reference);
    this.isBatchDue = this.reference.awake && this.reference.view.isDue();
    this.batches = 0;
    this.outside.carryOut(toOwner(this.owner));
    if (this.isBatchDue && this.batches !== 1) this.problems.push("no batch, which is due");
    compare(this);
  }

  event(words, toReference, event) {
    this.step(words, toReference, (owner) => owner.handle(event));
  }

  takeBatch(rows) {
    this.batches += 1;
    if (!this.isBatchDue) this.problems.push("a batch that is not due");
    this.problems.push(...this.reference.view.take([...rows]));
  }

  start() {
    const { random } = this;
    const begin = {
      awake: random.chance(0.8), online: random.chance(0.9), pages: 1 + random.below(3),
    };
    const cached = cachedRecords(this);
    this.event(`start ${JSON.stringify(begin)}`, (reference) => reference.start(begin),
      { type: "start", ...begin, text: cached.textAsIs });
    for (let early = random.below(4); early > 0; early -= 1) actions.early(this);
    const { record, text, failed } = cached;
    this.event(`cache ${cached.words}`,
      (reference) => reference.cacheRead({ record, text, failed }),
      { type: "cacheRead", record: cached.recordAsIs, text: cached.textAsIs, failed });
  }

  /** From here on all goes well: in the end the page has what the server has. */
  settle() {
    actions.wake(this);
    for (let steps = 0; steps < 3_000 && this.problems.length === 0; steps += 1) {
      if (this.isSettled()) {
        this.compareWithWorld();
        return;
      }
      actions.settling(this);
    }
    if (this.problems.length === 0) this.problems.push("does not come to rest");
  }

  isSettled() {
    const { owner, outside, world } = this;
    const { state } = owner;
    return state.load === null && state.seeding === 0 && !state.listChanged
      && state.socket.phase === "live"
      && world.inbox.length === 0 && outside.requests.length === 0
      && state.failure === null && outside.isDrawn();
  }

  compareWithWorld() {
    const line = ({ matchID, a, b, suspended }) => `${matchID} ${a} ${b} ${suspended}`;
    const expected = this.world.matches.map((match) => line({
      ...match, a: Math.round(match.teamAOdds * 100), b: Math.round(match.teamBOdds * 100),
    })).sort();
    const known = knownList(this.owner).map(line);
    const shown = this.outside.view.map(line);
    if ([...known].sort().join("\n") !== expected.join("\n")) {
      this.problems.push(`at rest the page knows ${known}, the server ${expected}`);
    }
    if (shown.join("\n") !== known.slice(0, shown.length).join("\n")) {
      this.problems.push("at rest the view shows other odds than the owner knows");
    }
  }
}
