// The row at the top of the screen keeps its place when rows come and go above it. If it
// goes itself, the next one that stays does.

export class Anchor {
  constructor(list) {
    this.list = list;
  }

  /** The matches from the top of the screen on, and where the first lies; or null. */
  capture() {
    const { geometry, model } = this.list;
    if (model.count === 0) return null;
    const [first, to] = geometry.seen(model.count);
    if (first >= to) return null;
    const ids = model.matches.slice(first).map((match) => match.matchID);
    return { ids, first, offset: geometry.topOf(first) - geometry.scroll };
  }

  /** The new place of the first that stayed, or -1. */
  rowOf(anchored) {
    const places = new Map(this.list.model.matches.map((match, index) => [match.matchID, index]));
    for (const id of anchored.ids) {
      const row = places.get(id);
      if (row !== undefined) return row;
    }
    return -1;
  }

  restore(anchored) {
    if (anchored === null) return;
    const { geometry } = this.list;
    const row = this.rowOf(anchored);
    if (row < 0) return;
    const top = geometry.topOf(row) - anchored.offset;
    if (Math.abs(top - scrollY) >= 0.5) geometry.scrollTo(top);
    else geometry.readScroll();
  }
}
