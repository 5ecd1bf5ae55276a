// Random numbers that a seed brings again (mulberry32).

class Seeded {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** In [0, 1). */
  number() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `below` - 1. */
  below(below) {
    return Math.floor(this.number() * below);
  }

  chance(probability) {
    return this.number() < probability;
  }

  one(list) {
    return list[this.below(list.length)];
  }
}
