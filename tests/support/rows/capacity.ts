import { AsyncLocalStorage } from 'node:async_hooks';
import { dynamodb } from '../../../lambdas/platform/aws.ts';

/** The DynamoDB calls and units that some work used. */
export interface Consumption {
  /** `Query photos` and so on, sorted; a batch or a transaction is one call. */
  calls: string[];
  /** Request units as DynamoDB counts them: an eventually consistent read is half a unit. */
  read: number;
  write: number;
}

interface Consumed {
  TableName?: string;
  CapacityUnits?: number;
}

/** Counts the calls of the product's own client, from the consumed capacity that DynamoDB returns. */
export class CapacityMeter {
  readonly #measured = new AsyncLocalStorage<Consumption>();

  constructor() {
    dynamodb().middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          // A function that a measured request has started is none of its calls.
          const current = this.#measured.getStore();
          if (!current) return next(args);
          Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
          const answer = await next(args);
          const { ConsumedCapacity = [] } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
          const consumed = [ConsumedCapacity].flat();
          const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
          const operation = commandName.replace(/Command$/, '');
          const names = consumed.map(({ TableName = '' }) => TableName).toSorted();
          current.calls.push(`${operation} ${names.join(', ')}`);
          current[/Get|Query|Scan/.test(operation) ? 'read' : 'write'] += units;
          return answer;
        },
      { step: 'initialize', name: 'capacity', override: true },
    );
  }

  async measure(work: () => Promise<unknown>): Promise<Consumption> {
    const current: Consumption = { calls: [], read: 0, write: 0 };
    await this.#measured.run(current, work);
    return { ...current, calls: current.calls.toSorted() };
  }
}
