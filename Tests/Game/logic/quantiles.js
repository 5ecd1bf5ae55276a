// Histograms against sorted values.

function checkHistograms({ Histogram, HIGHEST, bucketOf }, first, count) {
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Seeded(seed);
    const histogram = new Histogram();
    const most = random.one([10, 2_000, 2_050, 5_000, 1_000_000, HIGHEST]);
    const values = Array.from({ length: 1 + random.below(3_000) }, () =>
      Math.min(HIGHEST, random.chance(0.05) ? most : random.below(most + 1)));
    for (const value of values) {
      if (!histogram.record(value)) return { seed, refused: value };
    }
    if (histogram.record(HIGHEST + 1) || histogram.record(NaN)) return { seed, taken: true };
    values.sort((one, other) => one - other);
    for (const q of [0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1]) {
      const exact = values[Math.max(1, Math.ceil(q * values.length)) - 1];
      const found = histogram.quantile(q);
      // The lowest value of the bucket: at most a thousandth below.
      if (found > exact || exact - found > exact / 1_000) return { seed, q, exact, found };
      if (exact < 2_048 && exact !== found) return { seed, q, exact, found };
    }
    const exported = histogram.export();
    const total = exported.counts.reduce((sum, [, times]) => sum + times, 0);
    if (total !== values.length || histogram.total !== total) return { seed, total };
    let before = -1;
    for (const [value, times] of exported.counts) {
      if (value <= before || !(times > 0)) return { seed, value, before, times };
      if (bucketOf(value) !== value) return { seed, value, bucket: bucketOf(value) };
      const its = values.filter((one) => bucketOf(one) === value).length;
      if (its !== times) return { seed, value, times, its };
      before = value;
    }
  }
  return null;
}
