import type { AttributeValue, DynamoDBRecord, ScheduledEvent } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { EmailPage, UndeliveredEmail } from '#shared/contract/emails.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { insertDownload } from '../../lambdas/domain/downloads/repository.ts';
import { queueEmail, readEmail, tagOfEmail } from '../../lambdas/domain/emails/outbox.ts';
import { tell } from '../../lambdas/domain/timeline/tell.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { duringRequest } from '../../lambdas/platform/request.ts';
import { transact, write } from '../../lambdas/platform/table.ts';
import { handler as recordBounce } from '../../lambdas/workers/record-bounce/handler.ts';
import { handler } from '../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../local/environment.ts';
import type { Email } from '../../local/services/inbox.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newFailedEmail, newPerson, type Person } from '../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

let id: string;
let words: string;
beforeEach(async () => {
  words = newId();
  id = `message-received#${words}`;
  const email = {
    kind: 'message-received',
    name: 'Ada',
    phone: '713',
    email: 'ada@example.com',
    message: words,
  } as const;
  await transact([queueEmail(id, email)]);
});
const endFaults = () => studio.setFaults('ses', []);

const image = (state: string | undefined): Record<string, AttributeValue> | undefined =>
  state === undefined ? undefined : { id: { S: id }, state: { S: state } };

/** The stream record of a row's change from one state to another. */
const record = (from: string | undefined, to: string | undefined): DynamoDBRecord => {
  const [OldImage, NewImage] = [image(from), image(to)];
  return {
    eventName: from === undefined ? 'INSERT' : 'MODIFY',
    dynamodb: {
      Keys: { id: { S: id } },
      SequenceNumber: `${from}-${to}`,
      ...(OldImage && { OldImage }),
      ...(NewImage && { NewImage }),
    },
  };
};
const inserted = () => record(undefined, 'queued');
const withTime = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });
const deliver = (...Records: DynamoDBRecord[]) => handler({ Records }, withTime(30_000));
const onSchedule = (milliseconds = 30_000) =>
  handler({ source: 'aws.events' } as ScheduledEvent, withTime(milliseconds));

async function received(): Promise<Email[]> {
  const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${studioEmail}`);
  return ((await answer.json()) as Email[]).filter((email) => email.text?.includes(words));
}

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
    id = `${kind}#${newId()}`;
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
    id = `gallery-ready#${person.session}#first`;
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
      id = `download-ready#${download.id}#${now}`;
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

describe('returned emails', () => {
  /** An SES event as EventBridge delivers it. */
  const sesEvent = async (detail: object, tags: Record<string, string[]> = { email: [tagOfEmail(id)] }) => ({
    version: '0',
    id: newId(),
    'detail-type': 'Email Bounced',
    source: 'aws.ses',
    account: '000000000000',
    time: '2026-05-01T10:00:00Z',
    region: 'us-east-1',
    resources: ['arn:aws:ses:us-east-1:000000000000:configuration-set/Way'],
    detail: {
      mail: {
        messageId: (await readEmail(id))?.message_id ?? newId(),
        destination: ['ada@example.com'],
        tags,
      },
      ...detail,
    },
  });
  const bounce = {
    eventType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: 'ada@example.com',
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
    },
  };

  test('a delivered one is told where the timeline tells of it', async () => {
    const { customer, session: session_id } = await newPerson();
    id = `gallery-ready#${newId()}`;
    const email = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_id } as const;
    const elena = { kind: 'admin', sub: 'elena', name: 'Elena' } as const;
    await transact(tell(elena, { kind: 'customer-edited', customer_id: customer }, { [id]: email }));
    await deliver(inserted());
    await recordBounce(await sesEvent({ eventType: 'Delivery' }));
    const answer = await call(admin, 'GET', `/api/admin/customers/${customer}/timeline`, { as: adminClaims() });
    expect(answer.json<TimelinePage>().items[0]).toMatchObject({ name: 'Elena', email: { state: 'delivered' } });
  });

  test('become returned with the reason, and are not sent again', async () => {
    await deliver(inserted());
    await recordBounce(await sesEvent(bounce));
    await recordBounce(await sesEvent(bounce));
    const returned = { state: 'returned', reason: 'Permanent bounce: smtp; 550 5.1.1 user unknown' };
    expect(await readEmail(id)).toMatchObject(returned);
    await deliver(record('sent', 'returned'));
    expect(await received()).toHaveLength(1);
  });

  test.each([
    ['Permanent', 'bounced'],
    ['Transient', 'unavailable'],
    ['Undetermined', 'unavailable'],
  ])('after a %s bounce the trouble is %s', async (bounceType, trouble) => {
    await deliver(inserted());
    await recordBounce(await sesEvent({ ...bounce, bounce: { ...bounce.bounce, bounceType } }));
    expect(await listed()).toMatchObject({ state: 'returned', trouble, to: null });
  });

  test('a complaint makes the email returned as well', async () => {
    await deliver(inserted());
    await recordBounce(await sesEvent({ eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } }));
    expect(await readEmail(id)).toMatchObject({ state: 'returned', trouble: 'complaint', reason: 'Complaint: abuse' });
  });

  test('an event that arrives before the email is marked as sent is retried', async () => {
    await expect(recordBounce(await sesEvent(bounce))).rejects.toThrow(/is 'queued', not sent/);
    expect(await readEmail(id)).toMatchObject({ state: 'queued' });
  });

  test('a late event of an earlier attempt does not change the state of the next attempt', async () => {
    await deliver(inserted());
    const first = await sesEvent(bounce);
    await recordBounce(first);
    await resend(tagOfEmail(id));
    await expect(recordBounce(first)).rejects.toThrow(/is 'queued', not sent/);
    await deliver(record('returned', 'queued'));
    // SES, EventBridge and Lambda's retries deliver an event more than once, and late.
    await recordBounce(first);
    expect(await readEmail(id)).toMatchObject({ state: 'sent' });
    await recordBounce(await sesEvent(bounce));
    expect(await readEmail(id)).toMatchObject({ state: 'returned' });
  });

  test('events of other emails, and of deleted rows, are ignored', async () => {
    await recordBounce(await sesEvent(bounce, {}));
    await recordBounce(await sesEvent(bounce, { email: [tagOfEmail('message-received#gone')] }));
    expect(await readEmail('message-received#gone')).toBeUndefined();
    expect(await readEmail(id)).toMatchObject({ state: 'queued' });
  });
});

