import { randomBytes } from 'node:crypto';

/** Values in memory that expire after a few minutes, under unguessable names: codes, challenges, sessions. */
export class ShortLived<Thing> {
  readonly #milliseconds: number;
  readonly #entries = new Map<string, { thing: Thing; until: number }>();

  constructor(seconds: number) {
    this.#milliseconds = seconds * 1_000;
  }

  /**
   * Stores a value.
   * @returns its name
   */
  put(thing: Thing, name = randomBytes(32).toString('base64url')): string {
    const now = Date.now();
    for (const [old, { until }] of this.#entries) {
      if (until > now) break;
      this.#entries.delete(old);
    }
    this.#entries.set(name, { thing, until: now + this.#milliseconds });
    return name;
  }

  get(name: string | undefined): Thing | undefined {
    const entry = name === undefined ? undefined : this.#entries.get(name);
    return entry && entry.until > Date.now() ? entry.thing : undefined;
  }

  /** Returns a value and removes it. */
  take(name: string | undefined): Thing | undefined {
    const thing = this.get(name);
    if (name !== undefined) this.#entries.delete(name);
    return thing;
  }
}
