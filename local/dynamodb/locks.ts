/**
 * Locks that allow one writer at a time for each name. A request queues for all its names in one step, so two requests
 * can't deadlock.
 */
export class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Waits until all names are held; returns the function that releases them. */
  async hold(names: string[]): Promise<() => void> {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const previousHolders = [...new Set(names)].map((name) => {
      const tail = this.#tails.get(name);
      this.#tails.set(name, held);
      return tail;
    });
    held.then(() => {
      for (const name of names) if (this.#tails.get(name) === held) this.#tails.delete(name);
    });
    await Promise.all(previousHolders);
    return release;
  }

  /** Resolves when every name with this prefix that is now held or queued for is released. */
  async settled(prefix: string): Promise<void> {
    await Promise.all([...this.#tails].map(([name, tail]) => (name.startsWith(prefix) ? tail : undefined)));
  }
}

/** Returns the prefix of the locks of a table's items. */
export function itemLocks(table: string): string {
  return `${table}~`;
}
