import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resendLetters } from '../../infra/commands/redrive.ts';
import { queueLetter, readLetter } from '../../lambdas/domain/outbox.ts';
import { dynamodb, ses } from '../../lambdas/platform/aws.ts';
import { env } from '../../lambdas/platform/env.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as sendEmail } from '../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../local/environment.ts';
import type { Letter } from '../../local/ses.ts';
import { type ApiStudio, startApiStudio } from '../support/api-studio.ts';
import { Fuse } from '../support/fuse.ts';

let studio: ApiStudio;
let fuse: Fuse;
beforeAll(async () => {
  studio = await startApiStudio();
  fuse = new Fuse(dynamodb(), ses());
});
afterEach(() => fuse.disarm());
afterAll(() => studio?.close());

/** A letter in the outbox, and what the stream tells of it. */
async function queue() {
  const words = newId();
  const id = `message-received#${words}`;
  const letter = { kind: 'message-received', name: 'Ada', phone: '', email: 'a@example.com', message: words } as const;
  await transact([queueLetter(id, letter)]);
  const record: DynamoDBRecord = {
    eventName: 'INSERT',
    dynamodb: { Keys: { id: { S: id } }, SequenceNumber: '1', NewImage: { id: { S: id }, state: { S: 'queued' } } },
  };
  const received = async () => {
    const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/letters.json?to=${studioEmail}`);
    return ((await answer.json()) as Letter[]).filter(({ text }) => text?.includes(words)).length;
  };
  return { id, received, deliver: () => sendEmail({ Records: [record] }) };
}

test.each(['before', 'after'] as const)(
  'a worker that dies %s any of its requests leaves the letter to the next one',
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
      expect(await readLetter(id)).toMatchObject({ state: 'sent' });
      // Twice only where it died after SES had the letter and before the row knew: rather that than never.
      const mayBeTwice = isBurnt && (moment === 'after' ? step === 2 : step === 3);
      expect(await received(), `step ${step}`).toBe(mayBeTwice ? 2 : 1);
      if (!isBurnt) {
        expect(step).toBeGreaterThan(3);
        break;
      }
    }
  },
);

test('a letter whose every try died is stuck, and goes out by the command', async () => {
  const { id, received, deliver } = await queue();
  for (let attempt = 0; attempt < 9; attempt += 1) {
    fuse.arm(2, 'before');
    await deliver();
  }
  fuse.disarm();
  expect(await readLetter(id)).toMatchObject({ state: 'queued' });
  const later = new Date(Date.now() + 2 * 60 * 60_000);
  expect(await resendLetters(dynamodb(), env('OUTBOX_TABLE'), later)).toMatchObject({ resent: 1 });
  await deliver();
  expect(await readLetter(id)).toMatchObject({ state: 'sent' });
  expect(await received()).toBe(1);
});
