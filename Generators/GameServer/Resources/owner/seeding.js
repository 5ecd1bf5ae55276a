// The cached list seeds its world before anything else asks for it: asked before, the
// server would make a new one.

import { seedOf } from "./cache-record.js";
import { ANSWER_MS } from "./limits.js";
import { beginLoad } from "./loading.js";
import { connect } from "./stream.js";

export function seed(owner) {
  const { state } = owner;
  state.owed = null;
  state.epoch += 1;
  state.seeding = state.epoch;
  owner.timer("answer", ANSWER_MS);
  owner.do({ do: "request", kind: "seed", epoch: state.epoch, body: seedOf(state.table) });
}

/** Answered or failed: all the same. */
export function seedAnswered(owner, event) {
  const { state } = owner;
  if (state.seeding === 0 || event.epoch !== state.seeding) return;
  state.seeding = 0;
  owner.cancel("answer");
  connect(owner);
  beginLoad(owner, "full");
}

/** Without an answer for too long. */
export function seedTimedOut(owner) {
  endSeeding(owner);
  connect(owner);
  beginLoad(owner, "full");
}

/** Gives the seeding up; returns whether it was under way. */
export function endSeeding(owner) {
  if (owner.state.seeding === 0) return false;
  owner.do({ do: "abort", epoch: owner.state.seeding });
  owner.state.seeding = 0;
  owner.cancel("answer");
  return true;
}
