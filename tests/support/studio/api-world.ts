import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import sharp from 'sharp';
import type { Profile } from '#shared/contract/customers.ts';
import type { Quote } from '#shared/contract/quotes.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import type { TableName } from '../../../infra/blueprint/tables.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { countsBetween } from '../../../lambdas/domain/attachments/counts.ts';
import { insertAttachment, type ReadyAttachment } from '../../../lambdas/domain/attachments/repository.ts';
import { rowOf } from '../../../lambdas/domain/downloads/new-download.ts';
import { insertDownload } from '../../../lambdas/domain/downloads/repository.ts';
import { queueEmail, readEmail, recordFailure, tagOfEmail } from '../../../lambdas/domain/emails/outbox.ts';
import { storeSentEmail } from '../../../lambdas/domain/emails/sent-emails.ts';
import type { LinkRow } from '../../../lambdas/domain/links/repository.ts';
import {
  guestIdOf,
  linkIdOf,
  readCredential,
  tokenOf,
  writeCredential,
} from '../../../lambdas/domain/links/secrets.ts';
import { insertMessage } from '../../../lambdas/domain/messages/repository.ts';
import { cleanFiles } from '../../../lambdas/domain/photos/access/access.ts';
import { webKey } from '../../../lambdas/domain/photos/files/file-keys.ts';
import type { ReadyPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { insertPhoto, readPhoto } from '../../../lambdas/domain/photos/row/repository.ts';
import { insertRound } from '../../../lambdas/domain/rounds/repository.ts';
import { countAttachments } from '../../../lambdas/domain/sessions/attachment-counts.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { dynamodb, s3 } from '../../../lambdas/platform/aws.ts';
import { env } from '../../../lambdas/platform/env.ts';
import { idFrom, newId, newSecret } from '../../../lambdas/platform/ids.ts';
import { transact, write } from '../../../lambdas/platform/table.ts';
import { pendingPhoto, readyAttachment, readyPhoto, storePhotos } from '../rows/photo-rows.ts';
import { copyOf, type Rows, rowsWith, storeRows } from '../rows/stored-rows.ts';
import { type Answer, adminClaims, type Claims, call, newLogin } from './api-studio.ts';
import { newDraft } from './offers.ts';

/** A client with a pending quote, and one session that has a photo in each possible state and a selection. */
export interface Person {
  login: Claims;
  /** Of the record. */
  email: string;
  customer: string;
  session: string;
  quote: string;
  /** Made by the client, for a guest who has said their name, may pick, note and download. Its previews show the cover. */
  link: { id: string; token: string; cookie: string };
  /** Open, with the photo `visible`, and with a round that was submitted before. */
  selection: string;
  /** Requested by a guest of the link. */
  download: string;
  /** A raw file that can be downloaded. */
  attachment: string;
  /** The draft of an offer that can be sent. */
  offer: string;
  /** The id of a preset, which exists where a request needs it (`keepPresets`). */
  preset: string;
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

/** What is stored of one person, and the address of their login. */
interface Stored {
  person: Omit<Person, 'login' | 'email'>;
  sub: string;
  email: string;
  rows: Rows;
}
let first: Promise<Stored> | undefined;

/** Each person is a copy of the rows of a file's first one, who is made by requests. `kept` is visible and not downloadable. */
export async function newPerson(): Promise<Person> {
  first ??= makePerson();
  const { person: made, sub, email, rows } = await first;
  const ids = new Map<string, string>();
  const login = await newLogin(copyOf(email, ids));
  ids.set(sub, login.sub as string);
  const link = await copyLink(made.link, rows, ids);
  const copied = copyOf(rows, ids);
  const customer = copyOf(made.customer, ids);
  const record = copied.customers?.find(({ id }) => id === customer) as { email: string } | undefined;
  const person = { ...copyOf({ ...made, link: null }, ids), email: record?.email ?? '', login, link };
  await storeRows(copied);
  // The entry of a day has a key of its own, and the file of the cover one of the photo's.
  await choose(login, person, [person.photos.visible]);
  await putLarge({ id: person.session }, person.photos.visible);
  return person;
}

async function makePerson(): Promise<Stored> {
  const { login, profile } = await newClient();
  const session = await newSession(profile.id);
  await setTo('sessions', session.id, { client_may_share: true });
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
  const offer = await newDraft(profile.id);
  const link = await newLink(login, session.id);
  await setTo('links', link.id, { shows_cover: true });
  const selection = await newSelection(session.id);
  await transact(insertRound({ session_id: session.id, id: selection }, round, [photoOf(photos.visible)]));
  const download = await newGuestDownload(session, link.id);
  const attachment = await newAttachment(session);
  const person = {
    customer: profile.id,
    session: session.id,
    quote: quote.id,
    ...{ offer, link, selection, download, attachment, photos },
    preset: idFrom(`preset ${profile.id}`),
  };
  const sub = login.sub as string;
  const rows = await rowsWith([sub, person.customer, person.session, quote.id, offer, link.id, selection]);
  return { person, sub, email: profile.email, rows };
}

/** Copies a link and its guest, whose ids are hashes of their secrets. */
async function copyLink(made: Person['link'], rows: Rows, ids: Map<string, string>): Promise<Person['link']> {
  const row = rows.links?.find(({ id }) => id === made.id) as unknown as LinkRow;
  const nonce = newId();
  const token = await tokenOf(nonce);
  const id = linkIdOf(token);
  ids.set(row.nonce, nonce).set(made.id, id);
  const { secret } = await readCredential(row, made.cookie.split('=')[1]);
  const mine = newSecret();
  ids.set(guestIdOf(secret), guestIdOf(mine));
  return { id, token, cookie: `guest-${id}=${await writeCredential({ ...row, id }, mine)}` };
}

/** The round that a path names. The selection itself was never submitted: its first submit is another one. */
export const storedRound = 9;
const round = {
  ...{ round: storedRound, submitted_at: '2025-05-04T12:00:00.000Z', words: '', quote_id: newId() },
  ...{ included: 2, extra_cents: 1_500, chosen_count: 1, extra_count: 0, total_cents: 0 },
};
const photoOf = (photo_id: string) => ({ photo_id, file_name: 'IMG_000001.jpg', note: 'Crop' });

export const selectionValues = { name: 'Album', included: 2, extra_cents: 1_500 };

/** Opens a selection; returns its id. */
export async function newSelection(session: string, values: Record<string, unknown> = {}): Promise<string> {
  const body = { ...selectionValues, ...values };
  const answer = await call(admin, 'POST', `/api/admin/sessions/${session}/selections`, { as: adminClaims(), body });
  if (answer.status !== 201) throw new Error(`The selection was not opened: ${answer.text}`);
  return answer.json<{ id: string }>().id;
}

export const choose = (
  as: Claims,
  { session, selection }: { session: string; selection: string },
  photo_ids: string[],
  is_chosen = true,
): Promise<Answer> =>
  call(client, 'POST', `/api/client/sessions/${session}/selections/${selection}/choices`, {
    as,
    body: { photo_ids, is_chosen },
  });

export const linkValues = {
  label: 'Grandparents',
  may_pick: true,
  may_note: true,
  download: 'original',
  pin: null,
  ends_on: new Date(Date.now() + 30 * 24 * 60 * 60_000).toISOString().slice(0, 10),
  shows_cover: false,
};

/** The row keeps its version, which other requests name. */
async function setTo(TableName: TableName, id: string, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values);
  await dynamodb().send(
    new UpdateCommand({
      TableName,
      Key: { id },
      UpdateExpression: `SET ${names.map((name) => `${name} = :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, values[name]])),
    }),
  );
}

