/** One writer at a time for each name. All names of a request are queued for in one step, so no two requests can wait for each other. */
export class Locks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Resolves when all names are held; call the result to let go of them. */
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

  /** Resolves when every name with this prefix that is held or queued for now has been let go of. */
  async settled(prefix: string): Promise<void> {
    await Promise.all([...this.#tails].map(([name, tail]) => (name.startsWith(prefix) ? tail : undefined)));
  }
}

/** What the locks of a table's items begin with. */
export function itemLocks(table: string): string {
  return `${table}~`;
}
