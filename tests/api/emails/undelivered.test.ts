import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { readEmail, tagOfEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { recordActivity } from '../../../lambdas/domain/timeline/record.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { handler as recordBounce } from '../../../lambdas/workers/record-bounce/handler.ts';
import { adminClaims, call } from '../../support/studio/api-studio.ts';
import { newFailedEmail, newPerson } from '../../support/studio/api-world.ts';
import {
  closeStudio,
  deliver,
  endFaults,
  id,
  inserted,
  list,
  listed,
  openStudio,
  queueMessage,
  received,
  record,
  resend,
  setId,
  studio,
} from '../../support/studio/queued-email.ts';

beforeAll(openStudio);
afterAll(closeStudio);
beforeEach(queueMessage);

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
    setId(`gallery-ready#${newId()}`);
    const email = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_id } as const;
    const elena = { kind: 'admin', sub: 'elena', name: 'Elena' } as const;
    await transact(recordActivity(elena, { kind: 'customer-edited', customer_id: customer }, { [id]: email }));
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
