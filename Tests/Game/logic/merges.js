// Merging against the rule said plainly: of all odds known of a match those of the
// greatest seq; sorted by start, then id.

function checkMerges({ mergedTable, partOf, sameTable }, first, count) {
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Seeded(seed);
    const ids = Array.from({ length: random.below(30) }, () => 1 + random.below(40));
    const matchesOf = (some) => [...new Set(some)].map((matchID) => {
      const start = 1_760_000_000_000 + (matchID % 4) * 60_000;
      return { matchID, teamA: "A", teamB: "B", start, startTime: new Date(start).toISOString() };
    });
    const oddsOf = () => [...new Set(ids.map(() => 1 + random.below(40)))].map((matchID) => ({
      matchID, a: 105 + random.below(900), b: 105 + random.below(900),
      seq: random.below(50), suspended: random.chance(0.2),
    }));
    const lists = [oddsOf(), oddsOf(), oddsOf()];
    const former = mergedTable(matchesOf(ids.slice(0, 12)), [lists[0]], null);
    const matches = matchesOf(ids.slice(6));
    const table = mergedTable(matches, [lists[1], lists[2]], former);
    const inFormer = new Set(matchesOf(ids.slice(0, 12)).map((match) => match.matchID));
    const line = (...parts) => parts.join(" ");
    const expected = matches.toSorted((one, other) =>
      one.start === other.start ? one.matchID - other.matchID : one.start - other.start,
    ).map(({ matchID }) => {
      const known = inFormer.has(matchID) ? lists : lists.slice(1);
      const candidates = known.flat().filter((odds) => odds.matchID === matchID);
      const seq = Math.max(-1, ...candidates.map((odds) => odds.seq));
      const odds = candidates.find((one) => one.seq === seq);
      if (odds === undefined) return line(matchID, 0, 0, -1, 0);
      return line(matchID, odds.a, odds.b, odds.seq, odds.suspended ? 1 : 0);
    });
    const lineOf = (one, row) => line(
      one.matches[row].matchID, one.a[row], one.b[row], one.seq[row], one.suspended[row]);
    const merged = matches.map((match, row) => lineOf(table, row));
    if (merged.join() !== expected.join()) return { seed, merged, expected };
    for (let row = 0; row < table.count; row += 1) {
      if (table.rowOf(table.matches[row].matchID) !== row) return { seed, row };
    }
    if (table.rowOf(99) !== -1) return { seed, found: 99 };
    const some = table.matches.filter(() => random.chance(0.5));
    const part = partOf(table, some);
    const left = some.map((match, row) => lineOf(part, row));
    const wanted = merged.filter((_, row) => some.includes(table.matches[row]));
    if (left.join() !== wanted.join()) return { seed, left, wanted };
    if (!sameTable(table, mergedTable(matches, [], table))) return { seed, same: false };
    if (some.length < table.count && sameTable(table, part)) return { seed, same: true };
  }
  return null;
}