const as = adminClaims();

/** This test's email in the studio's list of undelivered emails, if it is listed. */
async function listed(): Promise<UndeliveredEmail | undefined> {
  return (await list()).items.find((email) => email.id === tagOfEmail(id));
}
const list = async (cursor = '') =>
  (
    await call(admin, 'GET', `/api/admin/emails${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, {
      as,
    })
  ).json<EmailPage>();
const resend = (email: string) => call(admin, 'POST', `/api/admin/emails/${email}/resend`, { as });

describe('the list of undelivered emails', () => {
  const refuse = async () => {
    await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400, times: 1 }]);
    await deliver(inserted());
    await endFaults();
  };

  test('contains rejected emails, not queued or sent ones', async () => {
    expect(await listed()).toBeUndefined();
    await refuse();
    expect(await listed()).toEqual({
      id: tagOfEmail(id),
      kind: 'message-received',
      name: 'Ada',
      to: null,
      state: 'failed',
      trouble: 'refused',
      reason: expect.stringContaining('MessageRejected'),
      created_at: expect.any(String),
    });
  });

  test('resends an email once, however many requests; then it is no longer listed', async () => {
    await refuse();
    const answers = await Promise.all([resend(tagOfEmail(id)), resend(tagOfEmail(id)), resend(tagOfEmail(id))]);
    for (const answer of answers) expect(answer.json()).toMatchObject({ state: 'queued', trouble: null, reason: '' });
    expect(await listed()).toBeUndefined();
    await deliver(record('failed', 'queued'));
    expect(await received()).toHaveLength(1);
    // An email that was sent in the meantime is not sent again.
    expect((await resend(tagOfEmail(id))).json()).toMatchObject({ state: 'sent' });
    expect(await readEmail(id)).toMatchObject({ state: 'sent' });
  });

  test('is sorted newest first, in pages', async () => {
    const made: string[] = [];
    for (let n = 0; n < limits.rowsPerPage + 1; n += 1) made.push(await newFailedEmail());
    const first = await list();
    expect(first.items.map((email) => email.id)).toEqual(made.toReversed().slice(0, limits.rowsPerPage));
    const second = await list(first.next_cursor ?? '');
    expect(second.items[0]?.id).toBe(made[0]);
  });

  test('resending a missing email is 404', async () => {
    for (const email of ['_', tagOfEmail('gallery-ready#gone'), 'a'.repeat(200), 'a'.repeat(3_000)]) {
      expect((await resend(email)).outcome).toBe('404 NOT_FOUND');
    }
  });
});

test('an email stores the id of the request that queued it', async () => {
  const other = `message-received#${newId()}`;
  const email = { kind: 'message-received', name: 'Ada', phone: '', email: 'a@example.com', message: 'Hi' } as const;
  await duringRequest('Root=1-abc', async () => transact([queueEmail(other, email)]));
  expect(await readEmail(other)).toMatchObject({ request_id: 'Root=1-abc' });
  expect(await readEmail(id)).not.toHaveProperty('request_id');
});
