import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { app } from '../../lambdas/public/app.ts';
import { type ApiStudio, call, isAwsDynamoDb, startApiStudio } from '../support/api-studio.ts';

let studio: ApiStudio;
let rows: DynamoDBDocumentClient;
beforeAll(async () => {
  studio = await startApiStudio();
  rows = DynamoDBDocumentClient.from(new DynamoDBClient());
});
afterAll(async () => {
  rows?.destroy();
  await studio?.close();
});

const path = '/api/public/messages';
let number = 0;
let words: Record<string, string>;
let viewer: string;
beforeEach(() => {
  number += 1;
  viewer = `203.0.113.${number}`;
  words = { name: `Ada ${number}`, phone: '713-555-0100', email: 'ada@example.com', message: `Hello ${number}` };
});

const send = (body: unknown = words, address = viewer) =>
  call(app, 'POST', path, { body, headers: { 'x-viewer-ip': address } });
const sendForm = (fields: Record<string, string>) =>
  call(app, 'POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'x-viewer-ip': viewer, 'content-type': 'application/x-www-form-urlencoded' },
  });

async function stored(): Promise<{ messages: unknown[]; letters: unknown[] }> {
  const of = async (TableName: string) =>
    ((await rows.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? []).filter(
      (row) => row.name === words.name,
    );
  return { messages: await of('messages'), letters: await of('outbox') };
}

describe('a message', () => {
  test('is stored unread, together with the letter about it', async () => {
    const answer = await send();
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ received: true });
    const { messages, letters } = await stored();
    expect(messages).toMatchObject([{ ...words, directory: 'message', unread: 'message' }]);
    expect(letters).toMatchObject([{ ...words, kind: 'message-received', state: 'queued' }]);
  });

  test.each(['name', 'phone', 'email', 'message'])(
    'without %s is refused by name, and nothing is stored',
    async (field) => {
      const answer = await send({ ...words, [field]: '  ' });
      expect(answer.outcome).toBe('400 INVALID');
      expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
      expect(await stored()).toEqual({ messages: [], letters: [] });
    },
  );

  test('that a robot filled in is refused, and nothing is stored', async () => {
    expect((await send({ ...words, website: 'https://spam.example' })).outcome).toBe('400 INVALID');
    expect(await stored()).toEqual({ messages: [], letters: [] });
  });

  test('longer than its limit is refused; at its limit it is not', async () => {
    expect((await send({ ...words, message: 'x'.repeat(limits.message + 1) })).outcome).toBe('400 INVALID');
    expect((await send({ ...words, message: 'x'.repeat(limits.message) })).status).toBe(201);
  });

  test('submitted twice, one after the other or at once, is stored and sent once', async () => {
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    const { messages, letters } = await stored();
    expect([messages.length, letters.length]).toEqual([1, 1]);
  });

  test('five at once from a fresh viewer are one', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect((await stored()).messages).toHaveLength(1);
  });

  test('of the same words from another viewer is another message', async () => {
    await send();
    await send(words, '198.51.100.7');
    expect((await stored()).messages).toHaveLength(2);
  });

  test('is refused once a viewer has sent too many, but not another viewer’s', async () => {
    for (let n = 0; n < 10; n += 1) expect((await send({ ...words, message: `${n}` })).status).toBe(201);
    expect((await send({ ...words, message: 'one more' })).outcome).toBe('429 TOO_MANY');
    expect((await send({ ...words, message: 'one more' }, '198.51.100.8')).status).toBe(201);
  });

  test('counts by network for IPv6, where one subscriber has addresses without number', async () => {
    for (let n = 0; n < 10; n += 1) await send({ ...words, message: `${n}` }, `2001:db8:1:1::${n + 1}`);
    expect((await send({ ...words, message: 'a' }, '2001:db8:1:1:ffff::9')).outcome).toBe('429 TOO_MANY');
    expect((await send({ ...words, message: 'b' }, '2001:db8:1:2::1')).status).toBe(201);
  });

  test('leaves no address of its viewer behind', async () => {
    await send();
    const { Items = [] } = await rows.send(new ScanCommand({ TableName: 'guards' }));
    expect(Items.length).toBeGreaterThan(0);
    expect(JSON.stringify(Items)).not.toContain(viewer);
    expect(JSON.stringify(Items)).not.toContain(words.message);
    expect(Items.every((row) => typeof row.expires_at === 'number')).toBe(true);
  });
});

describe('a form sent without script', () => {
  test('is answered by a page', async () => {
    const answer = await sendForm(words);
    expect(answer.status).toBe(201);
    expect(answer.response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.text).toContain('We have your message');
    expect((await stored()).messages).toHaveLength(1);
  });

  test('that is wrong comes back with every word, inert, and what is wrong', async () => {
    const sly = {
      ...words,
      name: `Ada "${number}" <script>alert(1)</script>`,
      email: 'nowhere',
      message: 'a\n</textarea><b>',
    };
    const answer = await sendForm(sly);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('value="Ada &quot;');
    expect(answer.text).toContain('a\n&lt;/textarea&gt;&lt;b&gt;');
    expect(answer.text).toContain('Please enter a valid email address.');
    expect(answer.text).not.toMatch(/<script|<b>|style=|onclick/);
    expect((await stored()).messages).toEqual([]);
  });

  test.skipIf(isAwsDynamoDb)('keeps the words when there were too many, and when the studio is broken', async () => {
    for (let n = 0; n < 10; n += 1) await sendForm({ ...words, message: `${n}` });
    const refused = await sendForm(words);
    expect(refused.status).toBe(429);
    expect(refused.text).toContain(words.message);
    viewer = '198.51.100.99';
    await studio.setFaults('dynamodb', [{ operation: 'TransactWriteItems', error: 'AccessDeniedException' }]);
    const broken = await sendForm(words);
    await studio.setFaults('dynamodb', []);
    expect(broken.status).toBe(500);
    expect(broken.text).toContain('Something went wrong. Please try again later.');
    expect(broken.text).toContain(words.message);
  });

  test('finds its styles on the site itself', async () => {
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec((await sendForm(words)).text) ?? [];
    const sheet = await call(app, 'GET', href);
    expect(sheet.status).toBe(200);
    expect(sheet.response.headers.get('content-type')).toMatch(/^text\/css/);
  });
});

test('the portfolio is empty until a photo is featured', async () => {
  const answer = await call(app, 'GET', '/api/public/portfolio');
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({ categories: [] });
});
