// The clock's offset from pongs in any order, some late, some of nobody.

function checkClocks({ ClockOffset, PINGS }, first, count) {
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Seeded(seed);
    const clock = new ClockOffset();
    const offset = (random.number() - 0.5) * 10_000;
    let best = null;
    for (let round = 0; round < 2; round += 1) {
      clock.begin();
      const pings = Array.from({ length: PINGS }, (_, index) => ({
        number: round * 100 + index, sentAt: index * 20 + round * 1_000,
        there: random.number() * 30, back: random.number() * 30,
      }));
      for (const { number, sentAt } of pings) clock.pinged(number, sentAt);
      const formerly = clock.current;
      clock.ponged(9_999, 1, 1);
      pings.sort((one, other) => one.sentAt + one.there + one.back
        - (other.sentAt + other.there + other.back));
      best = null;
      for (const { number, sentAt, there, back } of pings) {
        if (clock.current !== formerly) return { seed, early: clock.current };
        clock.ponged(number, sentAt + there + offset, sentAt + there + back);
        const roundTrip = there + back;
        if (best === null || roundTrip < best) best = roundTrip;
      }
    }
    const { offsetMs, errorMs, roundTripMs } = clock.current;
    if (Math.abs(roundTripMs - best) > 1e-6 || Math.abs(errorMs - best / 2) > 1e-6) {
      return { seed, current: clock.current, best };
    }
    if (Math.abs(offsetMs - offset) > errorMs + 1e-6) return { seed, offset, offsetMs, errorMs };
  }
  return null;
}
