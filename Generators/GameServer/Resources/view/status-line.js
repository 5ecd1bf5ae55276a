// What happens, in words, for those who cannot see it: one polite region, at most one
// sentence in 5 s, the newest.

const PAUSE_MS = 5_000;

export class StatusLine {
  constructor(element) {
    this.element = element;
    this.saidAt = -Infinity;
    this.next = "";
    /** What must be said, whatever comes after it. */
    this.notes = [];
    this.timer = null;
    this.frame = null;
  }

  /** The newest state: one that is followed by another within the pause is not said. */
  say(words) {
    this.next = words;
    this.goOn();
  }

  /** Said once, as soon as it may be. */
  note(words) {
    this.notes.push(words);
    this.goOn();
  }

  goOn() {
    if (this.timer !== null || !this.hasMore()) return;
    const wait = Math.max(0, this.saidAt + PAUSE_MS - performance.now());
    this.timer = setTimeout(() => {
      this.frame = requestAnimationFrame(() => this.speak());
    }, wait);
  }

  hasMore() {
    return this.notes.length > 0 || this.next !== this.element.textContent;
  }

  speak() {
    this.timer = null;
    if (!this.hasMore()) return;
    this.saidAt = performance.now();
    this.element.textContent = this.notes.shift() ?? this.next;
    this.goOn();
  }

  /** Hidden: nothing runs. */
  rest() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.timer = null;
  }
}
