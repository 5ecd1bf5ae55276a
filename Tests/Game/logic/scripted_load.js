// A first load in which requests of some kinds fail so many times in one way.

function scriptedLoad({ Owner }, failing, failures, how) {
  const random = new Seeded(failures * 7 + failing.length);
  const clock = { now: 1_760_000_000_000 };
  const report = { asked: [], pauses: [], drawn: [], waits: [], left: 0, state: "" };
  let requests = [];
  let timers = {};
  let last = 0;
  const settings = { world: null, retryBase: 200, graceSeconds: 0, clockSeconds: 0,
    render: "frame" };
  const draw = () => {
    last = random.number();
    return last;
  };
  const now = () => clock.now;
  const owner = new Owner(settings, { now, instant: now }, draw, () => "0".repeat(32));
  const does = {
    request: (request) => requests.push(request),
    abort: ({ epoch }) => {
      requests = requests.filter((request) => request.epoch !== epoch);
    },
    timer: ({ name, after }) => {
      timers[name] = after;
      if (name !== "retry") return;
      report.pauses.push(after);
      report.drawn.push(last);
    },
    cancel: ({ name }) => {
      delete timers[name];
    },
  };
  const give = (event) => {
    for (const effect of owner.handle(event)) does[effect.do]?.(effect);
  };
  const fire = (name) => {
    clock.now += timers[name];
    delete timers[name];
    give({ type: "timer", name });
  };
  give({ type: "start", awake: true, online: true, pages: 1, text: null });
  give({ type: "cacheRead", record: undefined, failed: false, text: null });
  give({ type: "socketClosed", socket: 1 });
  delete timers.reconnect;
  for (let attempt = 1; requests.length > 0; attempt += 1) {
    report.asked.push(requests.map((request) => request.kind).sort());
    const fails = attempt <= failures;
    // One that is good comes first, so that it alone is not enough; or last, when it has
    // been given up.
    const isLast = attempt % 2 === 0 ? -1 : 1;
    const order = [...requests].sort((one, other) =>
      isLast * (failing.includes(one.kind) - failing.includes(other.kind)));
    for (const request of order) {
      if (!requests.includes(request)) continue;
      requests = requests.filter((one) => one !== request);
      const event = { type: "answer", kind: request.kind, epoch: request.epoch, status: 200,
        body: [] };
      if (fails && failing.includes(request.kind)) {
        if (how === "silence") continue;
        if (how === "status") event.status = 503;
        if (how === "nothing") event.status = 0;
        if (how === "shape") event.body = [{ matchID: "x" }];
      }
      give(event);
      if (event.status !== 200 || event.body.length > 0) report.left += requests.length;
    }
    if (fails && how === "silence") {
      report.waits.push(timers.answer);
      fire("answer");
    }
    if (timers.retry !== undefined) fire("retry");
  }
  report.left += requests.length + Object.keys(timers).filter((name) => name === "answer").length;
  report.state = owner.inspect().loadState;
  return report;
}
