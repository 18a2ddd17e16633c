import { isDeepStrictEqual } from 'node:util';
import { region } from '../addresses.ts';
import type { Change, Disk } from './disk.ts';
import { prefixes, within } from './disk.ts';
import type { Input, Item, Output, Table } from './engine.ts';
import { itemSize, keyAttributes } from './engine.ts';
import { DynamoDbError, outOfBounds, validation } from './errors.ts';
import type { Tables } from './tables.ts';

/** An item before and after a write; undefined when it did not exist. */
export interface Images {
  table: Table;
  before: Item | undefined;
  after: Item | undefined;
  /** Whether time to live deleted the item, not a request. */
  expired?: boolean;
}

interface StreamDescription {
  table: string;
  arn: string;
  label: string;
  viewType: string;
  keySchema: Table['KeySchema'];
  startedAt: number;
  /** Set when the stream was disabled or its table deleted. */
  ended?: { at: number; sequence: number };
  /** The sequence number of the newest record that has been trimmed. */
  trimmedThrough?: number;
}

interface StoredRecord {
  at: number;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  keys: Item;
  before?: Item;
  after?: Item;
  size: number;
  expired?: boolean;
}

interface Position {
  arn: string;
  /** The sequence number before the records that come next. */
  after: number;
  /** The time at which the iterator was returned. */
  at: number;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;
const iteratorLife = 15 * 60 * 1000;
const pageRecords = 1000;
const pageBytes = 1024 * 1024;
/** The only shard of a stream for its whole life: order holds over the whole table, which is more than AWS promises. */
const shardId = 'shardId-00000000000000000001-local001';
export const viewTypes = ['KEYS_ONLY', 'NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES'];

/**
 * Returns the sequence number of a time: microseconds since 1970, incremented where needed to be unique. Sequence
 * numbers rise over restarts even when every record was trimmed, and contain the record's age. In responses, and as
 * keys, they have AWS's minimum of 21 digits.
 */
const sequenceOf = (time: number) => time * 1000;
const toSequenceText = (sequence: number) => `1${String(sequence).padStart(20, '0')}`;
const fromSequenceText = (text: string) => Number(text.slice(1));

/** The change streams of all tables, kept for 24 hours, with DynamoDB Streams' operations. */
export class Streams {
  readonly #disk: Disk;
  readonly #streams = new Map<string, StreamDescription>();
  /** The last sequence number assigned to any record. */
  #lastAssigned = 0;
  /** The last sequence number of each stream that can be read, by ARN. */
  readonly #readable = new Map<string, number>();

  private constructor(disk: Disk) {
    this.#disk = disk;
  }

  static async load(disk: Disk, tables: Tables): Promise<Streams> {
    const streams = new Streams(disk);
    for await (const stream of disk.values(within(prefixes.streams)) as AsyncIterable<StreamDescription>) {
      streams.#streams.set(stream.arn, stream);
      const prefix = prefixes.records(stream.table, stream.label);
      const [newest] = await disk.keys(within(prefix, { reverse: true, limit: 1 })).all();
      const last = newest ? fromSequenceText(newest.slice(prefix.length)) : (stream.trimmedThrough ?? 0);
      streams.#readable.set(stream.arn, last);
      streams.#lastAssigned = Math.max(streams.#lastAssigned, last);
      // The process was killed while the table was being deleted.
      if (!stream.ended && tables.find(stream.table)?.LatestStreamArn !== stream.arn) {
        stream.ended = { at: Date.now(), sequence: last };
      }
    }
    return streams;
  }

  /** Returns a new stream of a table: the change that stores it, and its fields of the table's description. */
  start(table: { TableName: string; TableArn: string; KeySchema: Table['KeySchema'] }, viewType: string) {
    const label = new Date().toISOString().slice(0, -1);
    const stream: StreamDescription = {
      table: table.TableName,
      arn: `${table.TableArn}/stream/${label}`,
      label,
      viewType,
      keySchema: table.KeySchema,
      startedAt: Date.now(),
    };
    return {
      change: this.#changeOf(stream),
      description: {
        StreamSpecification: { StreamEnabled: true, StreamViewType: viewType },
        LatestStreamLabel: label,
        LatestStreamArn: stream.arn,
      },
      started: () => {
        this.#streams.set(stream.arn, stream);
      },
    };
  }

