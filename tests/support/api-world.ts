import { randomUUID } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Profile } from '#shared/contract/customers.ts';
import type { Quote } from '#shared/contract/quotes.ts';
import type { Session } from '#shared/contract/sessions.ts';
import { type TableName, tables } from '../../infra/blueprint.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { insertMessage } from '../../lambdas/domain/messages/repository.ts';
import { queueLetter, recordFailure, tagOfLetter } from '../../lambdas/domain/outbox.ts';
import { insertPhoto, type ReadyPhoto } from '../../lambdas/domain/photos/repository.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact, write } from '../../lambdas/platform/table.ts';
import { adminClaims, type Claims, call, newLogin } from './api-studio.ts';
import { pendingPhoto, readyPhoto, storePhotos } from './photo-rows.ts';

/** A client with a pending quote and one session, in which one photo lies in each state that a photo can have. */
export interface Person {
  login: Claims;
  customer: string;
  session: string;
  quote: string;
  photos: Record<'visible' | 'hidden' | 'kept' | 'deleted' | 'pending', string>;
}

export async function newClient(): Promise<{ login: Claims; profile: Profile }> {
  const login = await newLogin(`${randomUUID()}@example.com`);
  const answer = await call(client, 'POST', '/api/client/me', {
    as: login,
    body: { name: 'Ada', phone: '713', email: `${login.sub}@example.com`, address: 'Houston' },
  });
  return { login, profile: answer.json<Profile>() };
}

export async function newSession(customer_id: string, values: Record<string, unknown> = {}): Promise<Session> {
  const body = { customer_id, session_name: 'Family', session_date: '2025-05-04', ...values };
  const answer = await call(admin, 'POST', '/api/admin/sessions', { as: adminClaims(), body });
  if (answer.status !== 201) throw new Error(`The session was not created: ${answer.text}`);
  return answer.json<Session>();
}

/** `kept` is visible, but not for download. */
export async function newPerson(): Promise<Person> {
  const { login, profile } = await newClient();
  const session = await newSession(profile.id);
  const photos = {
    visible: await newPhoto(session),
    hidden: await newPhoto(session, { is_approved: false }),
    kept: await newPhoto(session, { downloadable: false }),
    deleted: await newPhoto(session),
    pending: await newPending(session),
  };
  const path = `/api/admin/sessions/${session.id}/photos/${photos.deleted}`;
  await call(admin, 'DELETE', path, { as: adminClaims() });
  const quote = await newQuote(login);
  return { login, customer: profile.id, session: session.id, quote: quote.id, photos };
}

export async function newQuote(as: Claims, values: Record<string, unknown> = {}): Promise<Quote> {
  const body = { request_id: randomUUID(), type: 'print', notes: 'Matte', ...values };
  return (await call(client, 'POST', '/api/client/quotes', { as, body })).json<Quote>();
}

/** A message from the contact form; its id. */
export async function newMessage(values: Record<string, string> = {}): Promise<string> {
  const id = newId();
  const message = { name: 'Ada', phone: '713', email: 'ada@example.com', message: 'Hello' };
  await write(insertMessage({ id, ...message, created_at: new Date().toISOString(), ...values }));
  return id;
}

/** A letter that the mail service refused; its id as the studio sees it. */
export async function newFailedLetter(): Promise<string> {
  const id = `gallery-ready#${newId()}#first`;
  const letter = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_name: 'Family' } as const;
  await transact([queueLetter(id, { ...letter, photos_count: 3 })]);
  await write(recordFailure(id, 'MessageRejected: Email address is not verified.'));
  return tagOfLetter(id);
}

let photos = 0;
/** `IMG_000001.jpg`, and so on: rows of one length, whatever their ids are. */
function newFileName(): string {
  photos += 1;
  return `IMG_${String(photos).padStart(6, '0')}.jpg`;
}

/** A ready photo, as processing leaves one. */
export async function newPhoto(session: Session, values: Partial<ReadyPhoto> = {}): Promise<string> {
  const photo = readyPhoto(session, { file_name: newFileName(), ...values });
  await storePhotos(session.id, [photo]);
  return photo.id;
}

async function newPending(session: Session): Promise<string> {
  const photo = { ...pendingPhoto(session), file_name: newFileName() };
  await transact([insertPhoto(photo, () => new Error('This id is taken.'))]);
  return photo.id;
}

/** Everything that is stored, guards aside: what a refused request must leave as it was. */
export async function everyRow(): Promise<Record<string, unknown[]>> {
  const rows = DynamoDBDocumentClient.from(new DynamoDBClient());
  const names = (Object.keys(tables) as TableName[]).filter((name) => name !== 'guards');
  const entries = await Promise.all(
    names.map(async (TableName) => {
      const pages = paginateScan({ client: rows }, { TableName, ConsistentRead: true });
      const items: Record<string, unknown>[] = [];
      for await (const { Items = [] } of pages) items.push(...Items);
      return [TableName, items.toSorted((a, b) => (`${a.session_id}${a.id}` < `${b.session_id}${b.id}` ? -1 : 1))];
    }),
  );
  rows.destroy();
  return Object.fromEntries(entries);
}
