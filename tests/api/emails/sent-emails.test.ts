import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SentEmail, SentEmailPage, WholeSentEmail } from '#shared/contract/emails.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import {
  queueEmail,
  readEmail,
  recordFailure,
  recordUnwanted,
  tagOfEmail,
} from '../../../lambdas/domain/emails/outbox.ts';
import { storeSentEmail } from '../../../lambdas/domain/emails/sent-emails.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { handler as recordBounce } from '../../../lambdas/workers/record-bounce/handler.ts';
import { rowsWith } from '../../support/rows/stored-rows.ts';
import { adminClaims, call } from '../../support/studio/api-studio.ts';
import { newFailedEmail, newPerson, sentContent } from '../../support/studio/api-world.ts';
import {
  closeStudio,
  deliver,
  endFaults,
  id,
  inserted,
  openStudio,
  queueMessage,
  received,
  record,
  resend,
  setId,
  studio,
  words,
} from '../../support/studio/queued-email.ts';

beforeAll(openStudio);
afterAll(closeStudio);
beforeEach(queueMessage);

const as = adminClaims();
const get = (path: string, claims = as) => call(admin, 'GET', `/api/admin/${path}`, { as: claims });
const page = async (path = 'sent-emails', cursor = '') =>
  (await get(`${path}${cursor && `?cursor=${encodeURIComponent(cursor)}`}`)).json<SentEmailPage>();
const listed = async (path?: string): Promise<SentEmail | undefined> =>
  (await page(path)).items.find((email) => email.id === tagOfEmail(id));
const whole = async (tag = tagOfEmail(id)) => (await get(`sent-emails/${tag}`)).json<WholeSentEmail>();

const event = async (detail: object) => ({
  detail: {
    mail: { messageId: (await readEmail(id))?.message_id ?? newId(), tags: { email: [tagOfEmail(id)] } },
    ...detail,
  },
});
const bounce = { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: [] } };

const refuse = async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400, times: 1 }]);
  await deliver(inserted());
  await endFaults();
};

