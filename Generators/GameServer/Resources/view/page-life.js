// Whether the page is awake: visible, not put away, not frozen. What comes together
// (hidden, pagehide, freeze) is one.
//
// A page that goes to the back-forward cache is frozen with its worker right after
// `pagehide`: too late for the worker to close its socket. So the page sleeps at
// `beforeunload` already. If it doesn't leave after all, it wakes again.

/** So long after `beforeunload` a page that is still there stays. */
const LEAVES_MS = 5_000;

export class PageLife {
  /** `woke()` and `slept()` take turns; `leaving()` runs at each pagehide as well. */
  constructor({ woke, slept, leaving }) {
    this.isLeaving = false;
    this.isAway = false;
    this.isFrozen = false;
    this.isAwake = this.canBeAwake();
    const look = () => {
      const isAwake = this.canBeAwake();
      if (isAwake === this.isAwake) return;
      this.isAwake = isAwake;
      if (isAwake) woke();
      else slept();
    };
    const set = (name, value) => () => {
      this[name] = value;
      look();
    };
    addEventListener("beforeunload", () => {
      set("isLeaving", true)();
      clearTimeout(this.timer);
      this.timer = setTimeout(set("isLeaving", false), LEAVES_MS);
    });
    document.addEventListener("visibilitychange", look);
    document.addEventListener("freeze", set("isFrozen", true));
    document.addEventListener("resume", set("isFrozen", false));
    addEventListener("pageshow", () => {
      clearTimeout(this.timer);
      this.isLeaving = false;
      set("isAway", false)();
    });
    addEventListener("pagehide", set("isAway", true));
    addEventListener("pagehide", leaving);
  }

  canBeAwake() {
    const isLeft = this.isLeaving || this.isAway || this.isFrozen;
    return document.visibilityState === "visible" && !isLeft;
  }
}
