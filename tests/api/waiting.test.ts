import { PurgeQueueCommand, ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attention } from '#shared/contract/quotes.ts';
import type { SelectionDetails } from '#shared/contract/selections.ts';
import type { Session, SessionDetails, SessionPage } from '#shared/contract/sessions/sessions.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import type { WebsiteState } from '#shared/contract/website.ts';
import { limits } from '#shared/limits.ts';
import { dayAhead, endOfDay, today } from '#shared/time/studio-time.ts';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { deadLetterNames } from '../../infra/blueprint/queues.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import type { FailedPhoto } from '../../lambdas/domain/photos/row/lifecycle.ts';
import { insertPhoto } from '../../lambdas/domain/photos/row/repository.ts';
import { recordExport } from '../../lambdas/domain/settings/repository.ts';
import { recordActivity } from '../../lambdas/domain/timeline/record.ts';
import { publishMinutes } from '../../lambdas/domain/website/publish-state.ts';
import { recordFailure, recordLive } from '../../lambdas/domain/website/repository.ts';
import type { Client } from '../../lambdas/platform/auth.ts';
import { sqs } from '../../lambdas/platform/aws.ts';
import { transact, write } from '../../lambdas/platform/table.ts';
import { deadLettersUrl } from '../../local/environment.ts';
import { pendingPhoto } from '../support/rows/photo-rows.ts';
import { setAttribute } from '../support/rows/set-attribute.ts';
import { type ApiStudio, adminClaims, type Call, call, startApiStudio } from '../support/studio/api-studio.ts';
import {
  choose,
  linkValues,
  newClient,
  newFailedEmail,
  newMessage,
  newPhoto,
  newQuote,
  newSelection,
  newSession,
} from '../support/studio/api-world.ts';
import { deployBuild, wantVersion } from '../support/studio/site-bucket.ts';

/** What waits for the studio. The tests share its tables: each looks for what it has made. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const ask = (method: string, path: string, body?: Call['body']) =>
  call(admin, method, `/api/admin${path}`, { as: adminClaims(), body });
const waiting = async () => (await ask('GET', '/waiting')).json<Waiting>();

/** Sets the last day of a gallery, also to one that is over, which nobody can do by a request. */
const setLastDay = (id: string, ends_on: string) => setAttribute('sessions', { id }, 'ends_on', ends_on);

test('a studio in which nothing waits has nothing of any kind', async () => {
  expect(await waiting()).toEqual({
    ...{ quotes: null, selections: null, messages: null, marks: null, failed: null, emails: null, links: null },
    ...{ unannounced: null, website: null, dead_letters: [], export: null },
  });
});

test('requests wait until they are decided; those of a deleted customer do not', async () => {
  const { login, profile } = await newClient();
  const quote = await newQuote(login, { type: 'photo-book', quantity: 2 });
  expect((await waiting()).quotes).toEqual({
    count: 1,
    since: quote.created_at,
    items: [{ customer_name: 'Ada', type: 'photo-book' }],
  });
  await ask('DELETE', `/customers/${profile.id}`);
  expect((await waiting()).quotes).toBeNull();
  await ask('POST', `/customers/${profile.id}/restore`);
  await ask('PATCH', `/quotes/${quote.id}`, { status: 'approved', version: 0 });
  expect((await waiting()).quotes).toBeNull();
  await ask('PATCH', `/quotes/${quote.id}`, { status: 'pending', version: 1 });
  expect((await waiting()).quotes).toMatchObject({ count: 1 });
  await ask('PATCH', `/quotes/${quote.id}`, { status: 'rejected', version: 2 });
});

test('submitted selections wait apart from other requests, each with its page', async () => {
  const { login, profile } = await newClient();
  const session = await newSession(profile.id, { session_name: 'Family' });
  const selection = await newSelection(session.id);
  await choose(login, { session: session.id, selection }, [await newPhoto(session)]);
  const path = `/api/client/sessions/${session.id}/selections/${selection}`;
  const { revision } = (await call(client, 'GET', path, { as: login })).json<SelectionDetails>();
  await call(client, 'POST', `${path}/submit`, { as: login, body: { round: 1, revision } });
  const { quotes, selections } = await waiting();
  expect(quotes).toBeNull();
  expect(selections).toMatchObject({
    count: 1,
    items: [
      {
        ...{ session_id: session.id, session_name: 'Family', selection_id: selection, customer_name: 'Ada' },
        ...{ chosen_count: 1, extra_count: 0, total_cents: 0 },
      },
    ],
  });
  // A submitted selection is a pending quote, too: the studio's list of quotes has it, and its mark counts it.
  expect((await ask('GET', '/attention')).json<Attention>()).toMatchObject({ pending_quotes: 1 });
  await ask('DELETE', `/sessions/${session.id}?version=0`);
  expect((await waiting()).selections).toMatchObject({ count: 1, items: [] });
});

