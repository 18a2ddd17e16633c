import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from 'vitest';
import { clientsFor, createTestTable, readStream, temporaryDir } from './testing.ts';

const temporary = await temporaryDir();
let last: ChildProcess | undefined;
afterAll(async () => {
  last?.kill('SIGKILL');
  await temporary.remove();
});

/** Starts DynamoDB in its own process, so that it can be killed. */
async function startChild() {
  const script = `
    const { startDynamoDb } = await import(${JSON.stringify(new URL('./server.ts', import.meta.url).href)});
    const { port } = await startDynamoDb({ port: 0, dir: ${JSON.stringify(temporary.dir)} });
    console.log(port);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  last = child;
  const [port] = await once(createInterface(child.stdout), 'line');
  return {
    ...clientsFor(`http://127.0.0.1:${port}`),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const TableName = 'ledger';
const writers = 6;

test('after a kill during transactions each is whole or absent, and no acknowledged write is lost', async () => {
  let database = await startChild();
  await createTestTable(database.client, TableName, {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  /** The numbers of acknowledged writes, by writer. */
  const acknowledged = Array.from({ length: writers }, () => ({ transactions: 0, singles: 0 }));

  for (let round = 0; round < 5; round++) {
    let running = true;
    let done = 0;
    const { documents } = database;
    const work = acknowledged.map(async (counts, writer) => {
      const pk = `writer${writer}`;
      while (running) {
        const n = counts.transactions + 1;
        try {
          await documents.send(
            new TransactWriteCommand({
              TransactItems: [
                ...['debit', 'credit'].map((sk) => ({
                  Update: {
                    TableName,
                    Key: { pk, sk },
                    UpdateExpression: 'ADD n :one',
                    ExpressionAttributeValues: { ':one': 1 },
                  },
                })),
                { Put: { TableName, Item: { pk, sk: `entry-${round}-${n}`, group_id: pk } } },
              ],
            }),
          );
          counts.transactions = n;
          done += 1;
          await documents.send(new PutCommand({ TableName, Item: { pk, sk: 'single', n: counts.singles + 1 } }));
          counts.singles += 1;
        } catch (error) {
          if (running) throw error;
        }
      }
    });
    await expect.poll(() => done, { interval: 5 }).toBeGreaterThan(40 + round * 13);
    running = false;
    await database.kill();
    await Promise.all(work);

    database = await startChild();
    for (const [writer, known] of acknowledged.entries()) {
      const pk = `writer${writer}`;
      const read = async (sk: string) =>
        Number((await database.documents.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item?.n ?? 0);
      const query = new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
        ExpressionAttributeValues: { ':pk': pk, ':entry': 'entry-' },
      });
      const indexed = new QueryCommand({
        TableName,
        IndexName: 'by_group',
        KeyConditionExpression: 'group_id = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      });
      const [debit, credit, single] = [await read('debit'), await read('credit'), await read('single')];
      expect(credit).toBe(debit);
      expect((await database.documents.send(query)).Count).toBe(debit);
      expect((await database.documents.send(indexed)).Count).toBe(debit);
      // One more write than was acknowledged may have been stored just before the kill.
      expect([known.transactions, known.transactions + 1]).toContain(debit);
      expect([known.singles, known.singles + 1]).toContain(single);
      known.transactions = debit;
      known.singles = single;
    }
  }

  const { Table } = await database.client.send(new DescribeTableCommand({ TableName }));
  const records = await readStream(database.streams, Table?.LatestStreamArn ?? '');
  for (const [writer, counts] of acknowledged.entries()) {
    const recordsOf = (sk: string) =>
      records.filter(({ dynamodb: { Keys } = {} }) => Keys?.pk?.S === `writer${writer}` && Keys?.sk?.S?.startsWith(sk));
    const counted = Array.from({ length: counts.transactions }, (_, n) => `${n + 1}`);
    expect(recordsOf('debit').map(({ dynamodb }) => dynamodb?.NewImage?.n?.N)).toEqual(counted);
    expect(recordsOf('credit').map(({ dynamodb }) => dynamodb?.NewImage?.n?.N)).toEqual(counted);
    expect(recordsOf('entry-')).toHaveLength(counts.transactions);
    expect(recordsOf('single')).toHaveLength(counts.singles);
  }
  await database.kill();
}, 120_000);
