import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app } from '../../../lambdas/public/app.ts';
import { type ApiStudio, adminClaims, call, isAwsDynamoDb, startApiStudio } from '../../support/studio/api-studio.ts';

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
beforeEach(async () => {
  // Clear the counters of the limit for all senders, which other tests also increase.
  const { Items: counted = [] } = await rows.send(new ScanCommand({ TableName: 'guards', ConsistentRead: true }));
  for (const { id } of counted) await rows.send(new DeleteCommand({ TableName: 'guards', Key: { id } }));
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

async function stored(): Promise<{ messages: unknown[]; emails: unknown[] }> {
  const of = async (TableName: string) =>
    ((await rows.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items ?? []).filter(
      (row) => row.name === words.name,
    );
  return { messages: await of('messages'), emails: await of('outbox') };
}

describe('a message', () => {
  test('is stored unread, together with the email about it', async () => {
    const answer = await send();
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ received: true });
    const { messages, emails } = await stored();
    expect(messages).toMatchObject([{ ...words, directory: 'message', unread: 'message' }]);
    expect(emails).toMatchObject([{ ...words, kind: 'message-received', state: 'queued' }]);
  });

  test.each(['name', 'phone', 'email', 'message'])(
    'without %s is refused by name, and nothing is stored',
    async (field) => {
      const answer = await send({ ...words, [field]: '  ' });
      expect(answer.outcome).toBe('400 INVALID');
      expect(Object.keys(answer.error.fields ?? {})).toEqual([field]);
      expect(await stored()).toEqual({ messages: [], emails: [] });
    },
  );

  test('with the honeypot field filled in is refused, and nothing is stored', async () => {
    expect((await send({ ...words, website: 'https://spam.example' })).outcome).toBe('400 INVALID');
    expect(await stored()).toEqual({ messages: [], emails: [] });
  });

  test('is refused above its length limit, and accepted at it', async () => {
    expect((await send({ ...words, message: 'x'.repeat(limits.message + 1) })).outcome).toBe('400 INVALID');
    expect((await send({ ...words, message: 'x'.repeat(limits.message) })).status).toBe(201);
  });

  test('submitted twice, one after the other or concurrently, is stored and sent once', async () => {
    expect((await send()).status).toBe(201);
    expect((await send()).status).toBe(201);
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
    const { messages, emails } = await stored();
    expect([messages.length, emails.length]).toEqual([1, 1]);
  });

  test('five concurrent submissions by a new sender store one message', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect((await stored()).messages).toHaveLength(1);
  });

  test('with the same text from another sender is another message', async () => {
    await send();
    await send(words, '198.51.100.7');
    expect((await stored()).messages).toHaveLength(2);
  });

  test('is refused once a sender has sent too many, but not another sender’s', async () => {
    for (let n = 0; n < 10; n += 1) expect((await send({ ...words, message: `${n}` })).status).toBe(201);
    expect((await send({ ...words, message: 'one more' })).outcome).toBe('429 TOO_MANY');
    expect((await send({ ...words, message: 'one more' }, '198.51.100.8')).status).toBe(201);
  });

  test('counts IPv6 senders by network, because one subscriber has very many addresses', async () => {
    for (let n = 0; n < 10; n += 1) await send({ ...words, message: `${n}` }, `2001:db8:1:1::${n + 1}`);
    expect((await send({ ...words, message: 'a' }, '2001:db8:1:1:ffff::9')).outcome).toBe('429 TOO_MANY');
    expect((await send({ ...words, message: 'b' }, '2001:db8:1:2::1')).status).toBe(201);
  });

  test('counts the wider IPv6 network too, which one customer of a provider may have', async () => {
    for (let n = 0; n < 20; n += 1) {
      expect((await send({ ...words, message: `${n}` }, `2001:db8:2:${n}::1`)).status).toBe(201);
    }
    expect((await send({ ...words, message: 'a' }, '2001:db8:2:ffff::1')).outcome).toBe('429 TOO_MANY');
    expect((await send({ ...words, message: 'b' }, '2001:db8:3:1::1')).status).toBe(201);
  });

  test('beyond the limit of single emails is stored, and one email gives the number of waiting messages', async () => {
    for (let n = 0; n < 25; n += 1) {
      expect((await send({ ...words, message: `${n}` }, `192.0.2.${n + 1}`)).status).toBe(201);
    }
    const { messages, emails } = await stored();
    expect([messages.length, emails.length]).toEqual([25, 20]);
    const { Items: outbox = [] } = await rows.send(new ScanCommand({ TableName: 'outbox', ConsistentRead: true }));
    const waiting = outbox.filter(({ kind }) => kind === 'messages-waiting');
    expect(waiting).toMatchObject([{ state: 'queued', waiting: expect.any(Number) }]);
    expect(waiting[0]?.waiting).toBeGreaterThanOrEqual(21);
  });

  test('stores no IP address of its sender', async () => {
    await send();
    const { Items = [] } = await rows.send(new ScanCommand({ TableName: 'guards' }));
    expect(Items.length).toBeGreaterThan(0);
    expect(JSON.stringify(Items)).not.toContain(viewer);
    expect(JSON.stringify(Items)).not.toContain(words.message);
    expect(Items.every((row) => typeof row.expires_at === 'number')).toBe(true);
  });
});

describe('a form sent without JavaScript', () => {
  test('is answered with an HTML page', async () => {
    const answer = await sendForm(words);
    expect(answer.status).toBe(201);
    expect(answer.response.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.text).toContain('We have your message');
    expect((await stored()).messages).toHaveLength(1);
  });

  test('that is invalid is shown again with the typed text, escaped, and the errors', async () => {
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

  test.skipIf(isAwsDynamoDb)('keeps the typed text when the limit is reached and when a service fails', async () => {
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

  test.skipIf(isAwsDynamoDb)('is answered also when the studio’s facts can’t be read', async () => {
    await studio.setFaults('dynamodb', [{ operation: 'BatchGetItem', error: 'AccessDeniedException' }]);
    const answer = await sendForm(words);
    await studio.setFaults('dynamodb', []);
    expect(answer.status).toBe(201);
    expect(answer.text).toContain('We have your message');
    expect(answer.text).not.toMatch(/undefined|null|Magnolia/);
    expect((await stored()).messages).toHaveLength(1);
  });

  test('is answered with the name and the contact that the studio has published', async () => {
    const facts = { name: 'Oak & Shadow', email: 'oak@example.com', phone: '555-0199', phone_link: '+15555550199' };
    const content = { ...defaultWebsite, studio: { ...defaultWebsite.studio, ...facts } };
    const asStudio = (method: string, place: string, body: object) =>
      call(admin, method, `/api/admin/website/${place}`, { as: adminClaims(), body });
    expect((await asStudio('PUT', 'draft', { version: 0, content })).status).toBe(200);
    expect((await sendForm(words)).text).toContain('Magnolia &amp; Light</title>');
    expect((await asStudio('POST', 'publish', { version: 1 })).status).toBe(200);
    expect((await sendForm({ ...words, message: 'More' })).text).toContain('Oak &amp; Shadow</title>');
    const { text } = await sendForm({ ...words, email: 'nowhere' });
    expect(text).toContain('<a href="mailto:oak@example.com">oak@example.com</a>');
    expect(text).toContain('<a href="tel:+15555550199">555-0199</a>');
    expect(text).not.toContain('Magnolia');
  });

  test("loads its style sheet from the site's origin", async () => {
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
