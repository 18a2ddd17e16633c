/** Uploads at the same time at most: enough to fill a line, few enough that each one gets on. */
export const mostAtOnce = 4;

/** How many uploads are on their way at once: fewer while they fail, more again as they arrive. */
export class Line {
  #places = mostAtOnce;
  #taken = 0;
  /** How many have arrived since the last failure, or since the last place was added. */
  #calm = 0;
  #left = Promise.withResolvers<void>();

  /**
   * Waits for a place, and keeps it while `upload` lasts.
   * @returns what came of it; undefined where it was no longer wanted when its turn came
   */
  async send<Outcome>(isWanted: () => boolean, upload: () => Promise<Outcome>): Promise<Outcome | undefined> {
    while (this.#taken >= this.#places && isWanted()) await this.#left.promise;
    if (!isWanted()) return undefined;
    this.#taken += 1;
    try {
      return await upload();
    } finally {
      this.#taken -= 1;
      this.#left.resolve();
      this.#left = Promise.withResolvers();
    }
  }

  /** What fails is sent with less beside it. */
  noteFailure(): void {
    this.#places = Math.max(1, Math.floor(this.#places / 2));
    this.#calm = 0;
  }

  /** What arrives earns its place back. */
  noteArrival(): void {
    this.#calm += 1;
    if (this.#places === mostAtOnce || this.#calm < 2 * this.#places) return;
    this.#places += 1;
    this.#calm = 0;
  }
}
