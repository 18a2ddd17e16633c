/**
 * Seeded random numbers, so that a failing run can be repeated.
 * @see mulberry32
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 (included) to the limit (excluded). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  of<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)]!;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}
