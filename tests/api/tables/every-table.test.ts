import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnData } from '#shared/contract/own-data.ts';
import { type TableName, tables } from '../../../infra/blueprint/tables.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { handler as sweep } from '../../../lambdas/workers/daily-sweep/handler.ts';
import { functionEnvironment } from '../../../local/environment.ts';
import { context } from '../../photos/studio.ts';
import { rowsWith } from '../../support/rows/stored-rows.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { linkValues, newFailedEmail, newPerson, type Person } from '../../support/studio/api-world.ts';
import { sendDraft } from '../../support/studio/offers.ts';

/**
 * What becomes of each table when a client asks for their data, and when they are erased: a table that is left out is
 * named with the reason. Which tables an export has, tests/infra/export/guests.test.ts checks.
 */

let studio: ApiStudio;
let person: Person;
beforeAll(async () => {
  studio = await startApiStudio();
  Object.assign(process.env, functionEnvironment(studio.addresses, 'daily-sweep'));
  person = await newPerson();
  await newFailedEmail(person.customer);
  await sendDraft(person);
  await asClient('POST', '/downloads', { kind: 'session', session_id: person.session });
});
afterAll(() => studio?.close());

const asClient = (method: string, path: string, body?: unknown) =>
  call(client, method, `/api/client${path}`, { as: person.login, body });

const inSessions =
  (name: 'photos' | 'selections' | 'links' | 'guests') =>
  ({ sessions }: OwnData) =>
    sessions.flatMap((session) => session[name] as unknown[]);

/** What a client's own data has of each table, or why it has nothing. */
const ownData: Record<TableName, ((data: OwnData) => unknown[]) | string> = {
  customers: ({ profile }) => [profile.name],
  sessions: ({ sessions }) => sessions,
  photos: inSessions('photos'),
  quotes: ({ quotes }) => quotes,
  offers: ({ offers }) => offers,
  selections: inSessions('selections'),
  links: inSessions('links'),
  guests: inSessions('guests'),
  timeline: ({ timeline }) => timeline,
  downloads: ({ downloads }) => downloads,
  messages: 'Messages are of visitors, whom nothing ties to a record.',
  outbox: 'Emails that the client has received, for 30 days.',
  emails: 'Emails that the client has received, for 90 days, and what the studio was told of them.',
  settings: 'Of the studio.',
  website: 'Of the studio.',
  pictures: 'Of the studio.',
  guards: 'Hashes that expire within hours.',
};

/** Why a table may still name an erased customer; undefined where it may not. */
const kept: Record<TableName, string | undefined> = {
  customers: 'The ID alone, so that it is never used again.',
  sessions: undefined,
  photos: undefined,
  quotes: undefined,
  offers: undefined,
  selections: undefined,
  links: undefined,
  guests: undefined,
  timeline: undefined,
  messages: 'Messages are of visitors, whom nothing ties to a record.',
  downloads: 'They expire within a week, three weeks before.',
  outbox: 'They expire after 30 days.',
  emails: undefined,
  guards: 'They expire within hours.',
  settings: 'Of the studio.',
  website: 'Of the studio.',
  pictures: 'Of the studio.',
};

test('a client’s own data has something of each table, or the reason is named', async () => {
  const answer = await asClient('GET', '/me/data');
  const data = answer.json<OwnData>();
  for (const [name, own] of Object.entries(ownData)) {
    if (typeof own === 'string') expect(own.length, name).toBeGreaterThan(10);
    else expect(own(data).length, name).toBeGreaterThan(0);
  }
  expect(data.sessions[0]?.links).toEqual([
    {
      ...{ label: linkValues.label, ends_on: linkValues.ends_on, is_revoked: false },
      ...{ created_at: expect.any(String), visits: expect.any(Number) },
    },
  ]);
  expect(answer.text).not.toContain(person.link.token);
});

test('an erased customer is in no table, or the reason is named', async () => {
  const { customer, session, link, selection, quote, offer, login } = person;
  const ids = [customer, session, link.id, selection, quote, offer, String(login.sub)];
  const left = async () =>
    Object.fromEntries(Object.entries(await rowsWith(ids)).map(([name, rows]) => [name, rows.length]));
  const before = await left();
  for (const name of Object.keys(tables) as TableName[]) {
    // Otherwise nothing would be checked.
    if (kept[name] === undefined) expect(before[name], name).toBeGreaterThan(0);
  }
  await call(admin, 'DELETE', `/api/admin/customers/${customer}`, { as: adminClaims() });
  const inAMonth = { time: new Date(Date.now() + 32 * 24 * 60 * 60_000).toISOString() };
  // Each run erases what the one before has made ready.
  for (let run = 0; run < 4; run += 1) await sweep(inAMonth, context());
  const after = await left();
  for (const name of Object.keys(tables) as TableName[]) {
    if (kept[name] === undefined) expect(after[name], name).toBe(0);
  }
  expect(after.customers).toBeLessThanOrEqual(1);
});