  /** Ends a table's stream, if it has one; its records stay readable for 24 hours. */
  end(table: Table): Change[] {
    const stream = this.#active(table);
    if (!stream) return [];
    stream.ended = { at: Date.now(), sequence: this.#readable.get(stream.arn) ?? sequenceOf(stream.startedAt) };
    return [this.#changeOf(stream)];
  }

  /** Returns whether the table's changes are recorded. */
  watches(table: Table): boolean {
    return this.#active(table) !== undefined;
  }

  /**
   * Returns the changes that record a write, and a callback for when they are stored. A write that changed nothing
   * leaves no record.
   */
  record(writtenImages: Images[]): { changes: Change[]; stored(): void } {
    const changes: Change[] = [];
    const newest = new Map<string, number>();
    for (const images of writtenImages) {
      const stream = this.#active(images.table);
      if (!stream || isDeepStrictEqual(images.before, images.after)) continue;
      this.#lastAssigned = Math.max(this.#lastAssigned + 1, sequenceOf(Date.now()));
      newest.set(stream.arn, this.#lastAssigned);
      changes.push({
        type: 'put',
        key: prefixes.records(stream.table, stream.label) + toSequenceText(this.#lastAssigned),
        value: toRecord(images, stream.viewType),
      });
    }
    return {
      changes,
      stored: () => {
        for (const [arn, sequence] of newest) this.#readable.set(arn, sequence);
      },
    };
  }

  /** Deletes records, and ended streams, older than 24 hours. */
  async trim(now = Date.now()): Promise<void> {
    for (const stream of [...this.#streams.values()]) {
      const prefix = prefixes.records(stream.table, stream.label);
      const old = within(prefix, { lt: toSequenceText(sequenceOf(now - dayMilliseconds)) });
      const [newest] = await this.#disk.keys({ ...old, reverse: true, limit: 1 }).all();
      if (newest) {
        stream.trimmedThrough = fromSequenceText(newest.slice(prefix.length));
        await this.#disk.batch([this.#changeOf(stream)]);
        await this.#disk.clear(old);
      }
      if (stream.ended && stream.ended.at < now - dayMilliseconds) {
        this.#streams.delete(stream.arn);
        await this.#disk.del(prefixes.streams + stream.arn);
      }
    }
  }

  answer(operation: string, input: Input): Output | Promise<Output> {
    switch (operation) {
      case 'ListStreams':
        return this.#list(input);
      case 'DescribeStream':
        return this.#describe(input);
      case 'GetShardIterator':
        return this.#iterator(input);
      case 'GetRecords':
        return this.#records(input);
      default:
        throw new DynamoDbError('UnknownOperationException', '');
    }
  }

  #list(input: Input): Output {
    const limit = typeof input.Limit === 'number' ? input.Limit : 100;
    const all = [...this.#streams.values()]
      .filter((stream) => input.TableName === undefined || stream.table === input.TableName)
      .sort((a, b) => (a.arn < b.arn ? -1 : 1));
    const from = all.findIndex((stream) => stream.arn === input.ExclusiveStartStreamArn) + 1;
    const page = all.slice(from, from + limit);
    const last = from + limit < all.length ? page.at(-1)?.arn : undefined;
    return {
      Streams: page.map(({ arn, table, label }) => ({ StreamArn: arn, TableName: table, StreamLabel: label })),
      ...(last ? { LastEvaluatedStreamArn: last } : {}),
    };
  }

  #describe(input: Input): Output {
    const stream = this.#named(input.StreamArn);
    const range = {
      StartingSequenceNumber: toSequenceText(sequenceOf(stream.startedAt)),
      ...(stream.ended ? { EndingSequenceNumber: toSequenceText(stream.ended.sequence) } : {}),
    };
    return {
      StreamDescription: {
        StreamArn: stream.arn,
        StreamLabel: stream.label,
        StreamStatus: stream.ended ? 'DISABLED' : 'ENABLED',
        StreamViewType: stream.viewType,
        CreationRequestDateTime: stream.startedAt / 1000,
        TableName: stream.table,
        KeySchema: stream.keySchema,
        Shards: input.ExclusiveStartShardId === shardId ? [] : [{ ShardId: shardId, SequenceNumberRange: range }],
      },
    };
  }

  #iterator(input: Input): Output {
    const stream = this.#named(input.StreamArn);
    if (input.ShardId !== shardId) {
      throw new DynamoDbError(
        'ResourceNotFoundException',
        `Requested resource not found: Shard does not exist: ${input.ShardId}`,
      );
    }
    return { ShardIterator: iteratorOf(stream.arn, this.#startOf(stream, input)) };
  }

  #startOf(stream: StreamDescription, input: Input): number {
    const trimmed = stream.trimmedThrough ?? 0;
    switch (input.ShardIteratorType) {
      case 'TRIM_HORIZON':
        return trimmed;
      case 'LATEST':
        return this.#readable.get(stream.arn) ?? 0;
      case 'AT_SEQUENCE_NUMBER':
      case 'AFTER_SEQUENCE_NUMBER': {
        const number = input.SequenceNumber;
        if (typeof number !== 'string' || !/^1\d{20}$/.test(number)) {
          throw validation(`Invalid SequenceNumber: ${number ?? 'it is required with this ShardIteratorType'}`);
        }
        const after = fromSequenceText(number) - (input.ShardIteratorType === 'AT_SEQUENCE_NUMBER' ? 1 : 0);
        if (after < trimmed) throw trimmedDataError();
        return after;
      }
      default:
        throw outOfBounds(
          'shardIteratorType',
          input.ShardIteratorType,
          'Member must satisfy enum value set: [AFTER_SEQUENCE_NUMBER, LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]',
        );
    }
  }

  async #records(input: Input): Promise<Output> {
    const { arn, after, at } = positionOf(input.ShardIterator);
    if (Date.now() - at > iteratorLife) {
      throw new DynamoDbError(
        'ExpiredIteratorException',
        'The shard iterator has expired: it was handed out over 15 minutes ago.',
      );
    }
    const limit = input.Limit ?? pageRecords;
    if (typeof limit !== 'number' || limit < 1 || limit > pageRecords) {
      throw outOfBounds('limit', limit, `Member must have value between 1 and ${pageRecords}`);
    }
    const stream = this.#named(arn);
    if (after < (stream.trimmedThrough ?? 0)) throw trimmedDataError();
    const readable = this.#readable.get(arn) ?? 0;
    const records: Output[] = [];
    let position = after;
    if (after < readable) {
      const prefix = prefixes.records(stream.table, stream.label);
      let bytes = 0;
      const range = within(prefix, { gt: toSequenceText(after), lte: toSequenceText(readable), limit });
      for await (const [key, record] of this.#disk.iterator(range)) {
        const sequence = fromSequenceText(key.slice(prefix.length));
        bytes += (record as StoredRecord).size;
        if (bytes > pageBytes && records.length > 0) break;
        records.push(toWireRecord(record as StoredRecord, sequence, stream.viewType));
        position = sequence;
      }
    }
    const exhausted = stream.ended && position >= readable;
    return { Records: records, ...(exhausted ? {} : { NextShardIterator: iteratorOf(arn, position) }) };
  }

  #active(table: Table): StreamDescription | undefined {
    if (!table.StreamSpecification?.StreamEnabled || !table.LatestStreamArn) return undefined;
    const stream = this.#streams.get(table.LatestStreamArn);
    return stream?.ended ? undefined : stream;
  }

  #named(arn: unknown): StreamDescription {
    const stream = this.#streams.get(String(arn));
    if (!stream) {
      throw new DynamoDbError('ResourceNotFoundException', `Requested resource not found: Stream: ${arn} not found`);
    }
    return stream;
  }

  #changeOf(stream: StreamDescription): Change {
    return { type: 'put', key: prefixes.streams + stream.arn, value: stream };
  }
}

function toRecord({ table, before, after, expired }: Images, viewType: string): StoredRecord {
  const item = after ?? before ?? {};
  const keys = keyAttributes(item, table);
  const oldImage = before && (viewType === 'OLD_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES') ? before : undefined;
  const newImage = after && (viewType === 'NEW_IMAGE' || viewType === 'NEW_AND_OLD_IMAGES') ? after : undefined;
  return {
    at: Date.now(),
    eventName: !before ? 'INSERT' : after ? 'MODIFY' : 'REMOVE',
    keys,
    ...(oldImage ? { before: oldImage } : {}),
    ...(newImage ? { after: newImage } : {}),
    size: itemSize(keys) + itemSize(oldImage ?? {}) + itemSize(newImage ?? {}),
    ...(expired ? { expired } : {}),
  };
}

function toWireRecord(record: StoredRecord, sequence: number, viewType: string): Output {
  return {
    eventID: toSequenceText(sequence),
    eventName: record.eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(record.at / 1000),
      Keys: record.keys,
      ...(record.after ? { NewImage: record.after } : {}),
      ...(record.before ? { OldImage: record.before } : {}),
      SequenceNumber: toSequenceText(sequence),
      SizeBytes: record.size,
      StreamViewType: viewType,
    },
    ...(record.expired ? { userIdentity: { Type: 'Service', PrincipalId: 'dynamodb.amazonaws.com' } } : {}),
  };
}

function iteratorOf(arn: string, after: number): string {
  const position: Position = { arn, after, at: Date.now() };
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function positionOf(iterator: unknown): Position {
  try {
    const position = JSON.parse(Buffer.from(String(iterator), 'base64url').toString()) as Position;
    if (typeof position.arn === 'string' && typeof position.after === 'number' && typeof position.at === 'number') {
      return position;
    }
  } catch {
    // The error is thrown below.
  }
  throw validation('Invalid ShardIterator: it is none that GetShardIterator or GetRecords handed out.');
}

function trimmedDataError(): DynamoDbError {
  return new DynamoDbError(
    'TrimmedDataAccessException',
    'The operation attempted to read past the oldest stream record in a shard.',
  );
}
