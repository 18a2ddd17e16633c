/**
 * One writer at a time for each name. A request queues for all its names in one step, so two requests can't deadlock.
 */
export class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves when all names are held; call the result to release them. */
  async hold(names: string[]): Promise<() => void> {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const before = [...new Set(names)].map((name) => {
      const tail = this.#tails.get(name);
      this.#tails.set(name, held);
      return tail;
    });
    held.then(() => {
      for (const name of names) if (this.#tails.get(name) === held) this.#tails.delete(name);
    });
    await Promise.all(before);
    return letGo;
  }

  /** Resolves when every name with this prefix that is held or queued for now is released. */
  async settled(prefix: string): Promise<void> {
    await Promise.all([...this.#tails].map(([name, tail]) => (name.startsWith(prefix) ? tail : undefined)));
  }
}

/** Prefix of the locks of a table's items. */
export function itemLocks(table: string): string {
  return `${table}~`;
}
