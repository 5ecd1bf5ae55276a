// The cache: what is read at the start, saved while visible, and handed to the view as
// text for the moment when a worker can no longer finish a transaction.

import { readRecord, readRecordText, recordOf } from "./cache-record.js";
import { SAVE_MS, TEXT_LENGTH, TEXT_MS } from "./limits.js";
import { acceptCached } from "./life.js";
import { isResetting } from "./state.js";

/** `{record, failed, text}`: of the database (undefined: none), and of localStorage. */
export function cacheRead(owner, event) {
  const { state } = owner;
  if (state.started) return;
  state.started = true;
  if (event.failed) state.cache.works = false;
  const stored = event.record === undefined ? null : readRecord(event.record);
  const text = event.text === null ? null : readRecordText(event.text);
  if (event.record !== undefined && stored === null) {
    owner.do({ do: "clearCache" });
  }
  if (event.text !== null && text === null) owner.tell({ type: "forget" });
  const isTextNewer = text !== null && (stored === null || text.savedAt > stored.savedAt);
  const newest = isTextNewer ? text : stored;
  acceptCached(owner, newest);
}

/** Something worth saving changed. The view gets the record's text in a while. */
export function changed(owner) {
  const { cache, awake } = owner.state;
  cache.changed = true;
  if (cache.textTimer || !awake) return;
  const wait = cache.textAt + TEXT_MS - owner.instant();
  if (wait <= 0) {
    handText(owner);
  } else {
    cache.textTimer = true;
    owner.timer("text", wait);
  }
}

export function textTimer(owner) {
  owner.state.cache.textTimer = false;
  handText(owner);
}

function handText(owner) {
  const { state } = owner;
  state.cache.textAt = owner.instant();
  if (isSavable(state)) owner.tell({ type: "record", text: textOf(owner, state) });
}

/** The record as text; null if it is too long, which many matches are in any case. */
function textOf(owner, { world, table }) {
  if (table.count * 64 > TEXT_LENGTH) return null;
  const text = JSON.stringify(recordOf(world, owner.now(), table));
  return text.length <= TEXT_LENGTH ? text : null;
}

/** While a reset is under way storage stays empty. */
function isSavable(state) {
  return state.table !== null && !isResetting(state);
}

/** Starts the timer of saves, if it does not run. */
export function keepSaving(owner) {
  const { state } = owner;
  if (state.cache.saveTimer || !state.awake || state.table === null) return;
  state.cache.saveTimer = true;
  owner.timer("save", SAVE_MS);
}

export function saveTimer(owner) {
  const { state } = owner;
  state.cache.saveTimer = false;
  if (state.cache.changed && isSavable(state)) save(owner);
  keepSaving(owner);
}

export function save(owner) {
  const { state } = owner;
  state.cache.changed = false;
  owner.do({ do: "save", record: recordOf(state.world, owner.now(), state.table) });
}

/** Hidden: the timers stop, and what there is is saved once. */
export function saveAndStop(owner) {
  const { state } = owner;
  for (const name of ["save", "text"]) owner.cancel(name);
  state.cache.saveTimer = false;
  state.cache.textTimer = false;
  if (isSavable(state)) save(owner);
}

export function cacheSaved(owner, event) {
  const { cache } = owner.state;
  cache.works = event.saved;
  if (event.saved) {
    cache.saves += 1;
    cache.savedAt = event.savedAt;
  } else {
    cache.changed = true;
  }
}

/** Both storages are emptied; the view forgets its text too. */
export function clearCache(owner) {
  owner.do({ do: "clearCache" });
  owner.tell({ type: "forget" });
}