/** Links of a person's session that were opened by a guest before they were revoked, or ended. Both had the cover. */
export type ClosedLinks = Record<'revoked' | 'ended', Person['link']>;

export async function newClosedLinks({ login, session }: Person): Promise<ClosedLinks> {
  const [revoked, ended] = [await newLink(login, session), await newLink(login, session)];
  for (const { id } of [revoked, ended]) await setTo('links', id, { shows_cover: true });
  await call(client, 'POST', `/api/client/links/${revoked.id}/revoke`, { as: login });
  const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toISOString();
  await setTo('links', ended.id, { ends_on: yesterday.slice(0, 10), ends_at: yesterday });
  return { revoked, ended };
}

/** A session whose proofs clients and guests get only with a watermark, with a link as a person has. */
export interface MarkedSession extends Pick<Person, 'session' | 'link' | 'download' | 'attachment'> {
  photos: Record<'marked' | 'unmarked' | 'finished', string>;
}

export async function newMarkedSession({ login, customer }: Person): Promise<MarkedSession> {
  const session = await newSession(customer, { session_label: newId() });
  const photos = {
    marked: await newPhoto(session, { stage: 'proof', marked_key: newSecret() }),
    unmarked: await newPhoto(session, { stage: 'proof' }),
    finished: await newPhoto(session, { stage: 'finished' }),
  };
  await setTo('sessions', session.id, { client_may_share: true, marks_shown: new Date().toISOString() });
  const link = await newLink(login, session.id);
  const download = await newGuestDownload(session, link.id);
  return { session: session.id, link, download, attachment: await newAttachment(session), photos };
}

