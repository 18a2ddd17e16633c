import type { ScheduledEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { EmailPage } from '#shared/contract/emails.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { insertDownload } from '../../../lambdas/domain/downloads/repository.ts';
import { queueEmail, readEmail, tagOfEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { duringRequest } from '../../../lambdas/platform/request.ts';
import { transact, write } from '../../../lambdas/platform/table.ts';
import { handler } from '../../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../../local/environment.ts';
import type { Email } from '../../../local/services/inbox.ts';
import { adminClaims, call } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import {
  as,
  closeStudio,
  deliver,
  endFaults,
  id,
  inserted,
  listed,
  openStudio,
  queueMessage,
  received,
  record,
  resend,
  setId,
  studio,
  withTime,
  words,
} from '../../support/studio/queued-email.ts';

beforeAll(openStudio);
afterAll(closeStudio);
beforeEach(queueMessage);

const onSchedule = (milliseconds = 30_000) =>
  handler({ source: 'aws.events' } as ScheduledEvent, withTime(milliseconds));

test('a queued email is sent to the studio, and its row becomes sent', async () => {
  expect(await deliver(inserted())).toEqual({ batchItemFailures: [] });
  expect(await received()).toMatchObject([
    {
      to: [studioEmail],
      reply_to: ['ada@example.com'],
      subject: 'Message from Ada',
      html: expect.stringContaining(words),
    },
  ]);
  expect(await readEmail(id)).toMatchObject({ state: 'sent' });
});

test('a stream record delivered twice sends one email; the change to sent sends none', async () => {
  await deliver(inserted(), inserted());
  await deliver(inserted());
  await deliver(record('queued', 'sent'), record('sent', undefined));
  expect(await received()).toHaveLength(1);
});

test('a run that a schedule starts sends the queued emails, once each; the stream then sends none of them', async () => {
  await onSchedule(9_000);
  expect(await readEmail(id)).toMatchObject({ state: 'queued' });
  await onSchedule();
  await onSchedule();
  await deliver(inserted());
  expect(await received()).toHaveLength(1);
  expect(await readEmail(id)).not.toHaveProperty('undelivered');
});

test('an email that a scheduled run can’t send fails the run, stays queued, and is sent by the next', async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'TooManyRequestsException', status: 429 }]);
  const run = onSchedule();
  await expect(run).rejects.toThrow(/emails could not be sent/);
  await endFaults();
  expect(await readEmail(id)).toMatchObject({ state: 'queued' });
  await onSchedule();
  expect(await received()).toHaveLength(1);
});

test('while SES throttles, the email stays queued and the stream record is retried', async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'TooManyRequestsException', status: 429 }]);
  const first = await deliver(inserted());
  await endFaults();
  expect(first).toEqual({ batchItemFailures: [{ itemIdentifier: 'undefined-queued' }] });
  expect(await readEmail(id)).toMatchObject({ state: 'queued' });
  await deliver(inserted());
  expect(await received()).toHaveLength(1);
});

test('an email that SES rejects becomes failed with the reason, blocks no other, and is not retried automatically', async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400, times: 1 }]);
  expect(await deliver(inserted())).toEqual({ batchItemFailures: [] });
  await endFaults();
  expect(await readEmail(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('MessageRejected') });
  await deliver(inserted());
  expect(await received()).toHaveLength(0);
});

