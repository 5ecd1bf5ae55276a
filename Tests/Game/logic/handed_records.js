// The record's text that the view is handed of a list of so many matches.

function handedRecord({ Owner }, count) {
  const now = () => 1_760_000_000_000;
  const settings = { world: null, retryBase: 200, graceSeconds: 0, clockSeconds: 0,
    render: "frame" };
  const owner = new Owner(settings, { now, instant: now }, Math.random, () => "0".repeat(32));
  const matches = Array.from({ length: count }, (_, index) => ({
    matchID: 1_000 + index, teamA: "Eagles", teamB: "Tigers", startTime: "2030-01-01T00:00:00Z",
  }));
  const odds = matches.map(({ matchID }, index) =>
    ({ matchID, teamAOdds: 1.85, teamBOdds: 2.1, seq: index }));
  const texts = [];
  const give = (event) => {
    const effects = owner.handle(event);
    for (const { do: name, message } of effects) {
      if (name === "tell" && message.type === "record") texts.push(message.text);
    }
    return effects.filter((effect) => effect.do === "request");
  };
  give({ type: "start", awake: true, online: true, pages: 1, text: null });
  give({ type: "cacheRead", record: undefined, failed: false, text: null });
  for (const { kind, epoch } of give({ type: "socketClosed", socket: 1 })) {
    give({ type: "answer", kind, epoch, status: 200, body: kind === "matches" ? matches : odds });
  }
  return texts;
}
