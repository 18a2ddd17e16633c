import { BatchWriteCommand, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { GuestPage, GuestPicksPage, Link, SharedSession } from '#shared/contract/links.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { saidByGuests } from '../rows/said-by-guests.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from './api-studio.ts';
import { guestCookie, linkValues, newClient, newPhoto, newSession } from './api-world.ts';

/** A client's session that is shared with guests: two photos, the first with the client's favorite, note and a reply. */

export const as = adminClaims();
export let studio: ApiStudio;
/** The session's client. */
export let owner: Claims;
export let session: Session;
/** The id of the photo with the client's feedback. */
export let photo: string;
/** The id of the photo without feedback. */
export let other: string;

/** Starts a studio for the tests of this file, and makes a new client, session and photos before each of them. */
export function startSharedSession(): void {
  beforeAll(async () => {
    studio = await startApiStudio();
  });
  afterAll(() => studio?.close());

  beforeEach(async () => {
    const { login, profile } = await newClient();
    owner = login;
    session = await newSession(profile.id);
    photo = await newPhoto(session, {
      note: 'The client’s',
      reply: 'For the client',
      is_favorite: true,
      favorited_at: '2025-05-04T10:00:00.000Z',
    });
    other = await newPhoto(session);
  });
}

/** Makes a link to a session, as the studio does. */
export async function create(values: Record<string, unknown> = {}, of = session.id): Promise<Link & { token: string }> {
  const body = { ...linkValues, ...values };
  const answer = await call(admin, 'POST', `/api/admin/sessions/${of}/links`, { as, body });
  expect(answer.outcome).toBe('201');
  return answer.json();
}

/** Changes these values of a link, as the studio does. */
export async function change(link: Link, values: Record<string, unknown>): Promise<Link> {
  const { label, may_pick, may_note, download, pin, ends_on, shows_cover, version } = link;
  const body = { label, may_pick, may_note, download, pin, ends_on, shows_cover, version, ...values };
  return (await call(admin, 'PATCH', `/api/admin/links/${link.id}`, { as, body })).json();
}

export const revoke = (link: Link) => call(admin, 'POST', `/api/admin/links/${link.id}/revoke`, { as });

interface Visit {
  pin?: string;
  cookie?: string;
  viewer?: string;
}

/** Opens a link by its secret, from a network of its own unless `viewer` names one. */
export const open = (token: string, { pin, cookie = '', viewer = newId() }: Visit = {}) =>
  call(guest, 'POST', '/api/guest/open', {
    body: { token, ...(pin !== undefined && { pin }) },
    headers: { cookie, 'x-viewer-ip': viewer },
  });

/** A guest in a browser of their own. */
export async function enter(link: { id: string; token: string }, visit: Visit = {}) {
  const answer = await open(link.token, visit);
  expect(answer.outcome).toBe('200');
  const cookie = guestCookie(answer);
  const send = (method: string, path: string, body?: unknown) =>
    call(guest, method, `/api/guest/links/${link.id}/${path}`, { body, headers: { cookie } });
  return { cookie, send, opened: answer.json<SharedSession>() };
}

/** The row of what a guest has picked and noted on a photo. */
export const reactionRow = (
  link: Link,
  guestId: string,
  photo_id: string,
  values: { is_picked: boolean; note?: string },
) => ({
  ...{ link_id: link.id, part: `mark#${guestId}#${photo_id}`, photo_id },
  ...{ note: '', ...values },
});

/** Writes rows into a table as they are. */
export async function putAll(table: string, rows: object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 25) {
    const requests = rows.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await dynamodb().send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}

/** Returns how many characters all notes on a link have together, as its row counts them. */
export const notesLength = async ({ id }: Link) =>
  (await dynamodb().send(new GetCommand({ TableName: 'links', Key: { id }, ConsistentRead: true }))).Item?.notes_length;
export const setNotesLength = ({ id }: Link, length: number) =>
  dynamodb().send(
    new UpdateCommand({
      TableName: 'links',
      Key: { id },
      UpdateExpression: 'SET notes_length = :length',
      ExpressionAttributeValues: { ':length': length },
    }),
  );

/** What the guests of a session have picked and noted, as this person reads it. */
export function saidTo(app: Parameters<typeof call>[0], path: string, who: Claims) {
  const read =
    <Page>(list: string) =>
    async ({ cursor }: { cursor?: string }) => {
      const query = cursor === undefined ? '' : `?cursor=${cursor}`;
      return (await call(app, 'GET', `${path}/${list}${query}`, { as: who })).json<Page>();
    };
  return saidByGuests(read<GuestPage>('guests'), read<GuestPicksPage>('guest-picks'));
}