test('a recipient gets five emails of a kind per day; the next becomes failed with the reason, and can be resent', async () => {
  const to = `${newId()}@example.com`;
  const quote = { to, name: words, type: 'print', quantity: 1, notes: words, favorites: 0 } as const;
  const queue = async (kind: 'quote-approved' | 'quote-received') => {
    setId(`${kind}#${newId()}`);
    const email =
      kind === 'quote-approved'
        ? { kind, ...quote, price_cents: null, message: '', payment_link: null }
        : { kind, ...quote };
    await transact([queueEmail(id, email)]);
    await deliver(inserted(), inserted());
  };
  const arrived = async () => {
    const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${to}`);
    return ((await answer.json()) as Email[]).length;
  };
  for (let n = 0; n < 6; n += 1) await queue('quote-approved');
  expect(await arrived()).toBe(5);
  const limited = { state: 'failed', trouble: 'limited', undelivered: 'email' };
  expect(await readEmail(id)).toMatchObject(limited);
  const { items } = (await call(admin, 'GET', '/api/admin/emails', { as: adminClaims() })).json<EmailPage>();
  expect(items[0]).toMatchObject({ id: tagOfEmail(id), to, state: 'failed', trouble: 'limited' });

  const path = `/api/admin/emails/${tagOfEmail(id)}/resend`;
  expect((await call(admin, 'POST', path, { as: adminClaims() })).status).toBe(200);
  await deliver(record('failed', 'queued'));
  expect(await arrived()).toBe(6);
  expect(await readEmail(id)).toMatchObject({ state: 'sent' });
  await queue('quote-received');
  expect(await arrived()).toBe(7);
});

describe('an email about photos says what the client can see when it is sent', () => {
  let person: Person;
  let to: string;
  beforeEach(async () => {
    person = await newPerson();
    const customer = (await call(admin, 'GET', `/api/admin/customers/${person.customer}`, { as })).json<Customer>();
    to = customer.login_email ?? '';
  });
  const studioDoes = (method: string, path: string, body?: unknown) =>
    call(admin, method, `/api/admin/${path}`, { as, body });
  const arrived = async () => {
    const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${to}`);
    return (await answer.json()) as Email[];
  };
  const hide = (...photo_ids: string[]) =>
    studioDoes('PATCH', `sessions/${person.session}/photos`, { photo_ids, is_approved: false });
  const show = (...photo_ids: string[]) =>
    studioDoes('PATCH', `sessions/${person.session}/photos`, { photo_ids, is_approved: true });
  const announce = async () => {
    const answer = await studioDoes('POST', `sessions/${person.session}/announcement`, { announced_at: null });
    expect(answer.status).toBe(200);
    setId(`gallery-ready#${person.session}#first`);
  };

  test('a gallery without the photos hidden since', async () => {
    await announce();
    await hide(person.photos.visible);
    await deliver(inserted());
    const [email] = await arrived();
    expect(email?.text).toContain('Photos: 1');
    // The photo that is left is not downloadable.
    expect(email?.text).not.toContain('download');
  });

  const { visible, kept } = { visible: () => person.photos.visible, kept: () => person.photos.kept };
  test.each([
    ['a session without visible photos', () => hide(visible(), kept()), /can’t see any photo/],
    ['a deleted session', () => studioDoes('DELETE', `sessions/${person.session}?version=0`), /session is deleted/],
    ['a deleted customer', () => studioDoes('DELETE', `customers/${person.customer}`), /session is deleted/],
    ['a closed account', () => call(client, 'POST', '/api/client/me/close', { as: person.login }), /account is closed/],
  ])('not a gallery of %s: it is listed as not sent, with the reason', async (_, change, reason) => {
    await announce();
    await change();
    expect(await deliver(inserted())).toEqual({ batchItemFailures: [] });
    expect(await arrived()).toHaveLength(0);
    expect(await listed()).toMatchObject({
      to,
      state: 'failed',
      trouble: 'outdated',
      reason: expect.stringMatching(reason),
    });
  });

  test('sent again when it is true again', async () => {
    await announce();
    await hide(visible(), kept());
    await deliver(inserted());
    await resend(tagOfEmail(id));
    await deliver(record('failed', 'queued'));
    expect(await listed()).toMatchObject({ trouble: 'outdated' });
    await show(visible());
    await resend(tagOfEmail(id));
    await deliver(record('failed', 'queued'));
    expect(await arrived()).toHaveLength(1);
    expect(await readEmail(id)).toMatchObject({ state: 'sent' });
  });

  describe('a download', () => {
    beforeEach(async () => {
      const now = new Date().toISOString();
      const download = { customer_id: person.customer, id: newId(), created_at: now };
      const part = {
        key: 'downloads/x/part-1.zip',
        file_name: 'family.zip',
        size: 9,
        photos_count: 1,
        attachments_count: 0,
      };
      await write(
        insertDownload({
          ...download,
          kind: 'session',
          photo_size: 'original',
          requested: true,
          photos_made: null,
          chapter_id: null,
          session_id: person.session,
          title: 'Family',
          photos: { [person.session]: [person.photos.visible] },
          attachments: [],
          state: 'ready',
          message: null,
          parts: [part],
          parts_ready: 1,
          prepared_bytes: 9,
          upload_id: null,
          updated_at: now,
          expires_at: Math.floor(Date.now() / 1_000) + 3_600,
        }),
      );
      setId(`download-ready#${download.id}#${now}`);
      await transact([queueEmail(id, { kind: 'download-ready', to, name: 'Ada', download })]);
    });

    test('that is ready', async () => {
      await deliver(inserted());
      expect((await arrived())[0]?.text).toContain('Download: Family\nPhotos: 1\nFiles: one ZIP file');
    });

    test.each([
      ['a photo in it is hidden', () => hide(visible())],
      ['a photo in it is deleted', () => studioDoes('DELETE', `sessions/${person.session}/photos/${visible()}`)],
      ['its session is deleted', () => studioDoes('DELETE', `sessions/${person.session}?version=0`)],
    ])('not when %s', async (_, change) => {
      await change();
      await deliver(inserted());
      expect(await arrived()).toHaveLength(0);
      expect(await listed()).toMatchObject({ to, trouble: 'outdated', reason: expect.stringMatching(/out of date/) });
    });
  });
});

test('an email stores the id of the request that queued it', async () => {
  const other = `message-received#${newId()}`;
  const email = { kind: 'message-received', name: 'Ada', phone: '', email: 'a@example.com', message: 'Hi' } as const;
  await duringRequest('Root=1-abc', async () => transact([queueEmail(other, email)]));
  expect(await readEmail(other)).toMatchObject({ request_id: 'Root=1-abc' });
  expect(await readEmail(id)).not.toHaveProperty('request_id');
});
