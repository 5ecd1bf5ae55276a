// What the owner has to do, from the contract alone and as plainly as possible: lists
// instead of tables, everything sorted and searched anew. It hears the same events as the
// owner, and says what has to be known, shown, asked, timed, saved and counted.

const PAGE = 40;
const VIRTUAL = 400;

class Reference extends ReferenceStorage {
  /** `clock` has `now` (ms) and `random` (the next random number). */
  constructor(settings, clock) {
    super();
    this.settings = settings;
    this.clock = clock;
    this.awake = false;
    this.offline = false;
    this.begun = false;
    this.world = null;
    /** Matches with odds (in hundredths; 0 without) or null: no list. */
    this.list = null;
    this.pages = 1;
    /** null, or what is loaded: seed, full, odds or reset. */
    this.load = null;
    this.owed = null;
    this.stale = false;
    this.failed = false;
    /** When matches were asked for last; and whether they are others since. */
    this.listAsked = -Infinity;
    this.isOtherList = false;
    /** A reset has not brought its list yet. */
    this.emptied = false;
    this.ahead = [];
    this.seqSeen = -1;
    /** none, opening, open or live */
    this.socket = "none";
    this.sockets = 0;
    this.tries = 0;
    this.heard = 0;
    /** Times at which something is due, by name. */
    this.due = {};
    this.unsaved = false;
    this.textAt = -Infinity;
    this.works = true;
    this.saves = [];
    this.saved = 0;
    this.savedAt = null;
    this.clears = 0;
    this.closes = [];
    this.texts = 0;
    this.forgets = 0;
    this.counters = {
      received: 0, applied: 0, stale: 0, unknown: 0, coalesced: 0, loads: 0, attempts: 0,
      catchUps: 0, sockets: 0,
    };
    this.view = new ReferenceView(this);
  }

  // What shows.

  loadState() {
    if (this.list !== null) {
      return this.load === null && !this.isOtherList ? "loaded" : "refreshing";
    }
    if (this.failed) return "failed";
    return this.load !== null || this.owed !== null ? "loading" : "idle";
  }

  connection() {
    if (!this.awake) return "paused";
    if (this.offline) return "offline";
    if (this.socket !== "live") return "connecting";
    return this.feed ? "live" : "waiting";
  }

  shown() {
    if (this.list === null) return 0;
    if (this.list.length >= VIRTUAL) return this.list.length;
    return Math.min(this.list.length, this.pages * PAGE);
  }

  isResetting() {
    return this.emptied && (this.load !== null || this.owed !== null);
  }

  /** Kinds of requests that are out. */
  asked() {
    return this.load === null ? [] : [...this.load.asked].sort();
  }

  // Times.

  at(name, after) {
    this.due[name] = this.clock.now + after;
  }

  never(...names) {
    for (const name of names) delete this.due[name];
  }

  // Life (§5.1, §8).

  start({ awake, online, pages }) {
    this.awake = awake;
    this.sleptAt = this.clock.now;
    this.offline = !online;
    this.pages = pages;
  }

  /** `record`, `text`: undefined (none), null (counts as none) or a record. */
  cacheRead({ record, text, failed }) {
    this.begun = true;
    if (failed) this.works = false;
    if (record === null) this.clears += 1;
    if (text === null) this.forgets += 1;
    const both = [record, text].filter((one) => one !== null && one !== undefined);
    both.sort((one, other) => other.savedAt - one.savedAt);
    const cached = both[0];
    this.world = cached?.world ?? this.settings.world ?? "drawn";
    const left = cached?.matches.filter((match) => !this.hasBegun(match, this.clock.now)) ?? [];
    if (left.length > 0) {
      this.newList(left.map((match) => this.known(match, match)));
      this.savedAt = cached.savedAt;
      if (left.length < cached.matches.length) this.changed();
      this.owed ??= "seed";
    } else {
      this.owed ??= "full";
    }
    if (this.awake) this.goOn();
  }

  goOn() {
    const { owed } = this;
    this.owed = null;
    if (owed === "seed") {
      this.load = { kind: "seed", asked: ["seed"], stage: "asking" };
      this.at("answer", 10_000);
      return;
    }
    this.connect();
    this.begin(owed);
  }

