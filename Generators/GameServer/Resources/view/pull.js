// Pull to refresh: a finger that pulls down from the top of the page. The Refresh button
// does the same.

/** So far the finger goes before letting go refreshes; the sign moves half as far. */
const ENOUGH = 96;
const FARTHEST = 160;

export class Pull {
  /** `sign` follows the finger; `pulled()` is called when it let go far enough. */
  constructor(sign, pulled) {
    this.sign = sign;
    this.pulled = pulled;
    this.from = null;
    this.distance = 0;
    this.requested = false;
    const passive = { passive: true };
    document.addEventListener("touchstart", (event) => this.begin(event), passive);
    document.addEventListener("touchmove", (event) => this.move(event), passive);
    document.addEventListener("touchend", () => this.end(true), passive);
    document.addEventListener("touchcancel", () => this.end(false), passive);
  }

  /** A second finger ends the pull. */
  begin({ touches }) {
    this.end(false);
    if (scrollY <= 0 && touches.length === 1) this.from = touches[0].clientY;
  }

  move({ touches }) {
    if (this.from === null) return;
    const distance = touches[0].clientY - this.from;
    this.distance = scrollY <= 0 ? Math.max(0, Math.min(FARTHEST, distance)) : 0;
    this.requestDraw();
  }

  end(isDone) {
    if (this.from === null) return;
    const isFarEnough = this.distance >= ENOUGH;
    this.from = null;
    this.distance = 0;
    this.requestDraw();
    if (isDone && isFarEnough) this.pulled();
  }

  requestDraw() {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(() => {
      this.requested = false;
      const { sign, distance } = this;
      sign.hidden = distance === 0;
      sign.classList.toggle("enough", distance >= ENOUGH);
      sign.style.transform = `translateY(${distance / 2}px) rotate(${distance * 2}deg)`;
    });
  }
}
