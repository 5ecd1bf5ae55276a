// The list by keyboard: Tab enters at one row, arrows, Home and End go on from there. From
// the list itself, which has the focus when its row is gone, an arrow goes to that row.

export class RowKeys {
  constructor(list, requestDraw) {
    this.list = list;
    this.requestDraw = requestDraw;
    list.element.addEventListener("keydown", (event) => this.pressed(event));
    list.element.addEventListener("focusin", ({ target }) => {
      if (target.matchRow !== undefined) list.tabTo(target.matchRow);
    });
  }

  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { list } = this;
    const isInRow = event.target.matchRow !== undefined;
    const from = list.rows.indexOf(isInRow ? event.target.matchRow : list.tabRow);
    if (from < 0) return;
    const { columns } = list.geometry;
    const last = list.model.count - 1;
    const steps = {
      ArrowDown: columns, ArrowUp: -columns, ArrowRight: 1, ArrowLeft: -1,
      Home: -from, End: last - from,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const isArrow = event.key.startsWith("Arrow");
    const to = !isInRow && isArrow ? from : from + step;
    if (to >= 0 && to <= last) this.goTo(to);
  }

  /** Brings a row into view, then gives it the focus. */
  goTo(index) {
    const { list } = this;
    const { geometry } = list;
    const top = geometry.topOf(index);
    const above = geometry.scroll + geometry.headerHeight;
    const below = geometry.scroll + geometry.height;
    if (top < above) geometry.scrollTo(top - geometry.headerHeight);
    else if (top + geometry.rowHeight > below) {
      geometry.scrollTo(top + geometry.rowHeight - geometry.height);
    }
    this.requestDraw();
    requestAnimationFrame((time) => {
      list.makeRange(time);
      list.rows[index]?.element.focus({ preventScroll: true });
    });
  }
}