describe('an email in the list of sent emails', () => {
  test('waits, then is sent, and is read as it was sent', async () => {
    expect(await listed()).toMatchObject({ state: 'queued', subject: '', may_resend: false });
    expect(await whole()).toMatchObject({ state: 'queued', content: null });
    await deliver(inserted());
    expect(await listed()).toEqual({
      ...{ id: tagOfEmail(id), kind: 'message-received', name: 'Ada', to: null, customer_id: null },
      ...{ subject: 'Message from Ada', state: 'sent', trouble: null, reason: '', may_resend: false },
      at: expect.any(String),
    });
    const [email] = await received();
    const { content } = await whole();
    expect(content?.text).toBe(email?.text);
    expect(content?.html).toBe(email?.html);
    expect(content?.text).toContain(words);
  });

  test('is sent once in the list, whatever the outbox’s index still says, and staff read it as admins do', async () => {
    await deliver(inserted());
    expect((await page()).items.filter((email) => email.id === tagOfEmail(id))).toHaveLength(1);
    const answer = await get(`sent-emails/${tagOfEmail(id)}`, adminClaims('[staff]'));
    expect(answer.json()).toEqual(await whole());
  });

  test('is delivered or returned, and a delivery does not hide a complaint', async () => {
    await deliver(inserted());
    await recordBounce(await event({ eventType: 'Delivery' }));
    expect(await listed()).toMatchObject({ state: 'delivered', trouble: null });
    await recordBounce(await event(bounce));
    await recordBounce(await event({ eventType: 'Delivery' }));
    const reason = 'Permanent bounce: no reason given';
    expect(await listed()).toMatchObject({ state: 'returned', trouble: 'bounced', reason, may_resend: true });
    expect((await whole()).content?.text).toContain(words);
  });

  test('is refused with its text, waits after “Send again”, and is then sent', async () => {
    await refuse();
    expect(await listed()).toMatchObject({ state: 'failed', trouble: 'refused', may_resend: true });
    expect((await whole()).content?.text).toContain(words);
    await resend(tagOfEmail(id));
    expect(await listed()).toMatchObject({ state: 'queued', trouble: null, reason: '', may_resend: false });
    await deliver(record('failed', 'queued'));
    expect(await listed()).toMatchObject({ state: 'sent', trouble: null });
  });

  test('that is delivered before its outcome is recorded is delivered once Lambda repeats the event', async () => {
    const early = await event({ eventType: 'Delivery' });
    await expect(recordBounce(early)).rejects.toThrow(`The email ${id} is 'queued', not sent.`);
    expect(await listed()).toMatchObject({ state: 'queued' });
    await deliver(inserted());
    const { message_id: messageId } = (await readEmail(id))!;
    early.detail.mail.messageId = messageId!;
    await recordBounce(early);
    expect(await listed()).toMatchObject({ state: 'delivered' });
  });

  test('that is sent again does not take over what is reported of its former sending', async () => {
    await deliver(inserted());
    const [delivery, complaint] = [
      await event({ eventType: 'Delivery' }),
      await event({ eventType: 'Complaint', complaint: {} }),
    ];
    await recordBounce(await event(bounce));
    await resend(tagOfEmail(id));
    await expect(recordBounce(delivery)).rejects.toThrow("is 'queued', not sent");
    await expect(recordBounce(complaint)).rejects.toThrow("is 'queued', not sent");
    expect(await listed()).toMatchObject({ state: 'queued', trouble: null });
    await deliver(record('returned', 'queued'));
    await recordBounce(delivery);
    await recordBounce(complaint);
    expect(await listed()).toMatchObject({ state: 'sent', trouble: null });
  });

  test('that is sent before “Send again” is answered is listed as sent', async () => {
    await refuse();
    const client = dynamodb();
    let isQueued = false;
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) => {
          const result = await next(args);
          if (!isQueued && /^(UpdateItem|TransactWriteItems)/.test(commandName)) {
            isQueued = true;
            await deliver(record('failed', 'queued'));
          }
          return result;
        },
      { step: 'initialize', name: 'sendAtOnce' },
    );
    try {
      await resend(tagOfEmail(id));
    } finally {
      client.middlewareStack.remove('sendAtOnce');
    }
    expect(isQueued).toBe(true);
    expect(await readEmail(id)).toMatchObject({ state: 'sent' });
    expect(await listed()).toMatchObject({ state: 'sent', trouble: null });
  });

  test('keeps the text of its last sending when it is outdated at the next one', async () => {
    setId(`gallery-ready#${newId()}`);
    const email = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_id: newId() } as const;
    await transact([queueEmail(id, email)]);
    const failure = { trouble: 'refused', reason: 'MessageRejected' } as const;
    await transact([
      recordFailure(id, failure.trouble, failure.reason),
      storeSentEmail((await readEmail(id))!, { state: 'failed', ...failure }, sentContent),
    ]);
    await resend(tagOfEmail(id));
    await deliver(record('failed', 'queued'));
    expect(await listed()).toMatchObject({ state: 'failed', trouble: 'outdated', subject: sentContent.subject });
    expect((await whole()).content).toEqual({ text: sentContent.text, html: sentContent.html });
  });

  test('that the studio has switched off is in no list, and has no text to read', async () => {
    await transact([recordUnwanted(id)]);
    expect(await listed()).toBeUndefined();
    expect((await get(`sent-emails/${tagOfEmail(id)}`)).outcome).toBe('404 NOT_FOUND');
  });

  test('that is outdated has a reason and no text', async () => {
    setId(`gallery-ready#${newId()}`);
    const email = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_id: newId() } as const;
    await transact([queueEmail(id, email)]);
    await deliver(inserted());
    expect(await listed()).toMatchObject({ state: 'failed', trouble: 'outdated', to: 'ada@example.com' });
    expect(await whole()).toMatchObject({ content: null });
  });

  test('is stored for 90 days', async () => {
    await deliver(inserted());
    const [row] = (await rowsWith([id])).emails!;
    const days = (Number(row?.expires_at) - Date.now() / 1_000) / (24 * 60 * 60);
    expect(Math.round(days)).toBe(90);
  });

  test('that is missing or has an ill-formed id is 404', async () => {
    for (const email of ['_', tagOfEmail('gallery-ready#gone'), 'a'.repeat(200), 'a'.repeat(3_000)]) {
      expect((await get(`sent-emails/${email}`)).outcome).toBe('404 NOT_FOUND');
    }
  });
});

