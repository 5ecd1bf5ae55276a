// Records as the page saves them, and the same with one part spoilt: whole ones are read
// as they are, all others count as none. What may be spoilt how is written out here.

const BAD = {
  schema: [undefined, null, 0, 2, 99, "1", [1]],
  world: [undefined, null, 7, "", "0123", "X".repeat(32), "0".repeat(33)],
  savedAt: [undefined, null, "1", NaN, Infinity, [], {}],
  matches: [undefined, null, 7, "[]", {}, [null], [7], [[]], [{}]],
};
const BAD_OF_A_MATCH = {
  matchID: [undefined, null, "1001", -1, 1.5, 2 ** 53, NaN],
  teamA: [undefined, null, 7, []],
  teamB: [undefined, null, 7, {}],
  startTime: [undefined, null, 7, "", "soon", "2026-99-99T00:00:00Z"],
  teamAOdds: [null, "1.85", 0, -1, NaN, Infinity, 1e9, undefined],
  teamBOdds: [null, "1.85", 0, -1, NaN, Infinity, 1e9, undefined],
  seq: [null, "7", -1, 0.5, 2 ** 53, undefined],
};

function wholeRecord(random) {
  const matches = [];
  const count = 1 + random.below(12);
  for (let index = 0; index < count; index += 1) {
    matches.push({
      matchID: 1001 + index, teamA: `Team ${index}`, teamB: "Ålesund",
      startTime: new Date(1_760_000_000_000 + random.below(1e7)).toISOString(),
      teamAOdds: (105 + random.below(1_895)) / 100, teamBOdds: (105 + random.below(1_895)) / 100,
      seq: random.below(1_000),
    });
  }
  return { schema: 1, world: "0123456789abcdef0123456789abcdef", savedAt: 1_760_000_000_000,
    matches };
}

function spoil(record, random) {
  if (random.chance(0.1)) {
    record.matches.push({ ...record.matches[0] });
    return "an id twice";
  }
  if (random.chance(0.02)) {
    record.matches[0].teamA = "x".repeat(5 * 1024 * 1024);
    return "over 5 MiB";
  }
  const isTop = random.chance(0.4);
  const bad = isTop ? BAD : BAD_OF_A_MATCH;
  const target = isTop ? record : random.one(record.matches);
  const name = random.one(Object.keys(bad));
  target[name] = random.one(bad[name]);
  return `${name} = ${String(target[name])}`;
}

function checkRecords({ readRecord, readRecordText }, first, count) {
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Seeded(seed);
    const record = wholeRecord(random);
    const isSpoilt = random.chance(0.7);
    const words = isSpoilt ? spoil(record, random) : "whole";
    const read = readRecord(structuredClone(record));
    if (isSpoilt) {
      if (read !== null) return { seed, words, read };
      // As text a few of these can no longer be told from nothing there at all.
      const again = readRecordText(JSON.stringify(record));
      if (again !== null) return { seed, words: `${words} as text`, read: again };
      continue;
    }
    const text = readRecordText(JSON.stringify(record));
    for (const one of [read, text]) {
      if (one === null) return { seed, words };
      const ids = one.matches.map((match) => match.matchID).join();
      const odds = one.odds.map((its) => [its.matchID, its.a, its.b, its.seq].join()).join(";");
      const expected = record.matches.map((match) => [match.matchID,
        Math.round(match.teamAOdds * 100), Math.round(match.teamBOdds * 100), match.seq].join());
      if (ids !== record.matches.map((match) => match.matchID).join()) return { seed, ids };
      if (odds !== expected.join(";")) return { seed, odds, expected };
      if (one.world !== record.world || one.savedAt !== record.savedAt) return { seed, one };
    }
  }
  return null;
}