  hide() {
    if (!this.awake) return;
    this.awake = false;
    this.sleptAt = this.clock.now;
    if (!this.begun) return;
    if (this.list !== null && !this.isResetting()) this.save();
    if (this.load !== null) {
      const { kind, resetDone, again } = this.load;
      this.owed = again || (kind === "reset" && resetDone) ? "full" : kind;
      this.load = null;
      this.ahead = [];
    }
    if (this.isOtherList && this.owed !== "reset") this.owed = "full";
    this.isOtherList = false;
    if (this.socket !== "none") this.closes.push(1000);
    this.socket = "none";
    this.tries = 0;
    this.due = {};
  }

  show(online) {
    if (this.awake) return;
    this.awake = true;
    this.offline = !online;
    if (!this.begun) return;
    if (this.list === null) {
      this.owed ??= "full";
    } else {
      const left = this.list.filter((match) =>
        !this.hasBegun(match, this.clock.now) || this.hasBegun(match, this.sleptAt));
      if (left.length < this.list.length) {
        if (!["seed", "reset"].includes(this.owed)) this.owed = "full";
        this.newList(left);
        this.changed();
      }
      this.owed ??= this.stale ? "full" : "odds";
      this.at("save", 10_000);
      if (this.unsaved) this.changed();
    }
    this.goOn();
  }

  hasBegun(match, time) {
    const now = time + this.settings.clockSeconds * 1000;
    return Date.parse(match.startTime) + this.settings.graceSeconds * 1000 <= now;
  }

  online() {
    this.offline = false;
    if (this.begun && this.load?.kind !== "seed" && this.owed === null) this.connect();
  }

  goneOffline() {
    this.offline = true;
  }

  // Loads (§5.2–5.6).

  begin(kind) {
    const wasSeeding = this.load?.kind === "seed";
    this.never("answer", "hello", "retry");
    this.load = {
      kind, stage: "hello", asked: [], got: {}, tries: 0, resetDone: kind !== "reset",
      again: false, missed: -1,
    };
    this.ahead = [];
    if (wasSeeding) this.connect();
    this.owed = null;
    this.failed = false;
    if (kind !== "odds") {
      this.isOtherList = false;
      this.never("list");
    }
    this.counters[kind === "odds" ? "catchUps" : "loads"] += 1;
    if (kind === "reset") {
      this.emptied = true;
      this.clears += 1;
      this.forgets += 1;
      this.attempt();
    } else if (this.socket === "opening" || this.socket === "open") {
      this.at("hello", 250);
    } else {
      this.attempt();
    }
  }

  attempt() {
    const { load } = this;
    load.tries += 1;
    if (load.kind !== "odds") this.counters.attempts += 1;
    this.ask();
  }

  ask() {
    const { load } = this;
    load.stage = "asking";
    load.got = {};
    load.missed = -1;
    this.at("answer", 10_000);
    if (!load.resetDone) load.asked = ["reset"];
    else load.asked = load.kind === "odds" ? ["odds"] : ["matches", "odds"];
    if (load.asked.includes("matches")) this.listAsked = this.clock.now;
  }

  /** A request that is out was answered; `good` is the body if it can be used. */
  answered(kind, isGood, body) {
    const { load } = this;
    load.asked = load.asked.filter((asked) => asked !== kind);
    if (kind === "seed") {
      this.seeded();
    } else if (!isGood) {
      this.attemptFailed();
    } else {
      load.got[kind] = body;
      if (load.asked.length > 0) return;
      this.never("answer");
      if (kind === "reset") {
        load.resetDone = true;
        this.ask();
      } else {
        this.loaded();
      }
    }
  }

  seeded() {
    this.never("answer");
    this.load = null;
    this.connect();
    this.begin("full");
  }

  attemptFailed() {
    const { load } = this;
    this.never("answer");
    load.asked = [];
    if (load.tries < 6) {
      load.stage = "pausing";
      const pause = this.settings.retryBase * 2 ** (load.tries - 1);
      this.at("retry", pause * (0.8 + 0.4 * this.clock.random));
      return;
    }
    this.load = null;
    this.ahead = [];
    if (this.list === null) this.failed = true;
    else this.stale = true;
  }

