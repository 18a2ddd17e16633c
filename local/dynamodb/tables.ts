import type { Change, Disk } from './disk.ts';
import { prefixes, within } from './disk.ts';
import type { Table } from './engine.ts';
import { DynamoDbError } from './errors.ts';

/** A table's settings besides its description. */
export interface Settings {
  /** The attribute with an item's expiry time, in seconds since 1970; absent while time to live is off. */
  timeToLiveAttribute?: string;
  /** The earliest restorable time, in seconds since 1970; absent while point-in-time recovery is off. */
  recoverableSince?: number;
}

/** All tables and their settings, in memory and on disk. */
export class Tables {
  readonly #disk: Disk;
  readonly #tables = new Map<string, Table>();
  readonly #settings = new Map<string, Settings>();

  private constructor(disk: Disk) {
    this.#disk = disk;
  }

  static async load(disk: Disk): Promise<Tables> {
    const tables = new Tables(disk);
    for await (const table of disk.values(within(prefixes.tables)) as AsyncIterable<Table>) {
      tables.#tables.set(table.TableName, table);
    }
    for await (const [key, settings] of disk.iterator(within(prefixes.settings))) {
      tables.#settings.set(key.slice(prefixes.settings.length), settings as Settings);
    }
    await tables.#finishWhatWasInterrupted();
    return tables;
  }

  all(): Table[] {
    return [...this.#tables.values()];
  }

  find(name: string): Table | undefined {
    return this.#tables.get(name);
  }

  /** Returns a table that can be read and written; throws ResourceNotFoundException. */
  usable(name: string): Table {
    const table = this.#tables.get(name);
    if (!table || table.TableStatus === 'CREATING' || table.TableStatus === 'DELETING') {
      throw new DynamoDbError('ResourceNotFoundException', 'Requested resource not found');
    }
    return table;
  }

  /** Returns a table to describe or change; throws ResourceNotFoundException with its name. */
  named(name: unknown): Table {
    const table = this.#tables.get(String(name));
    if (!table)
      throw new DynamoDbError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);
    return table;
  }

  async put(table: Table, alongside: Change[] = []): Promise<void> {
    await this.#disk.batch([{ type: 'put', key: prefixes.tables + table.TableName, value: table }, ...alongside]);
    this.#tables.set(table.TableName, table);
  }

  async delete(name: string, alongside: Change[] = []): Promise<void> {
    await this.#disk.batch([
      { type: 'del', key: prefixes.settings + name },
      { type: 'del', key: prefixes.tables + name },
      ...alongside,
    ]);
    this.#settings.delete(name);
    this.#tables.delete(name);
  }

  /** Deletes a table's items, index entries and tags. */
  async empty(name: string): Promise<void> {
    await this.#disk.clear(within(prefixes.items(name)));
    await this.#disk.clear(within(prefixes.allIndexes(name)));
    await this.#disk.clear(within(prefixes.tags(name)));
  }

  settings(name: string): Settings {
    return this.#settings.get(name) ?? {};
  }

  async changeSettings(name: string, settings: Settings): Promise<void> {
    await this.#disk.put(prefixes.settings + name, settings);
    this.#settings.set(name, settings);
  }

  /** Completes changes of tables that were interrupted when the process was killed. */
  async #finishWhatWasInterrupted(): Promise<void> {
    for (const table of this.all()) {
      if (table.TableStatus === 'DELETING') {
        await this.empty(table.TableName);
        await this.delete(table.TableName);
      } else if (table.TableStatus !== 'ACTIVE') {
        await this.put({ ...table, TableStatus: 'ACTIVE' });
      }
    }
  }
}
