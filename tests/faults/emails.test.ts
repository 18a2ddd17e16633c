import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resendEmails } from '../../infra/commands/redrive.ts';
import { queueEmail, readEmail } from '../../lambdas/domain/emails/outbox.ts';
import { dynamodb, ses } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as sendEmail } from '../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../local/environment.ts';
import type { Email } from '../../local/services/inbox.ts';
import { Fuse } from '../support/faults/fuse.ts';
import { type ApiStudio, startApiStudio } from '../support/studio/api-studio.ts';

let studio: ApiStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await startApiStudio();
  fuse = new Fuse(dynamodb(), ses());
});
afterEach(() => fuse.disarm());
afterAll(() => studio?.close());

/**
 * Queues an email.
 * @returns its ID, the number of received copies, and the delivery of its stream record
 */
async function queue() {
  const words = newId();
  const id = `message-received#${words}`;
  const email = { kind: 'message-received', name: 'Ada', phone: '', email: 'a@example.com', message: words } as const;
  await transact([queueEmail(id, email)]);
  const record: DynamoDBRecord = {
    eventName: 'INSERT',
    dynamodb: { Keys: { id: { S: id } }, SequenceNumber: '1', NewImage: { id: { S: id }, state: { S: 'queued' } } },
  };
  const received = async () => {
    const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${studioEmail}`);
    return ((await answer.json()) as Email[]).filter(({ text }) => text?.includes(words)).length;
  };
  return { id, received, deliver: () => sendEmail({ Records: [record] }, { getRemainingTimeInMillis: () => 30_000 }) };
}

test.each(['before', 'after'] as const)(
  'a worker that dies %s any of its requests leaves the email to the next one',
  async (moment) => {
    for (let step = 1; ; step += 1) {
      const { id, received, deliver } = await queue();
      fuse.arm(step, moment);
      const first = await deliver();
      const { isBurnt } = fuse;
      fuse.disarm();
      if (isBurnt) expect(first.batchItemFailures).toHaveLength(1);
      await deliver();
      await deliver();
      expect(await readEmail(id)).toMatchObject({ state: 'sent' });
      // Two emails only if the worker dies after SES accepted the email and before the row is updated: a duplicate is
      // better than no email.
      const mayBeTwice = isBurnt && (moment === 'after' ? step === 4 : step === 5);
      expect(await received(), `step ${step}`).toBe(mayBeTwice ? 2 : 1);
      if (!isBurnt) {
        expect(fuse.made).toBeGreaterThanOrEqual(4);
        break;
      }
    }
  },
);

test('an email whose every attempt died stays queued, and the resend command sends it', async () => {
  const { id, received, deliver } = await queue();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    fuse.arm(2, 'before');
    await deliver();
  }
  fuse.disarm();
  expect(await readEmail(id)).toMatchObject({ state: 'queued' });
  const later = new Date(Date.now() + 2 * 60 * 60_000);
  expect(await resendEmails(dynamodb(), env('OUTBOX_TABLE'), later)).toMatchObject({ resent: 1 });
  await deliver();
  expect(await readEmail(id)).toMatchObject({ state: 'sent' });
  expect(await received()).toBe(1);
});
