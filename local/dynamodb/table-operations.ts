import type { Commits } from './commits.ts';
import type { Change, Disk } from './disk.ts';
import { prefixes, within } from './disk.ts';
import type { Collection, Index, Input, Item, Output, Table } from './engine.ts';
import { keyOfItem, run, validate, writeIndexEntries } from './engine.ts';
import { DynamoDbError, outOfBounds, validation } from './errors.ts';
import type { Locks } from './locks.ts';
import { itemLocks } from './locks.ts';
import { collectingStore, nothingCollected, readingStore } from './stores.ts';
import type { Streams } from './streams.ts';
import { viewTypes } from './streams.ts';
import type { Tables } from './tables.ts';

/**
 * Creates, changes and deletes tables and their settings. dynalite makes the descriptions; streams, deletion
 * protection, new indexes, time to live and backups are implemented here.
 */
export class TableOperations {
  readonly #disk: Disk;
  readonly #tables: Tables;
  readonly #streams: Streams;
  readonly #commits: Commits;
  readonly #locks: Locks;

  constructor(disk: Disk, tables: Tables, streams: Streams, commits: Commits, locks: Locks) {
    this.#disk = disk;
    this.#tables = tables;
    this.#streams = streams;
    this.#commits = commits;
    this.#locks = locks;
  }

