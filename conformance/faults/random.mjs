// Chance that can be repeated: everything a run chooses follows from its seed.

export class Chance {
  #state;

  constructor(seed) {
    this.seed = seed >>> 0;
    this.#state = this.seed;
  }

  /** The chance of one part of a run: the same whichever other parts there are. */
  static of(seed, name) {
    return new Chance([...name].reduce((mixed, letter) => Math.imul(mixed, 31) + letter.codePointAt(0), seed));
  }

  /** A number from 0 up to 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(bound) {
    return Math.floor(this.next() * bound);
  }

  between(low, high) {
    return low + this.next() * (high - low);
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  /** Chance for one of many who act at the same time, so that none changes what another draws. */
  branch() {
    return new Chance(this.below(2 ** 32));
  }
}
