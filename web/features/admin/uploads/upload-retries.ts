/** The most attempts of one request or upload. */
export const tries = 6;

/** API error codes worth retrying. */
const temporaryErrors: readonly unknown[] = ['OFFLINE', 'BUSY', 'TOO_MANY', 'UNEXPECTED'];

export interface Waits {
  /** Resolves after that many milliseconds. */
  pause: (milliseconds: number) => Promise<void>;
  /** Resolves when the browser is online; undefined if it already is. */
  untilOnline: () => Promise<void> | undefined;
}

/** The waits between the attempts of an upload run; cancelling the run ends them. */
export class UploadRetries {
  #stop = Promise.withResolvers<void>();
  #waitingForNetwork = 0;
  #waits: Waits;
  #onChange: () => void;

  /** @param onChange called when `isOffline` may have changed */
  constructor(waits: Waits, onChange: () => void) {
    this.#waits = waits;
    this.#onChange = onChange;
  }

  /** Whether something waits for the network. */
  get isOffline(): boolean {
    return this.#waitingForNetwork > 0;
  }

  /** Ends all current waits. */
  stop(): void {
    this.#stop.resolve();
    this.#stop = Promise.withResolvers();
  }

  /** Repeats an API request after temporary errors, as long as it is wanted. */
  async persist<Result>(request: () => Promise<Result>, isWanted: () => boolean): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request();
      } catch (error) {
        if (await this.untilOnline()) attempt = 0;
        if (attempt === tries || !temporaryErrors.includes((error as { code?: unknown }).code)) throw error;
        await this.backOff(attempt);
        if (!isWanted()) throw error;
      }
    }
  }

  /**
   * Waits until the browser is online or the run is canceled.
   * @returns whether it waited.
   */
  async untilOnline(): Promise<boolean> {
    const online = this.#waits.untilOnline();
    if (!online) return false;
    this.#waitingForNetwork += 1;
    this.#onChange();
    await Promise.race([online, this.#stop.promise]);
    this.#waitingForNetwork -= 1;
    this.#onChange();
    return true;
  }

  /** Waits with jittered exponential backoff, or until the run is canceled. */
  async backOff(attempt: number): Promise<void> {
    const pause = Math.random() * Math.min(20_000, 400 * 2 ** attempt);
    await Promise.race([this.#waits.pause(pause), this.#stop.promise]);
  }
}
