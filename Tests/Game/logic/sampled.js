// Which updates count at which paint, against plain lists.

function checkSamples({ Samples, CAPACITY }, first, count) {
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Seeded(seed);
    const samples = new Samples();
    let waiting = [];
    let handed = [];
    let lost = 0;
    let batch = 0;
    let at = 0;
    const many = seed === first ? CAPACITY * 2 : 0;
    for (let step = 0; step < 200 + many; step += 1) {
      at += 1;
      const action = step < many ? "add" : random.one(["add", "add", "add", "hand", "paint"]);
      if (action === "add") {
        const row = random.below(20);
        samples.add(row, at, at + 1, at + 2, at + 3, at + 4);
        if (waiting.length + handed.length < CAPACITY) waiting.push({ row, at });
        else lost += 1;
      } else if (action === "hand") {
        batch += 1;
        const from = random.below(8);
        const to = from + random.below(20);
        samples.handOver(batch, at, from, to);
        for (const sample of waiting) {
          const isIn = sample.row >= from && sample.row < to;
          if (!isIn) lost += 1;
          handed.push({ ...sample, batch, handedAt: at, isIn });
        }
        waiting = [];
      } else {
        const painted = Math.max(0, batch - random.below(3));
        const expected = handed.filter((one) => one.batch <= painted && one.isIn)
          .map((one) => [one.at, one.at + 1, one.at + 2, one.at + 3, one.at + 4, one.handedAt]);
        handed = handed.filter((one) => one.batch > painted);
        const counted = [];
        samples.paint(painted, (slot, handedAt) => counted.push([
          samples.at[slot], samples.receivedAt[slot], samples.readAt[slot],
          samples.storedAt[slot], samples.sentAt[slot], handedAt,
        ]));
        if (counted.join() !== expected.join()) return { seed, counted, expected };
      }
      if (samples.lost !== lost) return { seed, lost: samples.lost, expected: lost };
    }
  }
  return null;
}
