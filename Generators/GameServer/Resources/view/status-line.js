// What happens, in words, for those who cannot see it: one polite region, at most one
// sentence in 5 s, the newest.

const PAUSE_MS = 5_000;

export class StatusLine {
  constructor(element) {
    this.element = element;
    this.saidAt = -Infinity;
    this.next = "";
    this.timer = null;
  }

  say(words) {
    this.next = words;
    if (this.timer !== null || words === this.element.textContent) return;
    const wait = this.saidAt + PAUSE_MS - performance.now();
    if (wait <= 0) this.speak();
    else this.timer = setTimeout(() => this.speak(), wait);
  }

  speak() {
    this.timer = null;
    if (this.next === this.element.textContent) return;
    this.saidAt = performance.now();
    this.element.textContent = this.next;
  }

  /** Hidden: nothing runs. */
  rest() {
    clearTimeout(this.timer);
    this.timer = null;
  }
}
