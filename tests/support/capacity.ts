import { dynamodb } from '../../lambdas/platform/aws.ts';

/** What some work asked of DynamoDB. */
export interface Consumption {
  /** `Query photos`, in the order of their names; a batch or a transaction is one call. */
  calls: string[];
  /** Request units, as DynamoDB counts them: eventually consistent reads are half. */
  read: number;
  write: number;
}

interface Consumed {
  TableName?: string;
  CapacityUnits?: number;
}

/** Counts what the product's own client asks of DynamoDB, in DynamoDB's own words. */
export class CapacityMeter {
  #current: Consumption = { calls: [], read: 0, write: 0 };

  constructor() {
    dynamodb().middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
          const answer = await next(args);
          const { ConsumedCapacity = [] } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
          const consumed = [ConsumedCapacity].flat();
          const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
          const operation = commandName.replace(/Command$/, '');
          const names = consumed.map(({ TableName = '' }) => TableName).toSorted();
          this.#current.calls.push(`${operation} ${names.join(', ')}`);
          this.#current[/Get|Query|Scan/.test(operation) ? 'read' : 'write'] += units;
          return answer;
        },
      { step: 'initialize', name: 'capacity', override: true },
    );
  }

  async measure(work: () => Promise<unknown>): Promise<Consumption> {
    this.#current = { calls: [], read: 0, write: 0 };
    await work();
    return { ...this.#current, calls: this.#current.calls.toSorted() };
  }
}
