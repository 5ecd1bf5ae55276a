// The shapes of what the server sends. An answer of another shape is a failed one.

import { MATCHES_MOST } from "./limits.js";

/** Odds are kept in hundredths, as they are shown; 0 stands for none. */
const ODDS_MOST = 20_000_000;

/** `1.85` → 185; null if it is no odds. */
export function hundredths(odds) {
  if (typeof odds !== "number" || !(odds > 0)) return null;
  const value = Math.round(odds * 100);
  return value > 0 && value <= ODDS_MOST ? value : null;
}

export function isMatchID(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

function isSeq(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

/** A match with its start in ms, or null. */
export function matchFrom(value) {
  if (typeof value !== "object" || value === null) return null;
  const { matchID, teamA, teamB, startTime } = value;
  if (!isMatchID(matchID) || typeof teamA !== "string" || typeof teamB !== "string") return null;
  if (typeof startTime !== "string") return null;
  const start = Date.parse(startTime);
  return Number.isNaN(start) ? null : { matchID, teamA, teamB, startTime, start };
}

/** `{matchID, a, b, seq, suspended}` in hundredths, or null. */
export function oddsFrom(value) {
  if (typeof value !== "object" || value === null) return null;
  const a = hundredths(value.teamAOdds);
  const b = hundredths(value.teamBOdds);
  if (!isMatchID(value.matchID) || !isSeq(value.seq) || a === null || b === null) return null;
  return { matchID: value.matchID, a, b, seq: value.seq, suspended: value.suspended === true };
}

function listFrom(body, itemFrom) {
  if (!Array.isArray(body) || body.length > MATCHES_MOST) return null;
  const list = [];
  const ids = new Set();
  for (const value of body) {
    const item = itemFrom(value);
    if (item === null || ids.has(item.matchID)) return null;
    ids.add(item.matchID);
    list.push(item);
  }
  return list;
}

const REASON_LENGTH = 200;

/** The server's own words for its refusal, on one line; null if there are none. */
export function reasonFrom(body) {
  if (typeof body?.error !== "string") return null;
  const words = body.error.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  if (words === "") return null;
  const letters = [...words];
  return letters.length <= REASON_LENGTH ? words : `${letters.slice(0, REASON_LENGTH).join("")}…`;
}

/** The matches of an answer, or null if any of it has another shape. */
export const matchesFrom = (body) => listFrom(body, matchFrom);
/** The odds of an answer, or null if any of it has another shape. */
export const oddsListFrom = (body) => listFrom(body, oddsFrom);
