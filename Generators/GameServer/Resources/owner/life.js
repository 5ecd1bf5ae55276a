// The page's life: its start, hidden and shown, offline and online.

import { changed, keepSaving, saveAndStop } from "./caching.js";
import { acceptList, dropBegun, hasBegun } from "./listing.js";
import { beginLoad, cancelLoad, forgetChange } from "./loading.js";
import { endSeeding, seed } from "./seeding.js";
import { connect, disconnect } from "./stream.js";

/** `{awake, online, pages, text}`; pages and text are what the view had in storage. */
export function start(owner, event) {
  const { state } = owner;
  state.awake = event.awake;
  state.sleptAt = owner.now();
  state.offline = !event.online;
  state.pages = Math.max(1, event.pages);
  owner.do({ do: "readCache", text: event.text });
}

/** What the cache held, or null; then the stream and the network. */
export function acceptCached(owner, cached) {
  const { state } = owner;
  state.world = cached?.world ?? state.settings.world ?? owner.newWorld();
  const matches = cached?.matches.filter((match) => !hasBegun(owner, match, owner.now())) ?? [];
  if (matches.length > 0) {
    acceptList(owner, matches, [cached.odds]);
    state.cache.savedAt = cached.savedAt;
    if (matches.length < cached.matches.length) changed(owner);
    state.owed ??= "seed";
  } else {
    state.owed ??= "full";
  }
  if (state.awake) goOn(owner);
}

/** Begins what is owed. */
function goOn(owner) {
  const { state } = owner;
  const { owed } = state;
  if (owed === "seed") {
    seed(owner);
  } else {
    connect(owner);
    beginLoad(owner, owed);
  }
}

/** All that runs stops; what was under way is owed. */
export function hide(owner) {
  const { state } = owner;
  if (!state.awake) return;
  state.awake = false;
  state.sleptAt = owner.now();
  if (!state.started) return;
  saveAndStop(owner);
  if (state.seeding !== 0) state.owed = "seed";
  endSeeding(owner);
  state.owed = cancelLoad(owner) ?? state.owed;
  if (forgetChange(owner) && state.owed !== "reset") state.owed = "full";
  disconnect(owner);
  owner.cancel("frame");
  state.frame.held = false;
}

/** What was missed is asked for; matches that began meanwhile go. `{online}`. */
export function show(owner, event) {
  const { state } = owner;
  if (state.awake) return;
  state.awake = true;
  // A page that was put away has heard of no change.
  state.offline = !event.online;
  if (!state.started) return;
  if (state.table !== null) {
    const dropped = dropBegun(owner, state.sleptAt);
    if (dropped && state.owed !== "seed" && state.owed !== "reset") state.owed = "full";
    state.owed ??= state.failure === null ? "odds" : "full";
    keepSaving(owner);
    if (state.cache.changed) changed(owner);
  } else {
    state.owed ??= "full";
  }
  goOn(owner);
}

/** The browser's word alone: a socket that still works is kept. */
export function goneOffline(owner) {
  owner.state.offline = true;
}

export function backOnline(owner) {
  owner.state.offline = false;
  if (owner.state.started && owner.state.seeding === 0 && owner.state.owed === null) {
    connect(owner);
  }
}
