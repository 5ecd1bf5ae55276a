// What the owner and the reference must have in common after each event.

function knownList({ state }) {
  const { table } = state;
  if (table === null) return null;
  return table.matches.map(({ matchID, teamA, teamB, startTime }, row) => ({
    matchID, teamA, teamB, startTime, a: table.a[row], b: table.b[row], seq: table.seq[row],
    suspended: table.suspended[row] === 1,
  }));
}

function recordedList(record) {
  return record.matches.map((match) => ({
    matchID: match.matchID, teamA: match.teamA, teamB: match.teamB,
    startTime: match.startTime, a: Math.round((match.teamAOdds ?? 0) * 100),
    b: Math.round((match.teamBOdds ?? 0) * 100), seq: match.seq ?? -1,
    suspended: match.suspended ?? false,
  }));
}

function savedList(save) {
  // Odds whose age was forgotten are not kept.
  return save.matches.map((match) =>
    match.seq < 0 ? { ...match, a: 0, b: 0, seq: -1, suspended: false } : match);
}

function ofOwner({ owner, outside }) {
  const { state } = owner;
  const { loadState, connection, shown, known, cache, counters } = owner.inspect();
  return {
    loadState, connection, shown, known, counters,
    list: knownList(owner),
    stale: state.failure !== null && state.table !== null,
    failed: state.failure !== null && state.table === null,
    works: state.cache.works,
    saved: cache.saves,
    savedAt: cache.savedAt,
    asked: outside.requests.map((request) => request.kind).sort(),
    sockets: state.socket.number,
    socket: state.socket.phase,
    due: outside.timers,
    saves: outside.saves.length,
    lastSave: outside.saves.length === 0 ? null : recordedList(outside.saves.at(-1)),
    saveOf: outside.saves.at(-1)?.world,
    clears: outside.clears,
    forgets: outside.forgets,
    texts: outside.texts,
    closes: outside.closes,
    rows: outside.rows,
  };
}

function ofReference({ reference }) {
  const { list, view, due } = reference;
  const lastSave = reference.saves.at(-1);
  return {
    loadState: reference.loadState(),
    connection: reference.connection(),
    shown: reference.shown(),
    known: list === null ? 0 : list.length,
    counters: reference.counters,
    list,
    stale: reference.stale,
    failed: reference.failed,
    works: reference.works,
    saved: reference.saved,
    savedAt: reference.savedAt,
    asked: reference.asked(),
    sockets: reference.sockets,
    socket: reference.socket,
    due,
    saves: reference.saves.length,
    lastSave: lastSave === undefined ? null : savedList(lastSave),
    saveOf: lastSave?.world,
    clears: reference.clears,
    forgets: reference.forgets,
    texts: reference.texts,
    closes: reference.closes,
    rows: view.rows,
  };
}

/** As text, whatever the order of an object's members. */
function asText(value) {
  return JSON.stringify(value, (name, part) => {
    if (part === null || typeof part !== "object" || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) =>
      one < other ? -1 : 1));
  });
}

function compare(order) {
  const owner = ofOwner(order);
  const reference = ofReference(order);
  for (const name of Object.keys(reference)) {
    const [its, expected] = [asText(owner[name]), asText(reference[name])];
    if (its !== expected) {
      order.problems.push(`${name}: ${its?.slice(0, 600)}\n  expected: ${expected?.slice(0, 600)}`);
    }
  }
  const { state } = order.outside;
  if (state === null) return;
  const told = [state.loadState, state.connection, state.failure !== null, state.shown,
    state.resetting];
  const known = [
    owner.loadState, owner.connection, owner.stale || owner.failed, owner.shown,
    order.reference.isResetting(),
  ];
  if (told.join() !== known.join()) order.problems.push(`the view was told ${told}, not ${known}`);
}
