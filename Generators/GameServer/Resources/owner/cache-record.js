// The record that is kept between visits, made and checked. A record of any other shape
// counts as none.

import { matchFrom, oddsFrom } from "./answers.js";
import { MATCHES_MOST, RECORD_LENGTH } from "./limits.js";

export const SCHEMA = 1;

/** All matches of a table; those without odds come without. */
function matchesOf(table) {
  return table.matches.map(({ matchID, teamA, teamB, startTime }, row) => {
    const match = { matchID, teamA, teamB, startTime };
    if (table.seq[row] < 0 || table.a[row] === 0) return match;
    match.teamAOdds = table.a[row] / 100;
    match.teamBOdds = table.b[row] / 100;
    match.seq = table.seq[row];
    if (table.suspended[row] === 1) match.suspended = true;
    return match;
  });
}

export function recordOf(world, savedAt, table) {
  return { schema: SCHEMA, world, savedAt, matches: matchesOf(table) };
}

/** The body that seeds a world: matches with odds, `MatchWithOdds` each. */
export function seedOf(table) {
  return matchesOf(table).filter((match) => match.seq !== undefined);
}

/** The length of a record as text; more than any limit if it cannot be text. */
function lengthOf(record) {
  try {
    return JSON.stringify(record).length;
  } catch {
    return Infinity;
  }
}

/** `{world, savedAt, matches, odds}` of a record, or null if it counts as none. */
export function readRecord(record) {
  if (typeof record !== "object" || record === null || record.schema !== SCHEMA) return null;
  const { world, savedAt } = record;
  if (typeof world !== "string" || !/^[0-9a-f]{32}$/.test(world)) return null;
  if (typeof savedAt !== "number" || !Number.isFinite(savedAt)) return null;
  if (!Array.isArray(record.matches) || record.matches.length > MATCHES_MOST) return null;
  if (lengthOf(record) > RECORD_LENGTH) return null;
  const matches = [];
  const odds = [];
  const ids = new Set();
  for (const value of record.matches) {
    const match = matchFrom(value);
    if (match === null || ids.has(match.matchID)) return null;
    ids.add(match.matchID);
    matches.push(match);
    if (value.seq === undefined && value.teamAOdds === undefined) continue;
    const its = oddsFrom(value);
    if (its === null) return null;
    odds.push(its);
  }
  return { world, savedAt, matches, odds };
}

/** As `readRecord`, of a text. */
export function readRecordText(text) {
  if (typeof text !== "string" || text.length > RECORD_LENGTH) return null;
  try {
    return readRecord(JSON.parse(text));
  } catch {
    return null;
  }
}
