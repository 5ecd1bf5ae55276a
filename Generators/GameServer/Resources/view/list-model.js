// The main thread's copy of what the list shows: matches in order, and the values that
// were handed over last.

export class ListModel {
  constructor() {
    this.version = 0;
    this.known = 0;
    this.matches = [];
  }

  get count() {
    return this.matches.length;
  }

  /** Takes rows over, all or those that follow the ones that are there. */
  take(message) {
    const { from, ids, teamsA, teamsB, starts, a, b, suspended } = message;
    if (from === 0) this.matches = [];
    this.version = message.version;
    this.known = message.known;
    ids.forEach((matchID, index) => {
      this.matches.push({
        matchID, teamA: teamsA[index], teamB: teamsB[index], startTime: starts[index],
        a: a[index], b: b[index], suspended: suspended[index] === 1,
      });
    });
  }
}
