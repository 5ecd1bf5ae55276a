// One row: a list item that shows one match. Made once for a match; the virtual list
// gives elements that went out of view to other matches.

import { OddsCell } from "./odds-cell.js";
import { startInWords } from "./start-times.js";

const template = document.getElementById("row");
/** Rows made since the page was, for tests. */
export const made = { rows: 0 };

/** Parts that make up a row's accessible name, in order. */
const PARTS = ["team-a", "odds-a", "team-b", "odds-b", "starts"];

export class MatchRow {
  constructor() {
    this.element = template.content.firstElementChild.cloneNode(true);
    this.element.matchRow = this;
    this.parts = PARTS.map((name) => this.element.querySelector(`.${name}`));
    const [teamA, oddsA, teamB, oddsB, starts] = this.parts;
    this.teamA = teamA.firstChild;
    this.teamB = teamB.firstChild;
    this.cells = [new OddsCell(oddsA.firstElementChild), new OddsCell(oddsB.firstElementChild)];
    this.time = starts.querySelector("time");
    this.matchID = -1;
    this.startTime = "";
    this.placed = "";
    made.rows += 1;
  }

  /** Shows a match that it did not show before. */
  bind(match) {
    const { matchID } = match;
    this.matchID = matchID;
    this.element.dataset.matchId = matchID;
    const names = PARTS.map((part) => `${part}-${matchID}`);
    this.parts.forEach((part, index) => {
      part.id = names[index];
    });
    this.element.setAttribute("aria-labelledby", names.join(" "));
    this.element.tabIndex = -1;
    this.describe(match);
    this.cells[0].reset(match.a, match.suspended);
    this.cells[1].reset(match.b, match.suspended);
  }

  /** Names and start, as far as they differ. */
  describe({ teamA, teamB, startTime }) {
    if (this.teamA.data !== teamA) this.teamA.data = teamA;
    if (this.teamB.data !== teamB) this.teamB.data = teamB;
    if (this.startTime === startTime) return;
    this.startTime = startTime;
    this.time.dateTime = startTime;
    this.time.textContent = startInWords(startTime, new Date());
  }

  /** The place in a list of which only a part is there; null: all is there. */
  place(index, count) {
    const placed = index === null ? "" : `${index} ${count}`;
    if (placed === this.placed) return;
    this.placed = placed;
    if (index === null) {
      this.element.removeAttribute("aria-posinset");
      this.element.removeAttribute("aria-setsize");
    } else {
      this.element.setAttribute("aria-posinset", index + 1);
      this.element.setAttribute("aria-setsize", count);
    }
  }
}
