// One odds cell: its text, its class, its count of blinks. Everything is written only if
// it differs, in an animation frame.

const NONE = "–";
/** Texts of odds up to 100.00 are made once. */
const texts = new Array(10_000);

/** Hundredths with two places; a dash for none. */
export function oddsText(hundredths) {
  if (hundredths === 0) return NONE;
  if (hundredths >= texts.length) return (hundredths / 100).toFixed(2);
  texts[hundredths] ??= (hundredths / 100).toFixed(2);
  return texts[hundredths];
}

/** Cells written since the page was made, for tests. */
export const touched = { cells: 0, superseded: 0, frame: 0 };

export class OddsCell {
  constructor(element) {
    this.element = element;
    this.text = element.lastChild;
    this.litUntil = 0;
    this.writtenIn = -1;
    this.reset(0, false);
  }

  /** Another match's values: nothing blinks. */
  reset(value, isSuspended) {
    this.value = value;
    this.isSuspended = isSuspended;
    this.direction = "";
    this.blinks = 0;
    this.text.data = oddsText(value);
    this.element.dataset.blinks = "0";
    this.drawClass();
  }

  /**
   * Writes a value; returns 1 if it rose, -1 if it fell, 0 if it doesn't blink. A cell that
   * is suspended goes out.
   */
  write(value, isSuspended) {
    const former = this.value;
    if (isSuspended !== this.isSuspended) {
      this.isSuspended = isSuspended;
      if (isSuspended) this.direction = "";
      this.drawClass();
    }
    if (value === former) return 0;
    this.value = value;
    this.text.data = oddsText(value);
    touched.cells += 1;
    if (this.writtenIn === touched.frame) touched.superseded += 1;
    this.writtenIn = touched.frame;
    if (former === 0 || value === 0 || isSuspended) return 0;
    return value > former ? 1 : -1;
  }

  blink(direction) {
    this.blinks += 1;
    this.element.dataset.blinks = this.blinks;
    if (direction === this.direction) return;
    this.direction = direction;
    this.drawClass();
  }

  goOut() {
    if (this.direction === "") return;
    this.direction = "";
    this.drawClass();
  }

  drawClass() {
    let name = "odds";
    if (this.direction !== "") name += ` ${this.direction}`;
    if (this.isSuspended) name += " suspended";
    if (this.element.className !== name) this.element.className = name;
  }
}
