// The list: taking over what was fetched, pages, dropping what has begun, and what the
// view gets of it.

import { mergedTable, partOf, sameTable } from "./merge.js";
import { changed, keepSaving } from "./caching.js";
import { shownPages, shownRows } from "./state.js";

/**
 * A new list: its matches, and lists of odds of which the newest count. Returns whether
 * it differs from the one before.
 */
export function acceptList(owner, matches, lists) {
  const { state } = owner;
  const former = state.table;
  const top = state.fresh;
  state.fresh = false;
  if (top) state.pages = 1;
  setTable(owner, mergedTable(matches, lists, former), top);
  keepSaving(owner);
  return !sameTable(state.table, former);
}

function setTable(owner, table, top) {
  const { state } = owner;
  state.table = table;
  state.version += 1;
  state.seqMost = Math.max(state.seqMost, table.seqMost());
  owner.meter?.forget();
  tellRows(owner, 0, top);
}

/**
 * Odds without matches: takes what is newer. Returns whether they are not of just the
 * list's matches, which then must be asked for.
 */
export function acceptOdds(owner, list) {
  const { state } = owner;
  const { table } = state;
  let others = list.length !== table.count;
  let newer = false;
  for (const odds of list) {
    const row = table.rowOf(odds.matchID);
    if (row < 0) {
      others = true;
      continue;
    }
    if (odds.seq <= table.seq[row]) continue;
    table.apply(row, odds.a, odds.b, odds.seq, odds.suspended ? 1 : 0);
    if (odds.seq > state.seqMost) state.seqMost = odds.seq;
    newer = true;
  }
  if (newer) changed(owner);
  return others;
}

/** Whether a match has begun at `time`, by the page's clock and with its grace. */
export function hasBegun(owner, match, time) {
  const { clockSeconds, graceSeconds } = owner.state.settings;
  return match.start <= time + (clockSeconds - graceSeconds) * 1_000;
}

/**
 * Drops matches that began since `then`; returns whether there were any. Those that had
 * begun before are shown because the server lists them.
 */
export function dropBegun(owner, then) {
  const { table } = owner.state;
  const left = table.matches.filter((match) =>
    hasBegun(owner, match, then) || !hasBegun(owner, match, owner.now()));
  if (left.length === table.count) return false;
  setTable(owner, partOf(table, left), false);
  changed(owner);
  return true;
}

/** The view came near the end of `shown` rows; asked twice, it is one page. */
export function addPage(owner, event) {
  const { state } = owner;
  const shown = shownRows(state);
  if (state.table === null || event.shown !== shown || shown >= state.table.count) return;
  state.pages += 1;
  tellRows(owner, shown, false);
}

/** Hands the view the rows from `from` on, with all that it shows of them. */
function tellRows(owner, from, top) {
  const { state } = owner;
  const { table } = state;
  const to = shownRows(state);
  for (let row = from; row < to; row += 1) table.unmark(row);
  const matches = table.matches.slice(from, to);
  owner.tell({
    type: "rows",
    version: state.version,
    from,
    top,
    known: table.count,
    pages: shownPages(state),
    ids: matches.map((match) => match.matchID),
    teamsA: matches.map((match) => match.teamA),
    teamsB: matches.map((match) => match.teamB),
    starts: matches.map((match) => match.startTime),
    a: table.a.slice(from, to),
    b: table.b.slice(from, to),
    suspended: table.suspended.slice(from, to),
  });
}
