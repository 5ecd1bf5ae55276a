// Loads: both requests at the same time and both needed, retries with growing pauses.
// Kinds: "full" asks for matches and odds, "odds" for odds alone (what was missed),
// "reset" resets the world first and then loads in full.
//
// A load's phases: "gated" (waits for the stream's hello), "asked" (requests are out),
// "paused" (until its next attempt). Each attempt has an epoch of its own: what answers
// an older one is late, and dropped.

import { matchesFrom, oddsListFrom, reasonFrom } from "./answers.js";
import { changed, clearCache } from "./caching.js";
import { ANSWER_MS, CHANGED_MS, HELLO_MS, RETRIES } from "./limits.js";
import { acceptList, acceptOdds } from "./listing.js";
import { pauseBefore } from "./pauses.js";
import { endSeeding } from "./seeding.js";
import { connect } from "./stream.js";

const READERS = { matches: matchesFrom, odds: oddsListFrom, reset: () => true };

export function beginLoad(owner, kind) {
  const { state } = owner;
  cancelLoad(owner);
  if (endSeeding(owner)) connect(owner);
  state.owed = null;
  if (state.table === null) state.failure = null;
  if (kind !== "odds") forgetChange(owner);
  state.load = {
    kind, phase: "gated", epoch: 0, attempt: 0, isReset: kind !== "reset",
    wanted: [], answers: {}, again: false, helloMissed: -1,
  };
  if (kind === "odds") state.counters.catchUps += 1;
  else state.counters.loads += 1;
  if (kind === "reset") {
    state.fresh = true;
    clearCache(owner);
    attempt(owner);
  } else if (state.socket.phase === "opening" || state.socket.phase === "open") {
    owner.timer("hello", HELLO_MS);
  } else {
    attempt(owner);
  }
}

/**
 * Loads what the server has told to be another list: at once, or a while after the last
 * one was asked for, so that a storm of such words is no storm of requests.
 */
export function loadChange(owner) {
  const { state } = owner;
  const wait = state.listAskedAt + CHANGED_MS - owner.instant();
  if (wait <= 0) {
    beginLoad(owner, "full");
  } else {
    state.listChanged = true;
    owner.timer("list", wait);
  }
}

/** Asks no more for a changed list; returns whether it would have been asked for. */
export function forgetChange(owner) {
  if (!owner.state.listChanged) return false;
  owner.state.listChanged = false;
  owner.cancel("list");
  return true;
}

/** Ends the load under way without a result. Returns what is left to load, or null. */
export function cancelLoad(owner) {
  const { state } = owner;
  const { load } = state;
  if (load === null) return null;
  stopAttempt(owner);
  endLoad(owner);
  return load.again || load.isReset && load.kind === "reset" ? "full" : load.kind;
}

function endLoad(owner) {
  owner.state.load = null;
  owner.state.ahead.clear();
}

function stopAttempt(owner) {
  const { load } = owner.state;
  if (load.phase === "asked") {
    owner.do({ do: "abort", epoch: load.epoch });
    owner.cancel("answer");
  } else {
    owner.cancel(load.phase === "gated" ? "hello" : "retry");
  }
}

function attempt(owner) {
  const { state } = owner;
  const { load } = state;
  load.attempt += 1;
  if (load.kind !== "odds") state.counters.attempts += 1;
  owner.timer("answer", ANSWER_MS);
  ask(owner, load.isReset ? (load.kind === "odds" ? ["odds"] : ["matches", "odds"]) : ["reset"]);
}

function ask(owner, kinds) {
  const { state } = owner;
  const { load } = state;
  state.epoch += 1;
  load.epoch = state.epoch;
  load.phase = "asked";
  load.wanted = kinds;
  load.answers = {};
  load.helloMissed = -1;
  if (kinds.includes("matches")) state.listAskedAt = owner.instant();
  for (const kind of kinds) owner.do({ do: "request", kind, epoch: load.epoch });
}

/** The stream said hello, or will not: a load that waited for it asks now. */
export function openGate(owner) {
  const { load } = owner.state;
  if (load === null || load.phase !== "gated") return false;
  owner.cancel("hello");
  attempt(owner);
  return true;
}

export function gateTimer(owner) {
  openGate(owner);
}

export function retryTimer(owner) {
  if (owner.state.load !== null && owner.state.load.phase === "paused") attempt(owner);
}

/** `{kind, epoch, status, body}`; status 0 and a `reason` if no answer came. */
export function answer(owner, event) {
  const { state } = owner;
  const { load } = state;
  if (load === null || load.phase !== "asked" || event.epoch !== load.epoch) return;
  const answered = event.kind === "reset" ? [200, 204] : [200];
  if (!answered.includes(event.status)) {
    const how = event.status === 0 ? "did not answer" : `answered ${event.status}`;
    const reason = reasonFrom(event.body);
    const end = reason === null ? "." : `: ${reason}`;
    fail(owner, `The server ${how} when asked for ${wordsFor(event.kind)}${end}`);
    return;
  }
  const read = READERS[event.kind](event.body);
  if (read === null) {
    fail(owner, `The server's ${wordsFor(event.kind)} could not be read.`);
    return;
  }
  load.answers[event.kind] = read;
  if (load.wanted.some((kind) => load.answers[kind] === undefined)) return;
  owner.cancel("answer");
  if (load.wanted[0] === "reset") {
    load.isReset = true;
    owner.timer("answer", ANSWER_MS);
    ask(owner, ["matches", "odds"]);
  } else {
    succeed(owner);
  }
}

function wordsFor(kind) {
  return { matches: "matches", odds: "odds", reset: "new matches" }[kind];
}

export function timedOut(owner) {
  const { load } = owner.state;
  if (load !== null && load.phase === "asked") fail(owner, "The server took too long to answer.");
}

function succeed(owner) {
  const { state } = owner;
  const { load } = state;
  const { matches, odds } = load.answers;
  const ahead = [...state.ahead.values()];
  endLoad(owner);
  state.failure = null;
  let next = null;
  let seqMost = -1;
  for (const { seq } of odds) seqMost = Math.max(seqMost, seq);
  if (seqMost < load.helloMissed) next = "odds";
  if (load.kind === "odds") {
    if (acceptOdds(owner, odds)) next = "full";
  } else {
    if (acceptList(owner, matches, [odds, ahead])) changed(owner);
    // Asked before the hello, of two moments: nobody will tell what changed between.
    if (load.helloMissed >= 0 && !areOfSame(matches, odds)) next = "full";
  }
  if (next !== null) beginLoad(owner, next);
  if (load.again && next !== "full") loadChange(owner);
}

function areOfSame(matches, odds) {
  const ids = new Set(matches.map((match) => match.matchID));
  return ids.size === odds.length && odds.every((one) => ids.has(one.matchID));
}

function fail(owner, reason) {
  const { state } = owner;
  const { load } = state;
  stopAttempt(owner);
  if (load.attempt <= RETRIES) {
    load.phase = "paused";
    const { retryBase } = state.settings;
    owner.timer("retry", pauseBefore(load.attempt, retryBase, Infinity, owner.random()));
    return;
  }
  endLoad(owner);
  state.failure = reason;
}
