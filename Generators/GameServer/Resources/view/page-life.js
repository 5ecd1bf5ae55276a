// Whether the page is awake: visible, not put away, not frozen. What comes together
// (hidden, pagehide, freeze) is one.

export class PageLife {
  /** `woke()` and `slept()` take turns; `leaving()` runs at each pagehide as well. */
  constructor({ woke, slept, leaving }) {
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
    document.addEventListener("visibilitychange", look);
    document.addEventListener("freeze", set("isFrozen", true));
    document.addEventListener("resume", set("isFrozen", false));
    addEventListener("pageshow", set("isAway", false));
    addEventListener("pagehide", set("isAway", true));
    addEventListener("pagehide", leaving);
  }

  canBeAwake() {
    return document.visibilityState === "visible" && !this.isAway && !this.isFrozen;
  }
}
