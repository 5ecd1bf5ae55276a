// Asks for the next page when one of the last rows comes into view.

const LAST_ROWS = 10;

export class Paging {
  /** `more(shown)` is called once for so many rows. */
  constructor(list, more) {
    this.list = list;
    this.more = more;
    this.observed = "";
    this.askedAt = 0;
    this.observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.ask();
    });
  }

  /** The last rows are others now, or not. */
  observe() {
    const { model, isVirtual, rows } = this.list;
    const observed = `${model.version} ${model.count}`;
    if (observed === this.observed) return;
    this.observed = observed;
    this.askedAt = 0;
    this.observer.disconnect();
    if (isVirtual || model.count >= model.known) return;
    for (const row of rows.slice(-LAST_ROWS)) this.observer.observe(row.element);
  }

  ask() {
    const { count } = this.list.model;
    if (this.askedAt === count) return;
    this.askedAt = count;
    this.more(count);
  }
}