test('the list is sorted newest first, in pages', async () => {
  const made: string[] = [];
  for (let n = 0; n < limits.rowsPerPage + 1; n += 1) made.push(await newFailedEmail());
  const first = await page();
  const sent = first.items.filter(({ state }) => state !== 'queued').map((email) => email.id);
  expect(sent).toEqual(made.toReversed().slice(0, limits.rowsPerPage));
  const second = await page('sent-emails', first.next_cursor ?? '');
  expect(second.items[0]?.id).toBe(made[0]);
  expect(second.items.every(({ state }) => state !== 'queued')).toBe(true);
});

test('the cursor of one list, or of one person of the studio, opens no other list', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  for (let n = 0; n < limits.rowsPerPage + 1; n += 1) await newFailedEmail(person.customer);
  const ofAll = (await page()).next_cursor!;
  const ofPerson = (await page(`customers/${person.customer}/emails`)).next_cursor!;
  const undelivered = (await page('emails')).next_cursor!;
  const outcome = async (path: string, cursor: string, claims = as) =>
    (await get(`${path}?cursor=${encodeURIComponent(cursor)}`, claims)).outcome;
  expect(await outcome('sent-emails', ofAll)).toBe('200');
  expect(await outcome(`customers/${person.customer}/emails`, ofPerson)).toBe('200');
  for (const cursor of [ofPerson, undelivered, [...ofAll].toReversed().join(''), 'A'])
    expect(await outcome('sent-emails', cursor)).toBe('400 INVALID');
  for (const cursor of [ofPerson, ofAll, undelivered])
    expect(await outcome(`customers/${other.customer}/emails`, cursor)).toBe('400 INVALID');
  expect(await outcome('sent-emails', ofAll, adminClaims())).toBe('400 INVALID');
});

test('a code that confirms an address is in no stored text', async () => {
  const person = await newPerson();
  const { version, ...me } = (await call(client, 'GET', '/api/client/me', { as: person.login })).json<
    Record<string, unknown>
  >();
  const { name, phone, address } = me;
  const edit = { name, phone, address, email: `${newId()}@example.com`, version };
  await call(client, 'PATCH', '/api/client/me', { as: person.login, body: edit });
  await call(client, 'POST', '/api/client/me/contact-code', { as: person.login });
  const path = `customers/${person.customer}/emails`;
  const [queued] = (await page(path)).items;
  expect(queued).toMatchObject({ kind: 'contact-code', state: 'queued', customer_id: person.customer });
  setId(Buffer.from(queued!.id, 'base64url').toString());
  await deliver(inserted());
  const { content } = await whole();
  expect(content?.text).toContain('Code: [left out]');
  expect(JSON.stringify(content)).not.toMatch(/\d{8}/);
});

describe('the emails of a customer', () => {
  test('are those to and about this customer, also in the trash; a missing customer is 404', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const tag = await newFailedEmail(person.customer);
    const path = `customers/${person.customer}/emails`;
    // The records’ own emails still wait.
    const ids = async (of: string) =>
      (await page(of)).items.filter(({ state }) => state === 'failed').map((email) => email.id);
    expect(await ids(path)).toEqual([tag]);
    expect(await ids(`customers/${other.customer}/emails`)).toEqual([]);
    expect((await get(`customers/${newId()}/emails`)).outcome).toBe('404 NOT_FOUND');
    await call(admin, 'DELETE', `/api/admin/customers/${person.customer}`, { as });
    expect(await ids(path)).toEqual([tag]);
    expect((await whole(tag)).content).toEqual({ text: sentContent.text, html: sentContent.html });
  });
});
