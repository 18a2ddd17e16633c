/**
 * A fault for tests: which requests to a local service fail, and how. Every service accepts `PUT /_faults` with a JSON
 * array of rules on its own port (it replaces the earlier rules; `[]` clears them) and calls `take` before each
 * operation. The product's code does not know of faults.
 */
export interface Fault {
  /** AWS's name of the operation (`TransactWriteItems`, `PutObject`); `*` for all. */
  operation: string;
  /** Table, bucket, queue or function; any when left out. */
  resource?: string;
  /** AWS's error code of the response. When left out, only `delay` or `kind` applies. */
  error?: string;
  /** HTTP status of that error; 400 when left out. */
  status?: number;
  /**
   * `cut` closes the connection half-way; `double` delivers an event twice; `lag` makes an index return its content of
   * `delay` ms ago.
   */
  kind?: 'cut' | 'double' | 'lag';
  /** Milliseconds to wait before the response. */
  delay?: number;
  /** Chance from 0 to 1 for each matching request; 1 when left out. */
  chance?: number;
  /** The rule hits only every n-th matching request, which makes the share exact. */
  every?: number;
  /** How many requests are hit before the rule expires; unlimited when left out. */
  times?: number;
}

export class Faults {
  #rules: Fault[] = [];
  /** The number of requests that a rule with `every` has matched. */
  readonly #matches = new WeakMap<Fault, number>();

  set(rules: Fault[]): void {
    this.#rules = rules.map((rule) => ({ ...rule }));
  }

  get rules(): readonly Fault[] {
    return this.#rules;
  }

  /**
   * Returns the fault for this request, counted as used; undefined when there is none.
   * @param resources every resource of the request, such as the tables of a transaction
   */
  take(operation: string, ...resources: (string | undefined)[]): Fault | undefined {
    const rule = this.#rules.find(
      (candidate) =>
        (candidate.operation === '*' || candidate.operation === operation) &&
        (candidate.resource === undefined || resources.includes(candidate.resource)) &&
        (candidate.times === undefined || candidate.times > 0) &&
        Math.random() < (candidate.chance ?? 1) &&
        this.#isDue(candidate),
    );
    if (rule?.times !== undefined) rule.times -= 1;
    return rule;
  }

  #isDue(rule: Fault): boolean {
    const matchCount = (this.#matches.get(rule) ?? 0) + 1;
    this.#matches.set(rule, matchCount);
    return matchCount % (rule.every ?? 1) === 0;
  }
}
