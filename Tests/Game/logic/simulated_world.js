// A server's world without a server: matches, a counter, one socket of the page. It
// answers as the contract says, or fails as a test wants.

const MINUTE = 60_000;

class SimulatedWorld {
  constructor(random, now, count) {
    this.random = random;
    this.nextID = 1000 + random.below(50);
    this.seq = random.below(500);
    this.matches = [];
    this.inbox = [];
    this.isConnected = false;
    this.hasFeed = true;
    for (let made = 0; made < count; made += 1) this.matches.push(this.newMatch(now));
  }

  newMatch(now) {
    this.nextID += 1 + this.random.below(3);
    // Few different starts, so that ids decide the order too.
    const start = now + (1 + this.random.below(12)) * 5 * MINUTE;
    return {
      matchID: this.nextID,
      teamA: `Team ${this.nextID}`,
      teamB: `Club ${this.random.below(100)}`,
      startTime: new Date(start).toISOString(),
      ...this.newOdds(),
    };
  }

  newOdds() {
    this.seq += 1;
    return {
      teamAOdds: this.price(), teamBOdds: this.price(), seq: this.seq,
      suspended: this.random.chance(0.1),
    };
  }

  /** Few different prices, so that some odds change to what they were. */
  price() {
    return (105 + this.random.below(8)) / 100;
  }

  matchesBody() {
    return this.matches.map(({ matchID, teamA, teamB, startTime }) =>
      ({ matchID, teamA, teamB, startTime }));
  }

  oddsBody() {
    return this.matches.map(({ matchID, teamAOdds, teamBOdds, seq, suspended }) =>
      ({ matchID, teamAOdds, teamBOdds, seq, suspended }));
  }

  /** Some odds change; one message, or several updates in one. */
  change(at) {
    if (this.matches.length === 0) return;
    const changed = [];
    const count = this.random.chance(0.5) ? 1 : 1 + this.random.below(6);
    for (let index = 0; index < count; index += 1) {
      const match = this.random.one(this.matches);
      Object.assign(match, this.newOdds());
      changed.push({ ...match });
    }
    if (count === 1 && this.random.chance(0.7)) {
      const [{ matchID, teamAOdds, teamBOdds, seq, suspended }] = changed;
      this.send({ matchID, teamAOdds, teamBOdds, seq, at, suspended });
    } else {
      this.send({ updates: changed.map((match) => [
        match.matchID, match.teamAOdds, match.teamBOdds, match.seq, at,
        match.suspended ? 1 : 0,
      ]) });
    }
  }

  /** A match begins and another takes its place. */
  replace(now) {
    if (this.matches.length === 0) return;
    this.matches.splice(this.random.below(this.matches.length), 1);
    this.matches.push(this.newMatch(now));
    this.send({ changed: "matches" });
  }

  reset(now) {
    this.matches = this.matches.map(() => this.newMatch(now));
    this.send({ changed: "matches" });
  }

  /** The server has forgotten the world; named again, it is another. */
  forget(now) {
    this.seq = 0;
    this.matches = this.matches.map(() => this.newMatch(now));
  }

  connect(now) {
    this.isConnected = true;
    this.inbox = [];
    this.send({ hello: { seq: this.seq, now } });
    if (!this.hasFeed) this.send({ feed: false });
  }

  /** The feed of its odds goes away, or comes back. */
  turnFeed() {
    this.hasFeed = !this.hasFeed;
    this.send({ feed: this.hasFeed });
  }

  disconnect() {
    this.isConnected = false;
    this.inbox = [];
  }

  send(message) {
    if (this.isConnected) this.inbox.push(JSON.stringify(message));
  }
}
