import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queueLetter, readLetter } from '../../lambdas/domain/outbox.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler } from '../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../local/environment.ts';
import type { Letter } from '../../local/ses.ts';
import { type ApiStudio, startApiStudio } from '../support/api-studio.ts';

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
  const letter = {
    kind: 'message-received',
    name: 'Ada',
    phone: '713',
    email: 'ada@example.com',
    message: words,
  } as const;
  await transact([queueLetter(id, letter)]);
});
const endFaults = () => studio.setFaults('ses', []);

const image = (state: string | undefined): Record<string, AttributeValue> | undefined =>
  state === undefined ? undefined : { id: { S: id }, state: { S: state } };

/** What the stream tells when a row goes from one state to another. */
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
const deliver = (...Records: DynamoDBRecord[]) => handler({ Records });

async function received(): Promise<Letter[]> {
  const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/letters.json?to=${studioEmail}`);
  return ((await answer.json()) as Letter[]).filter((letter) => letter.text?.includes(words));
}

test('a queued letter is sent to the studio, and its row says so', async () => {
  expect(await deliver(inserted())).toEqual({ batchItemFailures: [] });
  expect(await received()).toMatchObject([
    {
      to: [studioEmail],
      reply_to: ['ada@example.com'],
      subject: 'Message from Ada',
      html: expect.stringContaining(words),
    },
  ]);
  expect(await readLetter(id)).toMatchObject({ state: 'sent' });
});

test('told twice, it is sent once; its own outcome sends nothing', async () => {
  await deliver(inserted(), inserted());
  await deliver(inserted());
  await deliver(record('queued', 'sent'), record('sent', undefined));
  expect(await received()).toHaveLength(1);
});

test('while SES is busy it stays queued, and the stream comes back with it', async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'TooManyRequestsException', status: 429 }]);
  const first = await deliver(inserted());
  await endFaults();
  expect(first).toEqual({ batchItemFailures: [{ itemIdentifier: 'undefined-queued' }] });
  expect(await readLetter(id)).toMatchObject({ state: 'queued' });
  await deliver(inserted());
  expect(await received()).toHaveLength(1);
});

test('a letter that SES refuses fails with its reason, holds up no other, and can be sent again', async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400, times: 1 }]);
  expect(await deliver(inserted())).toEqual({ batchItemFailures: [] });
  await endFaults();
  expect(await readLetter(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('MessageRejected') });
  await deliver(inserted());
  expect(await received()).toHaveLength(0);
});
