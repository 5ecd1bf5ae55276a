// So many updates over so many frames: what the view is handed of them.

function coalesce({ Owner }, seed, updates, frames) {
  const random = new Seeded(seed);
  const clock = { now: 1_760_000_000_000 };
  const now = () => clock.now;
  const settings = { world: null, retryBase: 200, graceSeconds: 0, clockSeconds: 0,
    render: "frame" };
  const owner = new Owner(settings, { now, instant: now }, Math.random, () => "0".repeat(32));
  const report = { problems: [], mostOfARow: 0, handed: 0, batches: 0 };
  const shown = [];
  let requests = [];
  const take = (effects) => {
    for (const effect of effects) {
      if (effect.do === "request") requests.push(effect);
      if (effect.do !== "batch") continue;
      report.batches += 1;
      const times = new Map();
      for (let at = 0; at < effect.rows.length; at += 4) {
        const row = effect.rows[at];
        times.set(row, (times.get(row) ?? 0) + 1);
        shown[row] = [effect.rows[at + 1], effect.rows[at + 2]];
        report.handed += 1;
      }
      report.mostOfARow = Math.max(report.mostOfARow, ...times.values());
    }
  };
  const matches = Array.from({ length: 40 }, (_, index) => ({
    matchID: 1_000 + index, teamA: "A", teamB: "B", startTime: "2030-01-01T00:00:00Z",
  }));
  take(owner.handle({ type: "start", awake: true, online: true, pages: 1, text: null }));
  take(owner.handle({ type: "cacheRead", record: undefined, failed: false, text: null }));
  take(owner.handle({ type: "socketOpened", socket: 1 }));
  take(owner.receive(1, '{"hello":{"seq":0}}'));
  for (const { kind, epoch } of requests) {
    const body = kind === "matches" ? matches : [];
    take(owner.handle({ type: "answer", kind, epoch, status: 200, body }));
  }
  requests = [];
  const last = [];
  let unchanged = 0;
  let seq = 0;
  for (let frame = 0; frame < frames; frame += 1) {
    const ask = {
      version: 1, near: [0, 40], made: [0, 40], seen: [0, 10], next: clock.now + 17,
    };
    take(owner.ask(ask));
    const before = report.batches;
    for (let done = 0; done < updates / frames;) {
      const list = [];
      for (; list.length < 8 && done < updates / frames; done += 1) {
        const row = random.below(40);
        const isStale = random.chance(0.05);
        if (!isStale) seq += 1;
        const odds = [105 + random.below(6), 105 + random.below(6)];
        list.push([1_000 + row, odds[0] / 100, odds[1] / 100, isStale ? 0 : seq, clock.now]);
        if (isStale && last[row] === undefined) {
          // Without odds yet any are newer.
          last[row] = odds;
        } else if (!isStale) {
          if (String(last[row]) === String(odds)) unchanged += 1;
          last[row] = odds;
        }
      }
      clock.now += 0.1;
      take(owner.receive(1, JSON.stringify({ updates: list })));
    }
    clock.now += 20;
    take(owner.handle({ type: "timer", name: "frame" }));
    if (report.batches - before > 1) report.problems.push(`frame ${frame}: more than one batch`);
  }
  take(owner.ask({ version: 1, near: [0, 40], made: [0, 40], seen: [0, 10], next: clock.now }));
  const { received, applied, stale, coalesced } = owner.inspect().counters;
  return { ...report, received, applied, stale, coalesced, unchanged, shown, last };
}
