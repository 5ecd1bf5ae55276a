// Pauses before something is tried again: each doubles, with a fifth of jitter each way,
// so that many pages don't come back in step. The ranges of two pauses don't overlap.

const JITTER = 0.2;

/** `attempt` counts from 1; `random` is in [0, 1). */
export function pauseBefore(attempt, base, most, random) {
  const pause = Math.min(base * 2 ** (attempt - 1), most);
  return pause * (1 - JITTER + 2 * JITTER * random);
}
