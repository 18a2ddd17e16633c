import { randomUUID } from 'node:crypto';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ContactConfirmation, Customer, Profile } from '#shared/contract/customers.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { handler as sendEmail } from '../../../lambdas/workers/send-email/handler.ts';
import type { Email } from '../../../local/services/inbox.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import {
  type ApiStudio,
  adminClaims,
  type Claims,
  call,
  newLogin,
  startApiStudio,
} from '../../support/studio/api-studio.ts';
import { newPhoto, newQuote, newSession } from '../../support/studio/api-world.ts';

/** Contact addresses of Settings, confirmed by an emailed code: where emails go, and what an attacker can't do. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const newAddress = () => `${newId()}@example.com`;

let login: Claims;
let loginEmail: string;
let profile: Profile;
let contact: string;
beforeEach(async () => {
  [loginEmail, contact] = [newAddress(), newAddress()];
  login = await newLogin(loginEmail);
  profile = (await ask('POST', '', {})).json<Profile>();
});

const ask = (method: string, path: string, body?: unknown, as = login, viewer: string = randomUUID()) =>
  call(client, method, `/api/client/me${path}`, { as, body, headers: { 'x-viewer-ip': viewer } });
const stored = async (id = profile.id) =>
  (await call(admin, 'GET', `/api/admin/customers/${id}`, { as: adminClaims() })).json<Customer>();

async function type(email: string, as = login): Promise<Profile> {
  const { version } = (await ask('GET', '', undefined, as)).json<Profile>();
  const answer = await ask('PATCH', '', { name: 'Ada', phone: '', email, address: '', version }, as);
  expect(answer.status).toBe(200);
  return answer.json<Profile>();
}

const confirm = async (code: string, as = login) =>
  (await ask('POST', '/contact-code/confirm', { code }, as)).json<ContactConfirmation>();

/** Delivers queued emails as the outbox's stream does. */
async function deliver(): Promise<void> {
  const rows = (await everyRow()).outbox as { id: string; state: string }[];
  const Records = rows
    .filter(({ state }) => state === 'queued')
    .map(({ id }) => ({
      dynamodb: { Keys: { id: { S: id } }, NewImage: { state: { S: 'queued' } }, SequenceNumber: id },
    }));
  expect(await sendEmail({ Records }, { getRemainingTimeInMillis: () => 30_000 })).toEqual({ batchItemFailures: [] });
}

