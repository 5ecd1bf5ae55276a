// All limits of the owner, with the reason of each.

/** Rows that one page adds. */
export const PAGE_ROWS = 40;
/** So long after a load's requests went out `changed` makes the next ones go out. */
export const CHANGED_MS = 2_000;
/** From so many matches on the view draws only those near the screen. */
export const VIRTUAL_ROWS = 400;
/** No server sends more matches; a longer list is not taken. */
export const MATCHES_MOST = 10_000;
/** Retries of a load after its first attempt. */
export const RETRIES = 5;
/** An attempt without both answers after so long has failed. */
export const ANSWER_MS = 10_000;
/** So long a load waits for the stream's hello, so that its answers miss nothing. */
export const HELLO_MS = 250;
/** Every so often what changed is saved. */
export const SAVE_MS = 10_000;
/** The view gets the record as text at most so often. */
export const TEXT_MS = 1_000;
/** A longer record is not handed over as text: localStorage is small and synchronous. */
export const TEXT_LENGTH = 256 * 1024;
/** A longer record counts as none. */
export const RECORD_LENGTH = 5 * 1024 * 1024;
/** A database that does not answer for so long counts as none. */
export const DATABASE_MS = 5_000;
export const PING_MS = 5_000;
export const SILENCE_MS = 15_000;
/** First and longest pause before the stream is connected again. */
export const RECONNECT_MS = 500;
export const RECONNECT_MOST_MS = 30_000;
/** A connection that lived so long makes the next pause the first again. */
export const STEADY_MS = 5_000;
/** Odds of matches that a load under way may still bring; more are forgotten. */
export const AHEAD_MOST = 20_000;
/** Rows beyond the near ones that one batch may carry: they have time, and frames have not. */
export const FAR_ROWS = 2;
/** So long before the next frame a batch is handed over: what comes later is missed. */
export const FRAME_LEAD_MS = 4;
/** After so long without a batch the next change is handed over at once. */
export const QUIET_MS = 50;