  loaded() {
    const { load, ahead } = this;
    this.load = null;
    this.ahead = [];
    this.stale = false;
    const { matches, odds } = load.got;
    const newest = Math.max(-1, ...odds.map((one) => one.seq));
    let next = null;
    if (newest < load.missed) next = "odds";
    if (load.kind === "odds") {
      let newer = false;
      for (const one of odds) {
        const match = this.find(one.matchID);
        if (match !== undefined && this.put(match, one) !== "stale") newer = true;
      }
      if (newer) this.changed();
      const same = odds.length === this.list.length
        && odds.every((one) => this.find(one.matchID) !== undefined);
      if (!same) next = "full";
    } else {
      const former = this.list;
      const list = matches.map((match) => {
        const candidates = [former?.find((one) => one.matchID === match.matchID)];
        candidates.push(odds.find((one) => one.matchID === match.matchID));
        candidates.push(ahead.find((one) => one.matchID === match.matchID));
        let best = this.known(match, {});
        for (const candidate of candidates) {
          if (candidate === undefined) continue;
          const taken = this.known(match, candidate);
          if (taken.seq > best.seq) best = taken;
        }
        return best;
      });
      if (this.emptied) this.pages = 1;
      this.emptied = false;
      this.newList(list);
      if (!this.isSame(former)) this.changed();
      // Requests of before the hello may be of two moments, of which nobody tells more.
      const ids = (list) => list.map((one) => one.matchID).sort().join();
      if (load.missed >= 0 && ids(matches) !== ids(odds)) next = "full";
      if (this.awake && this.due.save === undefined) this.at("save", 10_000);
    }
    if (next !== null) this.begin(next);
    if (load.again && next !== "full") this.otherList();
  }

  /** Two seconds after the last list was asked for, another one is (§3.3). */
  otherList() {
    if (this.clock.now >= this.listAsked + 2_000) {
      this.begin("full");
    } else {
      this.isOtherList = true;
      this.due.list = this.listAsked + 2_000;
    }
  }

  retry() {
    if (this.awake && this.load === null && (this.stale || this.failed)) this.begin("full");
  }

  refresh() {
    if (!this.awake) return;
    if (!this.begun) this.owed = "reset";
    else if (!this.isResetting()) this.begin("reset");
  }

  // The list (§5.3, §6).

  /** A match of the list, in hundredths. */
  known(match, odds) {
    const { matchID, teamA, teamB, startTime } = match;
    if (odds.a !== undefined) {
      const { a, b, seq, suspended } = odds;
      return { matchID, teamA, teamB, startTime, a, b, seq, suspended };
    }
    return {
      matchID, teamA, teamB, startTime,
      a: Math.round((odds.teamAOdds ?? 0) * 100), b: Math.round((odds.teamBOdds ?? 0) * 100),
      seq: odds.seq ?? -1, suspended: odds.suspended ?? false,
    };
  }

  newList(list) {
    const start = (match) => Date.parse(match.startTime);
    this.list = list.sort((one, other) =>
      start(one) - start(other) || one.matchID - other.matchID);
    for (const match of list) this.seqSeen = Math.max(this.seqSeen, match.seq);
    this.view.newList();
    if (this.awake && this.due.save === undefined) this.at("save", 10_000);
  }

  isSame(former) {
    return JSON.stringify(former) === JSON.stringify(this.list);
  }

  find(matchID) {
    return this.list?.find((match) => match.matchID === matchID);
  }

  more(shown) {
    if (this.list === null || shown !== this.shown() || shown === this.list.length) return;
    this.pages += 1;
    this.view.added(shown);
  }

  // The stream (§3, §7, §8.4).

  connect() {
    if (!this.awake || this.socket !== "none") return;
    this.never("reconnect");
    this.socket = "opening";
    this.sockets += 1;
    this.counters.sockets += 1;
    this.seqBefore = this.seqSeen;
    this.heard = this.clock.now;
    this.at("silence", 15_000);
  }

