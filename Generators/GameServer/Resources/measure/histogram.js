// A histogram of whole microseconds with 3 significant digits, in HdrHistogram's buckets:
// lowest discernible value 1, so up to 2,047 each value has a bucket of its own, and above
// a bucket is at most a thousandth of its value wide. Recording allocates nothing and
// never throws. Owned by one thread.

const HALF_BITS = 10;
const HALF = 1 << HALF_BITS;
/** 2³⁰ − 1 µs, about 18 minutes. */
export const HIGHEST = 2 ** 30 - 1;
const BUCKETS = (30 - HALF_BITS - 1 + 2) * HALF;

function indexOf(value) {
  const shift = Math.max(0, 31 - HALF_BITS - Math.clz32(value));
  return shift * HALF + (value >>> shift);
}

function lowestOf(index) {
  const shift = Math.max(0, (index >>> HALF_BITS) - 1);
  return (index - shift * HALF) * 2 ** shift;
}

/** The lowest value that shares a bucket with `value`. */
export function bucketOf(value) {
  return lowestOf(indexOf(value));
}

export class Histogram {
  constructor() {
    this.counts = new Uint32Array(BUCKETS);
    this.total = 0;
  }

  /** Microseconds; returns whether the value was in range. Below 0 counts as 0. */
  record(microseconds) {
    const value = Math.round(Math.max(0, microseconds));
    if (!(value <= HIGHEST)) return false;
    this.counts[indexOf(value)] += 1;
    this.total += 1;
    return true;
  }

  /** As `record`, of milliseconds. */
  recordMs(milliseconds) {
    return this.record(milliseconds * 1_000);
  }

  /** The lowest value of the bucket in which the quantile falls; 0 if empty. */
  quantile(q) {
    const rank = Math.max(1, Math.ceil(q * this.total));
    let seen = 0;
    for (let index = 0; index < this.counts.length; index += 1) {
      seen += this.counts[index];
      if (seen >= rank) return lowestOf(index);
    }
    return 0;
  }

  export() {
    const counts = [];
    this.counts.forEach((count, index) => {
      if (count > 0) counts.push([lowestOf(index), count]);
    });
    return { unit: "us", digits: 3, counts };
  }
}
