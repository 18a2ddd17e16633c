/** Maximum number of concurrent uploads: enough to use the bandwidth, few enough that each makes progress. */
export const maxConcurrentUploads = 4;

/** Limits concurrent uploads: halves the limit on failures, raises it again on successes. */
export class UploadSlots {
  #limit = maxConcurrentUploads;
  #used = 0;
  /** Successes since the last failure or the last raise of the limit. */
  #successes = 0;
  #freed = Promise.withResolvers<void>();

  /**
   * Waits for a free slot and holds it while `upload` runs.
   * @returns the result of `upload`; undefined if `isWanted` returned false first.
   */
  async send<Outcome>(isWanted: () => boolean, upload: () => Promise<Outcome>): Promise<Outcome | undefined> {
    while (this.#used >= this.#limit && isWanted()) await this.#freed.promise;
    if (!isWanted()) return undefined;
    this.#used += 1;
    try {
      return await upload();
    } finally {
      this.#used -= 1;
      this.#freed.resolve();
      this.#freed = Promise.withResolvers();
    }
  }

  /** Halves the limit. */
  reportFailure(): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#successes = 0;
  }

  /** Raises the limit by one after two successes per slot. */
  reportSuccess(): void {
    this.#successes += 1;
    if (this.#limit === maxConcurrentUploads || this.#successes < 2 * this.#limit) return;
    this.#limit += 1;
    this.#successes = 0;
  }
}
