import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LetterPage, UndeliveredLetter } from '#shared/contract/letters.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { queueLetter, readLetter, tagOfLetter } from '../../lambdas/domain/outbox.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { duringRequest } from '../../lambdas/platform/request.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { handler as recordBounce } from '../../lambdas/workers/record-bounce/handler.ts';
import { handler } from '../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../local/environment.ts';
import type { Letter } from '../../local/ses.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/api-studio.ts';
import { newFailedLetter } from '../support/api-world.ts';

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

test('a letter that SES refuses fails with its reason, holds up no other, and is not tried again by itself', async () => {
  await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400, times: 1 }]);
  expect(await deliver(inserted())).toEqual({ batchItemFailures: [] });
  await endFaults();
  expect(await readLetter(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('MessageRejected') });
  await deliver(inserted());
  expect(await received()).toHaveLength(0);
});

describe('letters that came back', () => {
  /** As EventBridge hands on what SES tells. */
  const news = async (detail: object, tags: Record<string, string[]> = { letter: [tagOfLetter(id)] }) => ({
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
        messageId: (await readLetter(id))?.message_id ?? newId(),
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

  test('say so, with the reason, and are not sent again', async () => {
    await deliver(inserted());
    await recordBounce(await news(bounce));
    await recordBounce(await news(bounce));
    const returned = { state: 'returned', reason: 'Permanent bounce: smtp; 550 5.1.1 user unknown' };
    expect(await readLetter(id)).toMatchObject(returned);
    await deliver(record('sent', 'returned'));
    expect(await received()).toHaveLength(1);
  });

  test.each([
    ['Permanent', 'bounced'],
    ['Transient', 'unavailable'],
    ['Undetermined', 'unavailable'],
  ])('after a bounce called %s it is %s', async (bounceType, trouble) => {
    await deliver(inserted());
    await recordBounce(await news({ ...bounce, bounce: { ...bounce.bounce, bounceType } }));
    expect(await listed()).toMatchObject({ state: 'returned', trouble, to: null });
  });

  test('a complaint counts as well', async () => {
    await deliver(inserted());
    await recordBounce(await news({ eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } }));
    expect(await readLetter(id)).toMatchObject({ state: 'returned', trouble: 'complaint', reason: 'Complaint: abuse' });
  });

  test('news that comes before the letter is noted as sent comes again', async () => {
    await expect(recordBounce(await news(bounce))).rejects.toThrow(/is 'queued', not sent/);
    expect(await readLetter(id)).toMatchObject({ state: 'queued' });
  });

  test('news of an earlier sending says nothing of the one after it', async () => {
    await deliver(inserted());
    const first = await news(bounce);
    await recordBounce(first);
    await resend(tagOfLetter(id));
    await expect(recordBounce(first)).rejects.toThrow(/is 'queued', not sent/);
    await deliver(record('returned', 'queued'));
    // SES, EventBridge and Lambda's retries tell twice, and late.
    await recordBounce(first);
    expect(await readLetter(id)).toMatchObject({ state: 'sent' });
    await recordBounce(await news(bounce));
    expect(await readLetter(id)).toMatchObject({ state: 'returned' });
  });

  test('letters of others, and letters that are forgotten by now, are passed over', async () => {
    await recordBounce(await news(bounce, {}));
    await recordBounce(await news(bounce, { letter: [tagOfLetter('message-received#gone')] }));
    expect(await readLetter('message-received#gone')).toBeUndefined();
    expect(await readLetter(id)).toMatchObject({ state: 'queued' });
  });
});

const as = adminClaims();

/** This test's letter in the studio's list, if it is there. */
async function listed(): Promise<UndeliveredLetter | undefined> {
  return (await list()).items.find((letter) => letter.id === tagOfLetter(id));
}
const list = async (cursor = '') =>
  (
    await call(admin, 'GET', `/api/admin/letters${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, {
      as,
    })
  ).json<LetterPage>();
const resend = (letter: string) => call(admin, 'POST', `/api/admin/letters/${letter}/resend`, { as });

describe('the studio', () => {
  const refuse = async () => {
    await studio.setFaults('ses', [{ operation: 'SendEmail', error: 'MessageRejected', status: 400, times: 1 }]);
    await deliver(inserted());
    await endFaults();
  };

  test('sees letters that were refused, not those that are on their way or went out', async () => {
    expect(await listed()).toBeUndefined();
    await refuse();
    expect(await listed()).toEqual({
      id: tagOfLetter(id),
      kind: 'message-received',
      name: 'Ada',
      to: null,
      state: 'failed',
      trouble: 'refused',
      reason: expect.stringContaining('MessageRejected'),
      created_at: expect.any(String),
    });
  });

  test('sends one again, once however often it presses; then it is no longer listed', async () => {
    await refuse();
    const answers = await Promise.all([resend(tagOfLetter(id)), resend(tagOfLetter(id)), resend(tagOfLetter(id))]);
    for (const answer of answers) expect(answer.json()).toMatchObject({ state: 'queued', trouble: null, reason: '' });
    expect(await listed()).toBeUndefined();
    await deliver(record('failed', 'queued'));
    expect(await received()).toHaveLength(1);
    // One that has arrived meanwhile is not sent again.
    expect((await resend(tagOfLetter(id))).json()).toMatchObject({ state: 'sent' });
    expect(await readLetter(id)).toMatchObject({ state: 'sent' });
  });

  test('sees the newest first, page by page', async () => {
    const made: string[] = [];
    for (let n = 0; n < limits.rowsPerPage + 1; n += 1) made.push(await newFailedLetter());
    const first = await list();
    expect(first.items.map((letter) => letter.id)).toEqual(made.toReversed().slice(0, limits.rowsPerPage));
    const second = await list(first.next_cursor ?? '');
    expect(second.items[0]?.id).toBe(made[0]);
  });

  test('hears that a letter is missing', async () => {
    for (const letter of ['_', tagOfLetter('gallery-ready#gone'), 'a'.repeat(200), 'a'.repeat(3_000)]) {
      expect((await resend(letter)).outcome).toBe('404 NOT_FOUND');
    }
  });
});

test('a letter keeps the id of the request that it tells of', async () => {
  const other = `message-received#${newId()}`;
  const letter = { kind: 'message-received', name: 'Ada', phone: '', email: 'a@example.com', message: 'Hi' } as const;
  await duringRequest('Root=1-abc', async () => transact([queueLetter(other, letter)]));
  expect(await readLetter(other)).toMatchObject({ request_id: 'Root=1-abc' });
  expect(await readLetter(id)).not.toHaveProperty('request_id');
});