test('messages wait until they are read, the newest named first', async () => {
  const ids = [];
  for (const [at, name] of ['Priya', 'Owen', 'Lucia', 'Kim'].entries()) {
    ids.push(await newMessage({ name, created_at: `2025-05-0${at + 1}T12:00:00.000Z` }));
  }
  expect((await waiting()).messages).toEqual({
    count: 4,
    since: '2025-05-01T12:00:00.000Z',
    items: [{ name: 'Kim' }, { name: 'Lucia' }, { name: 'Owen' }],
  });
  for (const id of ids) await ask('PATCH', `/messages/${id}`, { is_read: true });
  expect((await waiting()).messages).toBeNull();
});

const sessionOfNewClient = async (name: string): Promise<{ session: Session; actor: Client }> => {
  const { login, profile } = await newClient();
  const actor = { kind: 'client' as const, sub: String(login.sub), username: '', customer_id: profile.id };
  return { session: await newSession(profile.id, { session_name: name }), actor };
};

test('clients’ favorites and notes wait until the studio looks at their session; those taken back do not', async () => {
  const [river, beach] = [await sessionOfNewClient('River'), await sessionOfNewClient('Beach')];
  const [first, second] = [await newPhoto(river.session), await newPhoto(river.session)];
  const does = ({ session, actor }: typeof river, kind: 'favorited' | 'unfavorited' | 'noted', photo: string) =>
    transact(recordActivity(actor, { kind, session, count: 1, photo_ids: [photo] }));
  await does(river, 'favorited', first);
  await does(river, 'favorited', second);
  await does(river, 'noted', second);
  await does(river, 'unfavorited', first);
  await does(beach, 'favorited', await newPhoto(beach.session));
  const { marks } = await waiting();
  expect(marks).toMatchObject({ count: 3 });
  expect(marks?.items.map(({ session_name, count }) => [session_name, count])).toEqual([
    ['Beach', 1],
    ['River', 2],
  ]);
  expect(new Set(marks?.items[1]?.photos.map(({ id }) => id))).toEqual(new Set([first, second]));

  expect((await ask('POST', `/sessions/${river.session.id}/seen`)).status).toBe(204);
  expect((await waiting()).marks?.items.map(({ session_name }) => session_name)).toEqual(['Beach']);
  // What is marked after the look is new, in the same entry of the same day.
  await does(river, 'favorited', first);
  expect((await waiting()).marks?.items[0]).toMatchObject({ session_name: 'River', count: 1 });
  await ask('DELETE', `/sessions/${river.session.id}?version=0`);
  await ask('POST', `/sessions/${beach.session.id}/seen`);
  expect((await waiting()).marks).toBeNull();
  expect((await ask('POST', '/sessions/00000000000000000000/seen')).outcome).toBe('404 NOT_FOUND');
});

test('favorites at the same time as a look are not lost', async () => {
  const { session, actor } = await sessionOfNewClient('Lake');
  const photo = await newPhoto(session);
  const addFavorite = () =>
    transact(recordActivity(actor, { kind: 'favorited', session, count: 1, photo_ids: [photo] }));
  await addFavorite();
  await Promise.all([...Array.from({ length: 5 }, addFavorite), ask('POST', `/sessions/${session.id}/seen`)]);
  await addFavorite();
  const count = (await waiting()).marks?.items.find(({ session_id }) => session_id === session.id)?.count ?? 0;
  expect(count).toBeGreaterThanOrEqual(1);
  expect(count).toBeLessThanOrEqual(7);
  await ask('POST', `/sessions/${session.id}/seen`);
  expect((await waiting()).marks).toBeNull();
});

test('failed photos wait with file and reason, until their session is deleted', async () => {
  const { session } = await sessionOfNewClient('Engagement');
  const { asked_at: _, ...pending } = pendingPhoto(session);
  const failed = (kept_key: string | null, failed_at: string): FailedPhoto => ({
    ...pending,
    id: `${kept_key === null ? 'absent' : 'refused'}0000000000000`,
    state: 'failed',
    reason: 'The file is not a picture.',
    failed_at,
    kept_key,
  });
  await write(insertPhoto(failed(null, '2025-05-04T12:00:00.000Z')));
  await write(insertPhoto(failed('refused/x', '2025-05-03T12:00:00.000Z')));
  const named = { session_id: session.id, session_name: 'Engagement' };
  const item = { ...named, file_name: 'IMG_1.jpg', reason: 'The file is not a picture.' };
  expect((await waiting()).failed).toEqual({ count: 2, since: '2025-05-03T12:00:00.000Z', items: [item, item] });
  await ask('DELETE', `/sessions/${session.id}?version=0`);
  expect((await waiting()).failed).toBeNull();
});

