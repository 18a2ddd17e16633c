import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';
import type { EmailPage, UndeliveredEmail } from '#shared/contract/emails.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { queueEmail, tagOfEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';
import { handler } from '../../../lambdas/workers/send-email/handler.ts';
import { studioEmail } from '../../../local/environment.ts';
import type { Email } from '../../../local/services/inbox.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from './api-studio.ts';

/** An email that is queued for the studio's own address before each test, and what sends it. */

export let studio: ApiStudio;
export async function openStudio() {
  studio = await startApiStudio();
}
export const closeStudio = () => studio?.close();

export let id: string;
export let words: string;
export async function queueMessage() {
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
}

/** Has `inserted`, `record` and `listed` be of another email. */
export function setId(email: string) {
  id = email;
}

export const endFaults = () => studio.setFaults('ses', []);

const image = (state: string | undefined): Record<string, AttributeValue> | undefined =>
  state === undefined ? undefined : { id: { S: id }, state: { S: state } };

/** The stream record of a row's change from one state to another. */
export const record = (from: string | undefined, to: string | undefined): DynamoDBRecord => {
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

export const inserted = () => record(undefined, 'queued');
export const withTime = (milliseconds: number) => ({ getRemainingTimeInMillis: () => milliseconds });
export const deliver = (...Records: DynamoDBRecord[]) => handler({ Records }, withTime(30_000));

export async function received(): Promise<Email[]> {
  const answer = await fetch(`http://127.0.0.1:${studio.addresses.ports.ses}/emails.json?to=${studioEmail}`);
  return ((await answer.json()) as Email[]).filter((email) => email.text?.includes(words));
}

export const as = adminClaims();

/** This test's email in the studio's list of undelivered emails, if it is listed. */
export async function listed(): Promise<UndeliveredEmail | undefined> {
  return (await list()).items.find((email) => email.id === tagOfEmail(id));
}

export const list = async (cursor = '') =>
  (
    await call(admin, 'GET', `/api/admin/emails${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, {
      as,
    })
  ).json<EmailPage>();

export const resend = (email: string) => call(admin, 'POST', `/api/admin/emails/${email}/resend`, { as });
