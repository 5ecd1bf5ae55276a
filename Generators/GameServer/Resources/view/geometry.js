// Where rows lie, by arithmetic: rows are of one height, in one column or two. Sizes are
// read when they change, never while drawing, so that drawing forces no layout.

const TWO_COLUMNS = matchMedia("(min-width: 900px)");

export class Geometry {
  /** `changed()` is called when rows may have come into view or gone out of it. */
  constructor({ list, probe, header }, changed) {
    this.list = list;
    this.probe = probe;
    this.header = header;
    this.read();
    this.readScroll();
    const observer = new ResizeObserver(() => {
      this.read();
      changed();
    });
    for (const element of [probe, header, list.parentElement]) observer.observe(element);
    TWO_COLUMNS.addEventListener("change", changed);
    addEventListener("resize", () => {
      this.read();
      changed();
    });
    addEventListener("scroll", () => {
      this.readScroll();
      changed();
    }, { passive: true });
  }

  read() {
    this.rowHeight = this.probe.getBoundingClientRect().height;
    this.headerHeight = this.header.getBoundingClientRect().height;
    this.listTop = this.list.getBoundingClientRect().top + scrollY;
    this.height = innerHeight;
  }

  readScroll() {
    this.scroll = scrollY;
  }

  get columns() {
    return TWO_COLUMNS.matches ? 2 : 1;
  }

  /** Rows that lie between two heights of the document, [from, to). */
  rowsBetween(top, bottom, count) {
    const { columns, rowHeight, listTop } = this;
    if (!(rowHeight > 0)) return [0, 0];
    const from = Math.floor((top - listTop) / rowHeight) * columns;
    const to = Math.ceil((bottom - listTop) / rowHeight) * columns;
    const clamp = (row) => Math.min(count, Math.max(0, row));
    return [clamp(from), clamp(to)];
  }

  /** Rows on the screen, below the header. */
  seen(count) {
    return this.rowsBetween(this.scroll + this.headerHeight, this.scroll + this.height, count);
  }

  /** Rows on the screen and a screen beyond, each way. */
  near(count) {
    return this.rowsBetween(this.scroll - this.height, this.scroll + 2 * this.height, count);
  }

  /** The height in the document at which a row begins. */
  topOf(row) {
    return this.listTop + Math.floor(row / this.columns) * this.rowHeight;
  }

  /** Scrolls at once, and knows it before the event. */
  scrollTo(top) {
    scrollTo({ top, behavior: "instant" });
    this.readScroll();
  }
}