  async create(input: Input): Promise<Output> {
    const { StreamSpecification, DeletionProtectionEnabled, ...engineInput } = input;
    const viewType = viewTypeOf(StreamSpecification);
    const data = validate('CreateTable', engineInput);
    const fields: Partial<Table> = { DeletionProtectionEnabled: DeletionProtectionEnabled === true };
    return this.#alone(data.TableName, () =>
      this.#manage('CreateTable', data, (table) => {
        if (!viewType) return { table: { ...table, ...fields }, alongside: [], stored: () => {} };
        // dynalite stores a new table twice, as CREATING and as ACTIVE; both are one stream.
        const stream = fields.LatestStreamArn ? undefined : this.#streams.start(table, viewType);
        Object.assign(fields, stream?.description);
        return {
          table: { ...table, ...fields },
          alongside: stream ? [stream.change] : [],
          stored: () => stream?.started(),
        };
      }),
    );
  }

  async update(input: Input): Promise<Output> {
    const { StreamSpecification, DeletionProtectionEnabled, AttributeDefinitions, ...engineInput } = input;
    const name = this.#tables.named(input.TableName).TableName;
    return this.#alone(name, async () => {
      if (StreamSpecification !== undefined) await this.#changeStream(name, StreamSpecification);
      if (DeletionProtectionEnabled !== undefined) {
        const protect = DeletionProtectionEnabled === true;
        await this.#tables.put({ ...this.#tables.named(name), DeletionProtectionEnabled: protect });
      }
      const updates = Array.isArray(engineInput.GlobalSecondaryIndexUpdates)
        ? engineInput.GlobalSecondaryIndexUpdates
        : [];
      const forEngine: Input[] = [];
      for (const update of updates as Input[]) {
        if (update.Create) await this.#createIndex(name, update.Create as Input, AttributeDefinitions);
        else if (update.Delete) await this.#deleteIndex(name, update.Delete as Input);
        else forEngine.push(update);
      }
      const { GlobalSecondaryIndexUpdates: _, TableName: __, ...otherFields } = engineInput;
      const engineRequest = {
        ...otherFields,
        ...(forEngine.length > 0 ? { GlobalSecondaryIndexUpdates: forEngine } : {}),
      };
      const isHandledHere = updates.length > forEngine.length || StreamSpecification !== undefined;
      if (Object.keys(engineRequest).length > 0 || !(isHandledHere || DeletionProtectionEnabled !== undefined)) {
        const data = validate('UpdateTable', { ...engineRequest, TableName: name });
        await this.#manage('UpdateTable', data, (table) => ({ table, alongside: [], stored: () => {} }));
      }
      return { TableDescription: this.#tables.named(name) };
    });
  }

  async delete(input: Input): Promise<Output> {
    const data = validate('DeleteTable', input);
    const table = this.#tables.named(data.TableName);
    if (table.DeletionProtectionEnabled) {
      throw validation(
        'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
      );
    }
    return this.#alone(table.TableName, async () => {
      const description = { ...this.#tables.named(table.TableName), TableStatus: 'DELETING' };
      await this.#tables.put(description);
      // Wait for writes that were admitted before: they must not land in a later table of the same name.
      await this.#commits.idle();
      await this.#tables.empty(table.TableName);
      await this.#tables.delete(table.TableName, this.#streams.end(table));
      return { TableDescription: description };
    });
  }

  async updateTimeToLive(input: Input): Promise<Output> {
    const { TableName: name } = this.#tables.named(input.TableName);
    const { AttributeName, Enabled } = (input.TimeToLiveSpecification ?? {}) as Input;
    if (typeof AttributeName !== 'string' || AttributeName === '' || typeof Enabled !== 'boolean') {
      throw outOfBounds('timeToLiveSpecification', input.TimeToLiveSpecification, 'Member must not be null');
    }
    const { timeToLiveAttribute: current, ...otherSettings } = this.#tables.settings(name);
    if (current !== undefined && current !== AttributeName) {
      throw validation('TimeToLive is active on a different AttributeName');
    }
    if ((current !== undefined) === Enabled) {
      throw validation(`TimeToLive is already ${Enabled ? 'enabled' : 'disabled'}`);
    }
    await this.#tables.changeSettings(name, {
      ...otherSettings,
      ...(Enabled ? { timeToLiveAttribute: AttributeName } : {}),
    });
    return { TimeToLiveSpecification: { AttributeName, Enabled } };
  }

  describeTimeToLive(input: Input): Output {
    const { timeToLiveAttribute: name } = this.#tables.settings(this.#tables.named(input.TableName).TableName);
    const description = name ? { TimeToLiveStatus: 'ENABLED', AttributeName: name } : { TimeToLiveStatus: 'DISABLED' };
    return { TimeToLiveDescription: description };
  }

  /** Stores the point-in-time recovery setting; no backups are made on this machine. */
  async updateContinuousBackups(input: Input): Promise<Output> {
    const { TableName: name } = this.#tables.named(input.TableName);
    const { PointInTimeRecoveryEnabled } = (input.PointInTimeRecoverySpecification ?? {}) as Input;
    if (typeof PointInTimeRecoveryEnabled !== 'boolean') {
      throw outOfBounds(
        'pointInTimeRecoverySpecification',
        input.PointInTimeRecoverySpecification,
        'Member must not be null',
      );
    }
    const { recoverableSince = Math.floor(Date.now() / 1000), ...otherSettings } = this.#tables.settings(name);
    await this.#tables.changeSettings(name, {
      ...otherSettings,
      ...(PointInTimeRecoveryEnabled ? { recoverableSince } : {}),
    });
    return this.describeContinuousBackups(input);
  }

  describeContinuousBackups(input: Input): Output {
    const { recoverableSince } = this.#tables.settings(this.#tables.named(input.TableName).TableName);
    return {
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription:
          recoverableSince === undefined
            ? { PointInTimeRecoveryStatus: 'DISABLED' }
            : {
                PointInTimeRecoveryStatus: 'ENABLED',
                RecoveryPeriodInDays: 35,
                EarliestRestorableDateTime: recoverableSince,
                LatestRestorableDateTime: Math.floor(Date.now() / 1000),
              },
      },
    };
  }

  /** Completes indexes whose creation was interrupted by the end of the process. */
  async finishIndexes(): Promise<void> {
    for (const table of this.#tables.all()) {
      for (const index of table.GlobalSecondaryIndexes ?? []) {
        if (index.IndexStatus !== 'ACTIVE') await this.#buildIndex(table.TableName, index.IndexName);
      }
    }
  }

  async #changeStream(name: string, specification: unknown): Promise<void> {
    const table = this.#tables.named(name);
    const viewType = viewTypeOf(specification);
    const enabled = this.#streams.watches(table);
    if (viewType && enabled) throw validation(`Table already has an enabled stream: TableName: ${name}`);
    if (!viewType && !enabled) throw validation(`Table has no stream to disable: TableName: ${name}`);
    if (viewType) {
      const stream = this.#streams.start(table, viewType);
      await this.#tables.put({ ...table, ...stream.description }, [stream.change]);
      stream.started();
    } else {
      await this.#commits.idle();
      const { StreamSpecification: _, ...without } = table;
      await this.#tables.put(without as Table, this.#streams.end(table));
    }
  }

  async #createIndex(name: string, requestedIndex: Input, definitions: unknown): Promise<void> {
    const table = this.#tables.named(name);
    // dynalite validates indexes only in CreateTable: validate the index as part of a CreateTable request.
    const indexes = [...(table.GlobalSecondaryIndexes ?? []), requestedIndex as unknown as Index].map(asRequested);
    const AttributeDefinitions = Array.isArray(definitions)
      ? merged(table.AttributeDefinitions, definitions as Table['AttributeDefinitions'])
      : table.AttributeDefinitions;
    const { KeySchema } = table;
    const LocalSecondaryIndexes = table.LocalSecondaryIndexes?.map(asRequested);
    const BillingMode = 'PAY_PER_REQUEST';
    const request = { TableName: name, KeySchema, AttributeDefinitions, BillingMode, LocalSecondaryIndexes };
    validate('CreateTable', structuredClone({ ...request, GlobalSecondaryIndexes: indexes }));
    const index: Index = {
      ...asRequested(requestedIndex as unknown as Index),
      IndexArn: `${table.TableArn}/index/${requestedIndex.IndexName}`,
      IndexStatus: 'CREATING',
      IndexSizeBytes: 0,
      ItemCount: 0,
      ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
    };
    const GlobalSecondaryIndexes = [...(table.GlobalSecondaryIndexes ?? []), index];
    await this.#tables.put({ ...table, AttributeDefinitions, GlobalSecondaryIndexes });
    await this.#buildIndex(name, index.IndexName);
  }

  /**
   * Fills a new index. Writes maintain the index from here on; existing items are entered one by one under their lock,
   * so that a concurrent write is not overwritten by an older entry.
   */
  async #buildIndex(name: string, indexName: string): Promise<void> {
    await this.#locks.settled(itemLocks(name));
    const withNewIndexOnly = (table: Table): Table => {
      const { LocalSecondaryIndexes: _, ...tableWithoutLocalIndexes } = table;
      const indexes = table.GlobalSecondaryIndexes?.filter(({ IndexName }) => IndexName === indexName);
      return { ...tableWithoutLocalIndexes, GlobalSecondaryIndexes: indexes ?? [] } as Table;
    };
    const reading = readingStore(this.#disk, this.#tables);
    for await (const value of this.#disk.values(within(prefixes.items(name)))) {
      const table = this.#tables.named(name);
      const itemKey = keyOfItem(value as Item, { ...table, GlobalSecondaryIndexes: [], LocalSecondaryIndexes: [] });
      const release = await this.#locks.hold([itemLocks(name) + itemKey]);
      try {
        const item = (await this.#disk.get(prefixes.items(name) + itemKey)) as Item | undefined;
        const collected = nothingCollected();
        if (item) await writeIndexEntries(collectingStore(reading, itemKey, collected), withNewIndexOnly(table), item);
        await this.#disk.batch(collected.changes);
      } finally {
        release();
      }
    }
    const table = this.#tables.named(name);
    const built = table.GlobalSecondaryIndexes?.map((index) =>
      index.IndexName === indexName ? { ...index, IndexStatus: 'ACTIVE' } : index,
    );
    await this.#tables.put({ ...table, GlobalSecondaryIndexes: built ?? [] });
  }

  async #deleteIndex(name: string, { IndexName }: Input): Promise<void> {
    const table = this.#tables.named(name);
    const remaining = (table.GlobalSecondaryIndexes ?? []).filter((index) => index.IndexName !== IndexName);
    if (remaining.length === (table.GlobalSecondaryIndexes?.length ?? 0)) {
      throw new DynamoDbError(
        'ResourceNotFoundException',
        `Requested resource not found: Index: ${IndexName} not found`,
      );
    }
    const { GlobalSecondaryIndexes: _, ...without } = table;
    await this.#tables.put({
      ...without,
      ...(remaining.length > 0 ? { GlobalSecondaryIndexes: remaining } : {}),
    } as Table);
    await this.#locks.settled(itemLocks(name));
    await this.#disk.clear(within(prefixes.index(name, String(IndexName))));
  }

  /** Runs one change of a table at a time. */
  async #alone(name: unknown, work: () => Promise<Output>): Promise<Output> {
    const release = await this.#locks.hold([`${name}`]);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Runs dynalite's operation, which responds after its first write of the description and completes it with a second
   * one; waits for both.
   */
  async #manage(operation: string, data: Input, adapt: Adapt): Promise<Output> {
    let writes = 0;
    let complete = () => {};
    const completed = new Promise<void>((resolve) => {
      complete = resolve;
    });
    const store = readingStore(this.#disk, this.#tables);
    const put: Collection['put'] = (_name, value, done) => {
      const { table, alongside, stored } = adapt(structuredClone(value) as Table);
      this.#tables
        .put(table, alongside)
        .then(() => {
          stored();
          done(null);
          writes += 1;
          if (writes === 2) complete();
        })
        .catch(done);
    };
    const output = await run(operation, { ...store, tableDb: { ...store.tableDb, put } }, data);
    // Copy the description: later changes of it must not appear in this response.
    const description = structuredClone(output.TableDescription) as Table;
    await completed;
    return { TableDescription: adapt(description).table };
  }
}

type Adapt = (table: Table) => { table: Table; alongside: Change[]; stored(): void };

function viewTypeOf(specification: unknown): string | undefined {
  if (specification === undefined || specification === null) return undefined;
  const { StreamEnabled, StreamViewType } = specification as Input;
  if (!StreamEnabled) return undefined;
  if (StreamViewType === undefined) {
    throw validation('Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.');
  }
  if (!viewTypes.includes(String(StreamViewType))) {
    throw outOfBounds(
      'streamSpecification.streamViewType',
      StreamViewType,
      `Member must satisfy enum value set: [${viewTypes.join(', ')}]`,
    );
  }
  return String(StreamViewType);
}

/** Returns an index as a request spells it, without the fields that only a description has. */
function asRequested({ IndexName, KeySchema, Projection }: Index): Index {
  return { IndexName, KeySchema, Projection };
}

function merged(old: Table['AttributeDefinitions'], added: Table['AttributeDefinitions']) {
  const names = new Set(old.map(({ AttributeName }) => AttributeName));
  return [...old, ...added.filter(({ AttributeName }) => !names.has(AttributeName))];
}
