import { randomBytes } from 'node:crypto';

/** Things that wait for a few minutes under a name nobody can guess: codes, challenges, sessions. Gone with the process. */
export class ShortLived<Thing> {
  readonly #milliseconds: number;
  readonly #kept = new Map<string, { thing: Thing; until: number }>();

  constructor(seconds: number) {
    this.#milliseconds = seconds * 1_000;
  }

  /** Keeps a thing and says under which name. */
  put(thing: Thing, name = randomBytes(32).toString('base64url')): string {
    const now = Date.now();
    for (const [old, { until }] of this.#kept) {
      if (until > now) break;
      this.#kept.delete(old);
    }
    this.#kept.set(name, { thing, until: now + this.#milliseconds });
    return name;
  }

  get(name: string | undefined): Thing | undefined {
    const kept = name === undefined ? undefined : this.#kept.get(name);
    return kept && kept.until > Date.now() ? kept.thing : undefined;
  }

  /** Hands the thing out for the only time. */
  take(name: string | undefined): Thing | undefined {
    const thing = this.get(name);
    if (name !== undefined) this.#kept.delete(name);
    return thing;
  }
}
