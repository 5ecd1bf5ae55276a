// What storage may hold when the page begins: nothing, records of this world or of
// another, old ones, spoilt ones, and a database that cannot be read.

const OTHER_WORLD = "fedcba9876543210fedcba9876543210";
const SPOILT = [
  null, 7, "text", [], {}, { schema: 99, world: OTHER_WORLD, savedAt: 1, matches: [] },
  { schema: 1, world: "none", savedAt: 1, matches: [] },
  { schema: 1, world: OTHER_WORLD, savedAt: "now", matches: [] },
  { schema: 1, world: OTHER_WORLD, savedAt: 1, matches: {} },
  { schema: 1, world: OTHER_WORLD, savedAt: 1, matches: [{ matchID: 1 }] },
];

/** `record` and `text` as the reference takes them, and as storage has them. */
function cachedRecords(order) {
  const { random } = order;
  const failed = random.chance(0.05);
  const record = failed ? undefined : cachedRecord(order);
  const text = cachedRecord(order);
  const words = { record: wordsFor(record), text: wordsFor(text), failed };
  return {
    record,
    recordAsIs: record === null ? random.one(SPOILT) : structuredClone(record),
    text,
    textAsIs: text === undefined ? null : text === null
      ? random.one(["", "{", "null", ...SPOILT.map((spoilt) => JSON.stringify(spoilt))])
      : JSON.stringify(text),
    failed,
    words: JSON.stringify(words),
  };
}

function wordsFor(record) {
  if (record === undefined) return "nothing";
  return record === null ? "spoilt" : record;
}

function cachedRecord({ random, clock, settings, world }) {
  const kind = random.below(10);
  if (kind < 4) return undefined;
  if (kind < 5) return null;
  const matches = [];
  const justNow = clock.now + (settings.clockSeconds - settings.graceSeconds) * 1_000;
  for (const match of world.matches) {
    if (random.chance(0.2)) continue;
    const { matchID, teamA, teamB } = match;
    const startTime = random.chance(0.02) ? new Date(justNow).toISOString() : match.startTime;
    const cached = { matchID, teamA, teamB, startTime };
    if (random.chance(0.9)) {
      const { teamAOdds, teamBOdds, suspended } = match;
      const seq = Math.max(0, match.seq - random.below(2) * random.below(50));
      Object.assign(cached, { teamAOdds, teamBOdds, seq });
      // Odds of an age are the same everywhere.
      if (seq !== match.seq) cached.teamAOdds = world.price();
      if (suspended) cached.suspended = true;
    }
    matches.push(cached);
  }
  return {
    schema: 1,
    world: random.chance(0.8) && settings.world !== null ? settings.world : OTHER_WORLD,
    savedAt: clock.now - random.below(100_000),
    matches,
  };
}