async function inbox(to: string): Promise<Email[]> {
  await deliver();
  const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${to}`);
  return (await answer.json()) as Email[];
}

const codeIn = (email: Email | undefined) => /\b\d{8}\b/.exec(email?.text ?? '')?.[0] ?? '';
const newest = (emails: Email[]) => emails[0];
const other = (code: string) => (code === '00000000' ? '00000001' : '00000000');

/** Has a code emailed to the contact address, and returns it. */
async function newCode(to = contact, as = login): Promise<string> {
  expect((await ask('POST', '/contact-code', undefined, as)).outcome).toBe('204');
  return codeIn(newest(await inbox(to)));
}

async function announce(): Promise<void> {
  const session = await newSession(profile.id);
  await newPhoto(session);
  const path = `/api/admin/sessions/${session.id}/announcement`;
  expect((await call(admin, 'POST', path, { as: adminClaims(), body: { announced_at: null } })).status).toBe(200);
}

test('emails go to the login’s address until the code of an email confirms the contact address, then there', async () => {
  expect(await type(contact)).toMatchObject({ email: contact, emails_to: loginEmail });
  await announce();
  expect(await inbox(contact)).toEqual([]);
  expect(await inbox(loginEmail)).toHaveLength(1);
  expect(await stored()).toMatchObject({ contact_email: contact, contact_confirmed: false, emails_to: loginEmail });

  const code = await newCode();
  expect(code).toMatch(/^\d{8}$/);
  expect(await confirm(other(code))).toMatchObject({ problem: 'wrong', profile: { emails_to: loginEmail } });
  // As it is pasted from an email, or typed on a keyboard of full-width digits.
  const wide = code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  expect(await confirm(` ${wide.slice(0, 4)}\u2013${wide.slice(4)}`)).toMatchObject({
    problem: null,
    profile: { email: contact, emails_to: contact },
  });
  // A repeated request, such as one whose answer was lost, changes nothing.
  expect(await confirm(code)).toMatchObject({ problem: null, profile: { emails_to: contact } });
  expect(await stored()).toMatchObject({ contact_confirmed: true, emails_to: contact, login_email: loginEmail });
  const told = newest(await inbox(loginEmail));
  expect(told).toMatchObject({
    subject: 'Our emails go to another address now',
    text: expect.stringContaining(contact),
  });

  await announce();
  const announcement = newest(await inbox(contact));
  expect(announcement?.subject).toMatch(/^Your photos are ready/);
  // The login stays the one to sign in with.
  expect(announcement?.text).toContain(`Sign in with: ${loginEmail}`);
  expect(await inbox(loginEmail)).toHaveLength(2);
  const own = (await ask('GET', '/data')).json<OwnData>();
  expect(own.logins).toMatchObject([{ email: loginEmail, provider: 'code' }]);
  expect(own.profile).toMatchObject({ contact_email: contact, contact_confirmed: true, emails_to: contact });
});

test('the email with a code has no word that the client typed', async () => {
  const name = 'URGENT-pay-at evil.example today';
  const { version } = (await ask('GET', '')).json<Profile>();
  await ask('PATCH', '', { name, phone: name.slice(0, 20), email: contact, address: name, version });
  await newCode();
  const sent = newest(await inbox(contact));
  for (const word of name.split(' ')) expect(JSON.stringify(sent)).not.toContain(word);
});

test('an address that the studio typed for somebody who signs in without one gets no word of theirs', async () => {
  const stranger = newAddress();
  const key = { TableName: 'customers', Key: { id: profile.id } };
  const set = { UpdateExpression: 'SET login_email = :none', ExpressionAttributeValues: { ':none': null } };
  await dynamodb().send(new UpdateCommand({ ...key, ...set }));
  const name = 'URGENT-pay-at evil.example';
  const { version } = await stored();
  const edit = { name, email: stranger, phone: '', profile_complete: false, version };
  expect(
    (await call(admin, 'PATCH', `/api/admin/customers/${profile.id}`, { as: adminClaims(), body: edit })).status,
  ).toBe(200);

  await announce();
  const quote = await newQuote(login, { notes: name });
  const decision = { status: 'approved', price_cents: 100, version: 0 };
  await call(admin, 'PATCH', `/api/admin/quotes/${quote.id}`, { as: adminClaims(), body: decision });
  await type(contact);
  const { version: now } = (await ask('GET', '')).json<Profile>();
  await ask('PATCH', '', { name, phone: '', email: contact, address: '', version: now });
  await confirm(await newCode());
  const sent = await inbox(stranger);
  expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
    'Our emails go to another address now',
    'We received your request: Prints',
    'Your photos are ready: Family',
    'Your request is approved: Prints',
  ]);
  for (const word of [...name.split(' '), contact]) expect(JSON.stringify(sent)).not.toContain(word);
});

test('a changed contact address needs a code of its own; other edits keep the confirmation', async () => {
  await type(contact);
  await confirm(await newCode());
  expect(await type(contact)).toMatchObject({ emails_to: contact });
  const next = newAddress();
  // Nothing is sent while the address is confirmed.
  const before = (await inbox(contact)).length;
  await newCode();
  expect(await inbox(contact)).toHaveLength(before);
  expect(await type(next)).toMatchObject({ email: next, emails_to: loginEmail });
  expect(await type(contact)).toMatchObject({ email: contact, emails_to: loginEmail });
  expect(await type(loginEmail)).toMatchObject({ email: loginEmail, emails_to: loginEmail });
});

test('a code is valid for its address, its customer and ten minutes only; a newer one replaces it', async () => {
  await type(contact);
  const first = await newCode();
  await type(newAddress());
  expect(await confirm(first)).toMatchObject({ problem: 'over' });

  const stranger = await newLogin(newAddress());
  await ask('POST', '', {}, stranger);
  await type(contact, stranger);
  expect(await confirm(first, stranger)).toMatchObject({ problem: 'over' });

  await type(contact);
  const second = await newCode();
  expect(await confirm(first)).toMatchObject({ problem: 'wrong' });
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
  try {
    expect(await confirm(second)).toMatchObject({ problem: 'over' });
  } finally {
    now.mockRestore();
  }
  expect(await stored()).toMatchObject({ contact_confirmed: false });
  expect(await confirm(second)).toMatchObject({ problem: null });
});

test('five wrong codes end a code, also when they come at once', async () => {
  await type(contact);
  const code = await newCode();
  const results = await Promise.all(Array.from({ length: 12 }, () => confirm(other(code))));
  const count = (wanted: string) => results.filter(({ problem }) => problem === wanted).length;
  expect([count('wrong'), count('over')]).toEqual([4, 8]);
  expect(await confirm(code)).toMatchObject({ problem: 'over' });
  expect(await confirm(await newCode())).toMatchObject({ problem: null });
});

test('requests for codes are limited by customer, by address across customers, and by viewer', async () => {
  const outcomes = async (count: number, send: (index: number) => ReturnType<typeof ask>) => {
    const found: string[] = [];
    for (let index = 0; index < count; index += 1) found.push((await send(index)).outcome);
    return found;
  };
  await type(contact);
  expect((await outcomes(6, () => ask('POST', '/contact-code'))).slice(4)).toEqual(['204', '429 TOO_MANY']);
  // Another customer, the same address.
  const stranger = await newLogin(newAddress());
  await ask('POST', '', {}, stranger);
  await type(contact, stranger);
  expect((await ask('POST', '/contact-code', undefined, stranger)).outcome).toBe('429 TOO_MANY');
  const byViewer: string[] = [];
  for (let index = 0; index < 21; index += 1) {
    if (index % 5 === 0) {
      login = await newLogin(newAddress());
      await ask('POST', '', {});
    }
    await type(newAddress());
    byViewer.push((await ask('POST', '/contact-code', undefined, login, '198.51.100.7')).outcome);
  }
  expect(byViewer.slice(19)).toEqual(['204', '429 TOO_MANY']);
});

test('the answer is the same for an address of another customer, of an admin, and of nobody', async () => {
  const victim = newAddress();
  const body = { name: 'Victim', email: victim };
  await call(admin, 'POST', '/api/admin/customers', { as: adminClaims(), body });
  const seen: string[] = [];
  for (const email of [victim, 'studio@example.com', newAddress()]) {
    await type(email);
    const asked = await ask('POST', '/contact-code');
    const checked = await ask('POST', '/contact-code/confirm', { code: '01234567' });
    seen.push(`${asked.status} ${asked.text} ${checked.status} ${checked.json<ContactConfirmation>().problem}`);
  }
  expect(new Set(seen)).toEqual(new Set(['204  200 over']));
});

test('a confirmed contact address links no login, and opens nothing of the customer who signs in with it', async () => {
  await type(contact);
  await confirm(await newCode());
  // Somebody whose verified address is this client's contact address gets a record of their own.
  const stranger = await newLogin(contact);
  expect((await ask('GET', '', undefined, stranger)).outcome).toBe('404 NO_CUSTOMER');
  const theirs = (await ask('POST', '', {}, stranger)).json<Profile>();
  expect(theirs.id).not.toBe(profile.id);
  expect(await stored(theirs.id)).toMatchObject({ email: contact, login_email: contact });

  // The reverse: confirming the address of the studio's unclaimed record neither claims it nor redirects its emails.
  const claimed = newAddress();
  const made = await call(admin, 'POST', '/api/admin/customers', {
    as: adminClaims(),
    body: { name: 'Unclaimed', email: claimed },
  });
  await type(claimed);
  expect(await confirm(await newCode(claimed))).toMatchObject({ problem: null, profile: { id: profile.id } });
  expect(await stored(made.json<Customer>().id)).toMatchObject({ has_login: false, emails_to: claimed });
  const owner = await newLogin(claimed);
  expect((await ask('GET', '', undefined, owner)).json<Profile>()).toMatchObject({ id: made.json<Customer>().id });
});

test('the code is in no table and no log, and its hash is salted', async () => {
  await type(contact);
  let logged = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    logged += String(chunk);
    return true;
  });
  const code = await newCode().finally(() => write.mockRestore());
  expect(logged).toContain('An email was sent.');
  expect(logged).not.toContain(code);
  const rows = new DynamoDBClient();
  const { Items: guards = [] } = await rows.send(new ScanCommand({ TableName: 'guards', ConsistentRead: true }));
  rows.destroy();
  const hashes = guards.flatMap(({ code_hash, salt }) => (code_hash ? [[code_hash.B?.length, salt?.B?.length]] : []));
  expect(new Set(hashes.map(String))).toEqual(new Set(['32,16']));
  expect(JSON.stringify([await everyRow(), guards])).not.toContain(code);
});

test('an address that was changed after the request gets no code, and the studio reads why', async () => {
  await type(contact);
  expect((await ask('POST', '/contact-code')).outcome).toBe('204');
  await type(newAddress());
  expect(await inbox(contact)).toEqual([]);
  const rows = (await everyRow()).outbox as { to?: string; trouble?: string }[];
  expect(rows.find(({ to }) => to === contact)).toMatchObject({ trouble: 'outdated' });
});
