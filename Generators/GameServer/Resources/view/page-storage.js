// What the main thread keeps for the worker, which cannot: the cache's record as text in
// localStorage, and page number and scroll position of the session. Storage may be
// forbidden or full; then nothing is kept.

const RECORD = "game.cache";
const SESSION = "game.session";

function attempt(work) {
  try {
    return work();
  } catch {
    return null;
  }
}

export class PageStorage {
  constructor() {
    this.text = null;
    this.written = null;
  }

  record() {
    return attempt(() => localStorage.getItem(RECORD));
  }

  /** The newest text; null if there is none, so that an older one is not written. */
  keep(text) {
    this.text = text;
  }

  /** Writes the newest text, synchronously. */
  write() {
    if (this.text === null || this.text === this.written) return;
    this.written = this.text;
    attempt(() => localStorage.setItem(RECORD, this.text));
  }

  forget() {
    this.text = null;
    this.written = null;
    attempt(() => localStorage.removeItem(RECORD));
  }

  /** `{pages, scroll}` of the session. */
  session() {
    const stored = attempt(() => JSON.parse(sessionStorage.getItem(SESSION)));
    const pages = Number.isInteger(stored?.pages) && stored.pages > 0 ? stored.pages : 1;
    const scroll = Number.isFinite(stored?.scroll) ? stored.scroll : 0;
    return { pages: Math.min(pages, 250), scroll };
  }

  writeSession(pages, scroll) {
    attempt(() => sessionStorage.setItem(SESSION, JSON.stringify({ pages, scroll })));
  }
}
