// Events that may happen, each if it can; they are drawn by weight.

const MALFORMED = [
  undefined, null, {}, "text", 7, [7], [null], [{}], [{ matchID: "1" }],
  [{ matchID: 1, teamA: "A", teamB: "B", startTime: "soon" }],
  [{ matchID: 1, teamAOdds: 0, teamBOdds: 1.2, seq: 1 }],
  [{ matchID: 1, teamAOdds: 1.2, teamBOdds: 1.2, seq: 1.5 }],
  [{ matchID: 2 ** 60, teamAOdds: 1.2, teamBOdds: 1.2, seq: 1 }],
];
/** What a socket may bring that is no message; all of it means nothing. */
const NOISE = [
  "", "{", "null", "7", "[]", '"text"', '{"updates":7}', '{"matchID":null}',
  '{"updates":[7,null,[],[1]]}', '{"pong":1}', '{"changed":"odds"}', '{"hello":{}}', '{"hello":null}',
  '{"feed":"away"}', '{"feed":null}',
  '{"matchID":7,"teamAOdds":"1","teamBOdds":1.1,"seq":1}',
];

const actions = {
  random(order) {
    const { outside, world, reference, random } = order;
    const choices = [
      [3, Object.keys(outside.timers).length > 0, this.timer],
      [2, true, this.wait],
      [3, outside.socket !== null && !outside.socket.isOpen, this.socket],
      [5, world.inbox.length > 0, this.message],
      [0.3, outside.socket?.isOpen === true, this.noise],
      [4, true, this.change],
      [0.3, true, this.replace],
      [0.3, true, this.turnFeed],
      [0.1, !world.isConnected, this.forget],
      [4, outside.requests.length > 0, this.answer],
      [0.5, outside.socket?.isOpen === true, this.drop],
      [1, outside.late.length > 0, this.lateAnswer],
      [0.5, outside.formerSockets.length > 0, this.lateMessage],
      [0.7, true, reference.awake ? this.hide : this.wake],
      [0.3, true, this.network],
      [0.2, true, this.refresh],
      [0.8, true, this.retry],
      [1, true, this.more],
      [1, outside.unanswered.length > 0, this.saved],
      [3, reference.awake && reference.list !== null, this.ask],
    ].filter(([, can]) => can);
    let drawn = random.number() * choices.reduce((sum, [weight]) => sum + weight, 0);
    const choice = choices.find(([weight]) => (drawn -= weight) < 0) ?? choices[0];
    choice[2].call(this, order);
  },

  /** Before the cache is read. */
  early(order) {
    const { random, reference } = order;
    const action = random.one([reference.awake ? this.hide : this.wake, this.network, this.wait,
      this.refresh, this.retry]);
    action.call(this, order);
  },

  /** What goes well. */
  settling(order) {
    const { outside, world } = order;
    if (outside.unanswered.length > 0) this.saved(order, true);
    else if (outside.socket !== null && !outside.socket.isOpen) this.socket(order, true);
    else if (world.inbox.length > 0) this.message(order);
    else if (outside.requests.length > 0) this.answer(order, true);
    else if (this.canRetry(order.reference)) this.retry(order);
    else if (!outside.isDrawn()) this.askForAll(order);
    else this.timer(order);
  },

  canRetry: ({ stale, failed, load }) => load === null && (stale || failed),

  timer(order) {
    const { clock, outside } = order;
    const timers = Object.entries(outside.timers);
    if (timers.length === 0) return;
    const [name, time] = timers.reduce((one, other) => (other[1] < one[1] ? other : one));
    clock.now = Math.max(clock.now, time);
    delete outside.timers[name];
    order.event(`timer ${name}`, (reference) => reference.timer(name), { type: "timer", name });
  },

  wait(order) {
    const { clock, outside, random } = order;
    const next = Math.min(...Object.values(outside.timers), Infinity);
    clock.now = Math.min(clock.now + random.one([0.25, 3, 17, 200, 2_000, 60_000]), next);
  },

  socket(order, isGood) {
    const { outside, world, clock, random } = order;
    const { number } = outside.socket;
    if (isGood || random.chance(0.7)) {
      outside.socket.isOpen = true;
      world.connect(clock.now);
      order.event("socket opens", (reference) => reference.opened(),
        { type: "socketOpened", socket: number });
    } else {
      outside.hangUp();
      order.event("socket refused", (reference) => reference.ended(),
        { type: "socketClosed", socket: number });
    }
  },

  drop(order) {
    const { number } = order.outside.socket;
    order.outside.hangUp();
    order.event("socket drops", (reference) => reference.ended(),
      { type: "socketClosed", socket: number });
  },

  message(order) {
    const text = order.world.inbox.shift();
    const { number } = order.outside.socket;
    order.step(`message ${text}`, (reference) => reference.message(JSON.parse(text)),
      (owner) => owner.receive(number, text));
  },

  noise(order) {
    const text = order.random.one(NOISE);
    const { number } = order.outside.socket;
    order.step(`noise ${text}`, (reference) => {
      reference.heard = order.clock.now;
    }, (owner) => owner.receive(number, text));
  },

  lateMessage(order) {
    const { number, texts } = order.random.one(order.outside.formerSockets);
    const text = order.random.one([...texts, '{"hello":{"seq":0}}', '{"changed":"matches"}']);
    order.step(`late message ${text}`, () => {}, (owner) => owner.receive(number, text));
  },

  change: (order) => order.world.change(order.clock.now),

  replace: (order) => order.world.replace(order.clock.now),

  turnFeed: (order) => order.world.turnFeed(),

  forget: (order) => order.world.forget(order.clock.now),

  answer(order, isGood) {
    const { outside, world, random, clock } = order;
    const request = random.one(outside.requests);
    const { kind, epoch } = request;
    outside.requests = outside.requests.filter((one) => one !== request);
    const how = isGood || random.chance(0.65) ? "good" : random.one(["status", "none", "shape"]);
    if (kind === "reset" && (how === "good" || random.chance(0.5))) world.reset(clock.now);
    const event = { type: "answer", kind, epoch, status: 200, body: undefined };
    const late = world.isConnected && !isGood && request.early && random.chance(0.5);
    if (kind === "matches") event.body = late ? request.early : world.matchesBody();
    if (kind === "odds") event.body = late ? request.early : world.oddsBody();
    if (kind === "seed" || kind === "reset") event.status = 204;
    if (how === "status") Object.assign(event, { status: random.one([404, 500, 503, 204]) });
    if (how === "none") Object.assign(event, { status: 0 });
    if (how === "shape") event.body = random.one(MALFORMED);
    const isUsable = how === "good" || (kind === "reset" && event.status === 204);
    const body = structuredClone(event.body);
    const isFine = isUsable || (how === "shape" && kind === "reset");
    order.event(`answer to ${kind}: ${how} ${JSON.stringify(body)?.slice(0, 900)}`,
      (reference) => reference.answered(kind, isFine, body), event);
  },

  lateAnswer(order) {
    const { kind, epoch, early } = order.random.one(order.outside.late);
    const status = order.random.one([200, 204, 500, 0]);
    order.event(`late answer to ${kind}`, () => {},
      { type: "answer", kind, epoch, status, body: early });
  },

  hide: (order) => order.event("hide", (reference) => reference.hide(), { type: "hide" }),

  wake(order) {
    const online = order.random.chance(0.8);
    order.event(`show ${online ? "online" : "offline"}`, (reference) => reference.show(online),
      { type: "show", online });
  },

  network(order) {
    if (order.random.chance(0.5)) {
      order.event("online", (reference) => reference.online(), { type: "online" });
    } else {
      order.event("offline", (reference) => reference.goneOffline(), { type: "offline" });
    }
  },

  refresh: (order) =>
    order.event("refresh", (reference) => reference.refresh(), { type: "refresh" }),

  retry: (order) => order.event("retry", (reference) => reference.retry(), { type: "retry" }),

  more(order) {
    const shown = order.random.chance(0.8) ? order.reference.shown() : order.random.below(200);
    order.event(`more than ${shown}`, (reference) => reference.more(shown),
      { type: "more", shown });
  },

  saved(order, isGood) {
    const savedAt = order.outside.unanswered.shift();
    const saved = isGood || order.random.chance(0.8);
    order.event(`saved: ${saved}`, (reference) => reference.cacheSaved({ saved, savedAt }),
      { type: "cacheSaved", saved, savedAt });
  },

  ask(order) {
    const { random, outside, clock } = order;
    const made = [0, outside.view.length];
    const from = random.below(made[1] + 5) - 3;
    const near = [from, from + random.below(20)];
    const next = clock.now + random.below(20);
    this.askOf(order, { near, made, seen: near, next });
  },

  askForAll(order) {
    const made = [0, order.outside.view.length];
    this.askOf(order, { near: made, made, seen: made, next: order.clock.now });
  },

  askOf(order, ask) {
    order.step(`ask ${JSON.stringify(ask)}`, (reference) => reference.view.ask(ask),
      (owner) => owner.ask({ version: order.outside.version, ...ask }));
  },
};
