import { randomInt } from 'node:crypto';
import type { QueryCommandInput, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import type { RunningService } from '../../services/service.ts';
import { startDynamoDb } from '../server.ts';
import { clientsFor, createTestTable, temporaryDir } from '../testing.ts';

/**
 * Set-up for the conformance tests, of the DynamoDB behavior that the product uses. `DYNAMODB_ENDPOINT=http://…` runs
 * them against another implementation, such as AWS's DynamoDB Local, and skips tests of behavior that DynamoDB Local
 * lacks or that differs from AWS.
 */
const externalEndpoint = process.env.DYNAMODB_ENDPOINT;
export const isElsewhere = externalEndpoint !== undefined;

export let clients: ReturnType<typeof clientsFor>;
/** The name of the table in which each test has its own partition key. */
export let table: string;
/** A prefix of table names, because several files may make their tables at the same time in one implementation. */
const run = `conformance_${Date.now()}${randomInt(1_000_000)}`;
/** Returns a table's full name. AWS's DynamoDB Local takes several seconds for some changes. */
export const tableNamed = (name: string) => `${run}_${name}`;

/** Starts DynamoDB for the tests of this file, and creates their table. */
export function startConformance(): void {
  let service: RunningService | undefined;
  let cleanUp = async () => {};

  beforeAll(async () => {
    if (!externalEndpoint) {
      const { dir, remove } = await temporaryDir();
      service = await startDynamoDb({ port: 0, dir });
      cleanUp = remove;
    }
    clients = clientsFor(externalEndpoint ?? `http://127.0.0.1:${service?.port}`);
    table = await createTestTable(clients.client, tableNamed('items'));
  });

  afterAll(async () => {
    await service?.close();
    await cleanUp();
  });
}

let partitionKeys = 0;
/** Returns a new partition key for a test. */
export const fresh = () => `p${++partitionKeys}`;

export const put = (Item: Record<string, unknown>, options = {}) =>
  clients.documents.send(new PutCommand({ TableName: table, Item, ...options }));
export const get = async (pk: string, sk: string) =>
  (await clients.documents.send(new GetCommand({ TableName: table, Key: { pk, sk }, ConsistentRead: true }))).Item;
export const transact = (TransactItems: TransactWriteCommandInput['TransactItems'], ClientRequestToken?: string) =>
  clients.documents.send(
    new TransactWriteCommand({ TransactItems, ...(ClientRequestToken ? { ClientRequestToken } : {}) }),
  );
/** Returns the error that a call rejects with. */
export const failure = async (call: Promise<unknown>): Promise<Error> => {
  try {
    await call;
  } catch (error) {
    return error as Error;
  }
  throw new Error('expected an error');
};
export const allPages = async (query: Omit<QueryCommandInput, 'TableName'>, pageSize: number) => {
  const pages: Record<string, unknown>[][] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await clients.documents.send(
      new QueryCommand({ TableName: table, Limit: pageSize, ...query, ExclusiveStartKey }),
    );
    pages.push(page.Items ?? []);
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return pages;
};
