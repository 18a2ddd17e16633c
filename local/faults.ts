/**
 * Faults on demand: what a test asks a local service to do wrong, and for how many requests.
 *
 * Every service answers `PUT /_faults` with a JSON array of rules (replacing the ones before; `[]` ends them) on its own
 * port, and asks `take` before each operation. Nothing in the product knows of this.
 */
export interface Fault {
  /** AWS's name of the operation (`TransactWriteItems`, `PutObject`); `*` for all. */
  operation: string;
  /** Table, bucket, queue or function; all when left out. */
  resource?: string;
  /** AWS's error code to answer with. Left out: only the delay, or what `kind` says. */
  error?: string;
  /** HTTP status of that error; 400 when left out. */
  status?: number;
  /** `cut` closes the connection half-way; `double` delivers an event twice; `lag` lets an index answer with what it held `delay` ms ago. */
  kind?: 'cut' | 'double' | 'lag';
  /** Milliseconds to wait before answering. */
  delay?: number;
  /** Chance from 0 to 1 for each matching request; 1 when left out. */
  chance?: number;
  /** Only each n-th matching request is hit, so that a share of them is exact. */
  every?: number;
  /** How many requests are hit before the rule is used up; without end when left out. */
  times?: number;
}

export class Faults {
  #rules: Fault[] = [];
  /** How many requests a rule with `every` has seen. */
  readonly #seen = new WeakMap<Fault, number>();

  set(rules: Fault[]): void {
    this.#rules = rules.map((rule) => ({ ...rule }));
  }

  get rules(): readonly Fault[] {
    return this.#rules;
  }

  /**
   * The fault that hits this request, used up by one; undefined for none.
   * @param resources all that the request is about, such as the tables of a transaction
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
    const seen = (this.#seen.get(rule) ?? 0) + 1;
    this.#seen.set(rule, seen);
    return seen % (rule.every ?? 1) === 0;
  }
}
