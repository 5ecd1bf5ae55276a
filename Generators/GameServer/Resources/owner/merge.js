// Fetched lists, what is known, and what the stream brought become one sorted list. Of
// two odds of a match those with the greater `seq` stay.

import { OddsTable } from "./odds-table.js";

/** By start, then by id. */
export function inOrder(one, other) {
  return one.start - other.start || one.matchID - other.matchID;
}

function put(table, row, odds) {
  if (odds.seq <= table.seq[row]) return;
  table.a[row] = odds.a;
  table.b[row] = odds.b;
  table.suspended[row] = odds.suspended ? 1 : 0;
  table.seq[row] = odds.seq;
}

/** Takes over what a former table holds of the same matches, if it is of an age. */
function takeOver(table, former, seqLeast) {
  for (let row = 0; row < table.count; row += 1) {
    const old = former.rowOf(table.matches[row].matchID);
    if (old < 0 || former.seq[old] < seqLeast) continue;
    table.a[row] = former.a[old];
    table.b[row] = former.b[old];
    table.suspended[row] = former.suspended[old];
    table.seq[row] = former.seq[old];
  }
}

/**
 * The table of `matches` (sorted here) with the newest odds of `lists`, and of `former`
 * (a table or null). Odds without a match are dropped, and so are odds of a world that
 * the server has forgotten. O(n log n).
 */
export function mergedTable(matches, lists, former) {
  const table = new OddsTable(matches.toSorted(inOrder));
  if (former !== null) takeOver(table, former, 0);
  for (const list of lists) {
    for (const odds of list) {
      const row = table.rowOf(odds.matchID);
      if (row >= 0) put(table, row, odds);
    }
  }
  return table;
}

/** Some matches of a table, with all that it holds of them. O(n log n). */
export function partOf(former, matches) {
  const table = new OddsTable(matches.toSorted(inOrder));
  takeOver(table, former, -1);
  return table;
}

/** Whether two tables hold the same matches with the same odds of the same age. */
export function sameTable(one, other) {
  if (other === null || one.count !== other.count) return false;
  for (let row = 0; row < one.count; row += 1) {
    const match = one.matches[row];
    const twin = other.matches[row];
    if (match.matchID !== twin.matchID || match.startTime !== twin.startTime) return false;
    if (match.teamA !== twin.teamA || match.teamB !== twin.teamB) return false;
    if (one.a[row] !== other.a[row] || one.b[row] !== other.b[row]) return false;
    if (one.seq[row] !== other.seq[row]) return false;
    if (one.suspended[row] !== other.suspended[row]) return false;
  }
  return true;
}