  opened() {
    this.socket = "open";
    this.openedAt = this.clock.now;
    this.heard = this.clock.now;
    this.at("ping", 5_000);
  }

  ended() {
    const lasted = this.socket === "live" && this.clock.now - this.openedAt >= 5_000;
    this.socket = "none";
    this.never("ping", "silence");
    this.tries = lasted ? 1 : this.tries + 1;
    const pause = Math.min(30_000, 500 * 2 ** (this.tries - 1));
    this.at("reconnect", pause * (0.8 + 0.4 * this.clock.random));
    this.askNow();
  }

  /** A load that waits for the hello waits no longer. */
  askNow() {
    if (this.load?.stage !== "hello") return;
    this.never("hello");
    this.attempt();
  }

  message(message) {
    this.heard = this.clock.now;
    if (message.updates !== undefined) {
      for (const [matchID, teamAOdds, teamBOdds, seq, , suspended] of message.updates) {
        this.update({ matchID, teamAOdds, teamBOdds, seq, suspended: suspended === 1 });
      }
    } else if (message.matchID !== undefined) {
      this.update(message);
    } else if (message.hello !== undefined) {
      this.hello(message.hello.seq);
    } else if (message.changed === "matches") {
      const { load } = this;
      if (load === null || load.kind === "odds") this.otherList();
      else if (load.stage === "asking" && load.resetDone) load.again = true;
    } else if (message.feed !== undefined) {
      this.feed = message.feed;
    }
  }

  update(odds) {
    this.counters.received += 1;
    this.seqSeen = Math.max(this.seqSeen, odds.seq);
    const match = this.find(odds.matchID);
    if (match === undefined) {
      this.counters.unknown += 1;
      if (this.load === null) return;
      const former = this.ahead.find((one) => one.matchID === odds.matchID);
      if (former !== undefined && former.seq >= odds.seq) return;
      this.ahead = [...this.ahead.filter((one) => one !== former), odds];
      return;
    }
    const became = this.put(match, odds);
    this.counters[became === "stale" ? "stale" : "applied"] += 1;
    if (became === "coalesced") this.counters.coalesced += 1;
    if (became !== "stale") this.changed();
  }

  /** Newer odds of a match: stale, same, changed or coalesced. */
  put(match, odds) {
    if (odds.seq <= match.seq) return "stale";
    const before = JSON.stringify([match.a, match.b, match.suspended]);
    Object.assign(match, this.known(match, odds));
    this.seqSeen = Math.max(this.seqSeen, odds.seq);
    if (before === JSON.stringify([match.a, match.b, match.suspended])) return "same";
    return this.view.mark(match) ? "coalesced" : "changed";
  }

  hello(seq) {
    if (this.socket !== "open") return;
    this.socket = "live";
    this.feed = true;
    this.offline = false;
    const forgotten = seq < this.seqBefore;
    if (forgotten) {
      this.seqSeen = -1;
      for (const match of this.list ?? []) match.seq = -1;
    }
    const { load } = this;
    if (load === null || (forgotten && load.kind === "odds")) {
      this.begin(forgotten || this.stale || this.list === null ? "full" : "odds");
    } else if (load.stage === "hello") {
      this.askNow();
    } else if (load.stage === "asking") {
      if (forgotten) load.again = true;
      else load.missed = seq;
    }
  }

  // What is due.

  timer(name) {
    delete this.due[name];
    if (name === "answer" && this.load.kind === "seed") this.seeded();
    else if (name === "answer") this.attemptFailed();
    else if (name === "hello") this.askNow();
    else if (name === "list") this.begin("full");
    else if (name === "retry") this.attempt();
    else if (name === "reconnect") this.connect();
    else if (name === "ping") this.at("ping", 5_000);
    else if (name === "silence") this.silence();
    else if (name === "save") this.saveDue();
    else if (name === "text") this.hand();
  }

  silence() {
    const end = this.heard + 15_000;
    if (end > this.clock.now) {
      this.due.silence = end;
    } else {
      this.closes.push(4000);
      this.ended();
    }
  }
}