test('emails that failed or came back wait until they are sent again', async () => {
  const id = await newFailedEmail();
  expect((await waiting()).emails).toMatchObject({
    count: 1,
    items: [{ kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada' }],
  });
  await ask('POST', `/emails/${id}/resend`);
  expect((await waiting()).emails).toBeNull();
});

test('links that end soon wait, the first to end first; not revoked ones', async () => {
  const { session } = await sessionOfNewClient('Shared');
  const inDays = (days: number) => today(new Date(Date.now() + days * 86_400_000));
  const make = async (label: string, ends_on: string) => {
    const body = { ...linkValues, label, ends_on };
    return (await ask('POST', `/sessions/${session.id}/links`, body)).json<{ id: string; ends_at: string }>();
  };
  await make('Later', inDays(limits.linkEndsSoonDays + 2));
  const second = await make('Aunt', inDays(2));
  const first = await make('Grandparents', inDays(1));
  expect((await waiting()).links).toMatchObject({
    count: 2,
    since: first.ends_at,
    items: [
      { session_name: 'Shared', label: 'Grandparents' },
      { session_name: 'Shared', label: 'Aunt' },
    ],
  });
  for (const { id } of [first, second]) await ask('POST', `/links/${id}/revoke`);
  expect((await waiting()).links).toBeNull();
});

test('of an ended gallery nothing waits that the studio can do only once it is open again', async () => {
  const { profile } = await newClient();
  const session = await newSession(profile.id, { session_name: 'Past', session_label: 'past' });
  const told = await newSession(profile.id, { session_name: 'Told', session_label: 'told' });
  await newPhoto(session);
  const photo = await newPhoto(told);
  await ask('POST', `/sessions/${told.id}/announcement`, { announced_at: null });
  await ask('PATCH', `/sessions/${told.id}/photos`, { photo_ids: [photo], stage: 'finished' });
  await ask('POST', `/sessions/${told.id}/links`, { ...linkValues, ends_on: dayAhead(2, new Date()) });
  const named = async () => {
    const { unannounced, finished, links } = await waiting();
    const isOurs = (name: string) => ['Past', 'Told'].includes(name);
    return [unannounced, finished, links].map(
      (kind) => kind?.items.map(({ session_name }) => session_name).filter(isOurs) ?? [],
    );
  };
  expect(await named()).toEqual([['Past'], ['Told'], ['Told']]);
  for (const { id } of [session, told]) await setLastDay(id, '2020-01-31');
  expect(await named()).toEqual([[], [], []]);
  for (const { id } of [session, told]) await setLastDay(id, '2999-12-31');
  expect(await named()).toEqual([['Past'], ['Told'], ['Told']]);
  for (const { id } of [session, told]) {
    const { version } = (await ask('GET', `/sessions/${id}`)).json<Session>();
    await ask('DELETE', `/sessions/${id}?version=${version}`);
  }
});

test('galleries whose last day is within a week wait, the first to end first; not ended ones, nor those in the trash', async () => {
  const inDays = (days: number) => dayAhead(days, new Date());
  const setEnd = async (name: string, ends_on: string) => {
    const { session } = await sessionOfNewClient(name);
    await ask('PATCH', `/sessions/${session.id}`, { ends_on, version: 0 });
    return session;
  };
  await setEnd('Later', inDays(limits.galleryEndsSoonDays + 1));
  const week = await setEnd('In a week', inDays(limits.galleryEndsSoonDays));
  const last = await setEnd('Today', inDays(0));
  const trashed = await setEnd('In the trash', inDays(2));
  await ask('DELETE', `/sessions/${trashed.id}?version=1`);
  expect((await waiting()).endings).toEqual({
    count: 2,
    since: endOfDay(inDays(0)).toISOString(),
    items: [
      { session_id: last.id, session_name: 'Today', ends_on: inDays(0) },
      { session_id: week.id, session_name: 'In a week', ends_on: inDays(limits.galleryEndsSoonDays) },
    ],
  });
  for (const { id } of [last, week]) await ask('PATCH', `/sessions/${id}`, { ends_on: null, version: 1 });
  expect((await waiting()).endings).toBeUndefined();
});

test('dead letters of each queue wait: how many, and since the first was sent, until they are sent again', async () => {
  const url = (queue: string) => deadLettersUrl(studio.addresses, queue);
  for (const queue of deadLetterNames) {
    const began = new Date().toISOString();
    for (const MessageBody of ['first', 'second'])
      await sqs().send(new SendMessageCommand({ QueueUrl: url(queue), MessageBody }));
    const sent = new Date().toISOString();
    const [waits, ...others] = (await waiting()).dead_letters;
    expect(others).toEqual([]);
    expect(waits).toMatchObject({ queue, count: 2 });
    expect(waits!.since! >= began && waits!.since! <= sent).toBe(true);
    // Looking has changed nothing, and what the owner's command holds still waits.
    const { Messages } = await sqs().send(
      new ReceiveMessageCommand({ QueueUrl: url(queue), MaxNumberOfMessages: 10, VisibilityTimeout: 900 }),
    );
    expect(Messages).toHaveLength(2);
    expect((await waiting()).dead_letters).toEqual([{ queue, count: 2, since: null }]);
    await sqs().send(new PurgeQueueCommand({ QueueUrl: url(queue) }));
    expect((await waiting()).dead_letters).toEqual([]);
  }
});

test('a website that was not published waits, the same version that its editor calls failed, until visitors see it', async () => {
  const editor = async () => (await ask('GET', '/website')).json<WebsiteState>();
  await deployBuild('first');
  await wantVersion(1, defaultWebsite);
  expect((await editor()).state).toBe('publishing');
  expect((await waiting()).website).toBeNull();
  const began = new Date().toISOString();
  await write(recordFailure({ number: 1, build: 'first', currency: 'USD' }));
  expect(await editor()).toMatchObject({ state: 'failed', published: { number: 1 } });
  const { website } = await waiting();
  expect(website).toMatchObject({ number: 1 });
  expect(website!.since! >= began).toBe(true);
  await write(recordLive({ number: 1, build: 'first', currency: 'USD' }, { currency: 'USD' }));
  expect((await editor()).state).toBe('live');
  expect((await waiting()).website).toBeNull();
  // A worker that was killed at each attempt records nothing.
  const long = new Date(Date.now() - (publishMinutes + 1) * 60_000);
  await deployBuild('first', long);
  await wantVersion(2, defaultWebsite, long);
  expect((await editor()).state).toBe('failed');
  expect((await waiting()).website).toMatchObject({ number: 2 });
  const first = { number: 1, build: 'first', currency: 'USD' } as const;
  await write(recordLive({ ...first, number: 2 }, first));
  expect((await waiting()).website).toBeNull();
});

test('sessions with photos wait until they are announced, and an export is due until one was made', async () => {
  const { session } = await sessionOfNewClient('Maternity');
  const names = async () => (await waiting()).unannounced?.items.map(({ session_name }) => session_name) ?? [];
  expect(await names()).not.toContain('Maternity');
  await newPhoto(session);
  expect((await waiting()).unannounced?.items[0]).toEqual({
    session_id: session.id,
    session_name: 'Maternity',
    photos_count: 1,
  });
  // While the watermark is being put on, the announcement waits for it.
  const waitingNames = async () =>
    (await waiting()).waiting_announcements?.items.map(({ session_name }) => session_name) ?? [];
  const listed = async () =>
    (await ask('GET', '/sessions')).json<SessionPage>().items.find(({ id }) => id === session.id)?.waiting_announcement;
  const watermark = { has_logo: false, text: 'PROOF', opacity: 40, size: 'medium', clean_thumbnails: false };
  const { version } = (await ask('GET', `/sessions/${session.id}`)).json<SessionDetails>();
  await ask('PATCH', `/sessions/${session.id}`, { watermark, version });
  expect(await waitingNames()).not.toContain('Maternity');
  expect(await listed()).toBeUndefined();
  const answer = await ask('POST', `/sessions/${session.id}/announcement`, { announced_at: null, when: 'marked' });
  const { at } = answer.json<SessionDetails>().waiting_announcement!;
  expect((await waiting()).waiting_announcements?.items).toContainEqual({
    session_id: session.id,
    session_name: 'Maternity',
  });
  expect(await names()).not.toContain('Maternity');
  // The list has neither the message nor who asked for it.
  expect(await listed()).toEqual({ at });
  await ask('DELETE', `/sessions/${session.id}/announcement`);
  expect(await waitingNames()).not.toContain('Maternity');
  expect(await names()).toContain('Maternity');
  const changed = (await ask('GET', `/sessions/${session.id}`)).json<SessionDetails>();
  await ask('PATCH', `/sessions/${session.id}`, { watermark: null, version: changed.version });
  await ask('POST', `/sessions/${session.id}/announcement`, { announced_at: null });
  expect(await names()).not.toContain('Maternity');

  const waitsForExport = async () => {
    const as = { ...adminClaims(), looks_after_aws: 'true' };
    return (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>().export;
  };
  expect(await waitsForExport()).toEqual({ made_at: null });
  // Others can't make one.
  expect((await waiting()).export).toBeNull();
  const old = new Date(Date.now() - (limits.exportDays + 1) * 86_400_000).toISOString();
  await write(recordExport(old));
  expect(await waitsForExport()).toEqual({ made_at: old });
  await write(recordExport(new Date().toISOString()));
  expect(await waitsForExport()).toBeNull();
});