const tinyJpeg = sharp({ create: { width: 60, height: 40, channels: 3, background: '#2f4b3a' } })
  .jpeg()
  .toBuffer();

/** Stores the large derivative of a photo that was only a row. */
export async function putLarge(session: Pick<Session, 'id'>, photoId: string, file?: Buffer): Promise<void> {
  const photo = await readPhoto({ session_id: session.id, id: photoId });
  if (photo?.state !== 'ready') throw new Error('Only a ready photo has derivatives.');
  const Body = file ?? (await tinyJpeg);
  await s3().send(new PutObjectCommand({ Bucket: env('PHOTOS_BUCKET'), Key: webKey(photo, cleanFiles(photo)), Body }));
}

async function newLink(as: Claims, session: string): Promise<Person['link']> {
  const made = await call(client, 'POST', `/api/client/sessions/${session}/links`, { as, body: linkValues });
  const { id, token } = made.json<{ id: string; token: string }>();
  const cookie = guestCookie(await call(guest, 'POST', '/api/guest/open', { body: { token } }));
  const named = { body: { name: 'Anna' }, headers: { cookie } };
  await call(guest, 'PUT', `/api/guest/links/${id}/guest`, named);
  return { id, token, cookie };
}

/** Without a message to the worker, which would prepare it. */
async function newGuestDownload(session: Session, link: string): Promise<string> {
  const request = { kind: 'session', session_id: session.id, photo_size: 'web' } as const;
  const nothing = { title: session.session_name, photos: [], chapters: [], attachments: [] };
  const allowed = { id: link, made_by: 'client' as const, download_sizes: ['web' as const, 'original' as const] };
  const row = rowOf(session.customer_id, request, nothing, allowed);
  await write(insertDownload(row));
  return row.id;
}

/** The cookie that an opened link has set, as a browser sends it. */
export const guestCookie = (answer: Answer): string => answer.response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

export async function newQuote(as: Claims, values: Record<string, unknown> = {}): Promise<Quote> {
  const body = { request_id: randomUUID(), type: 'print', notes: 'Matte', ...values };
  return (await call(client, 'POST', '/api/client/quotes', { as, body })).json<Quote>();
}

/**
 * Creates a contact form message.
 * @returns its id
 */
export async function newMessage(values: Record<string, string> = {}): Promise<string> {
  const id = newId();
  const message = { name: 'Ada', phone: '713', email: 'ada@example.com', message: 'Hello' };
  await write(insertMessage({ id, ...message, created_at: new Date().toISOString(), ...values }));
  return id;
}

/** What an email said. */
export const sentContent = {
  subject: 'Your photos are ready: River Walk',
  text: 'Your photos are ready\n',
  html: '<!doctype html><title>Your photos are ready</title>',
};

/**
 * Creates an email that SES refused.
 * @param recordId the customer whose email it is
 * @returns its id as the admin API shows it
 */
export async function newFailedEmail(recordId?: string): Promise<string> {
  const id = `gallery-ready#${newId()}#first`;
  const email = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_id: newId() } as const;
  await transact([queueEmail(id, email, recordId === undefined ? {} : { recordId })]);
  const failure = { trouble: 'refused', reason: 'MessageRejected: Email address is not verified.' } as const;
  await transact([
    recordFailure(id, failure.trouble, failure.reason),
    storeSentEmail((await readEmail(id))!, { state: 'failed', ...failure }, sentContent),
  ]);
  return tagOfEmail(id);
}

let photos = 0;
/** `IMG_000001.jpg` and so on: names of equal length keep rows of equal size. */
function newFileName(): string {
  photos += 1;
  return `IMG_${String(photos).padStart(6, '0')}.jpg`;
}

/** A ready photo, as process-photo leaves it. */
export async function newPhoto(session: Session, values: Partial<ReadyPhoto> = {}): Promise<string> {
  const photo = readyPhoto(session, { file_name: newFileName(), ...values });
  await storePhotos(session.id, [photo]);
  return photo.id;
}

/** A ready attachment, as process-photo leaves it, without its file. */
async function newAttachment(session: Session, values: Partial<ReadyAttachment> = {}): Promise<string> {
  const row = readyAttachment(session, values);
  await transact([insertAttachment(row), countAttachments(session.id, countsBetween([], [row]))]);
  return row.id;
}

async function newPending(session: Session): Promise<string> {
  const photo = { ...pendingPhoto(session), file_name: newFileName() };
  await transact([insertPhoto(photo)]);
  return photo.id;
}
