import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Link } from '#shared/contract/links.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { limits } from '#shared/limits.ts';
import { today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { clearPictures } from '../../../lambdas/domain/flows/picture-clearing.ts';
import { eraseEndedLinks } from '../../../lambdas/domain/links/erasure.ts';
import { insertGuest, setReaction } from '../../../lambdas/domain/links/repository.ts';
import { app as guest } from '../../../lambdas/guest/app.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { write } from '../../../lambdas/platform/table.ts';
import { type ApiStudio, adminClaims, type Claims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { guestCookie, linkValues, newClient, newPhoto, newSession } from '../../support/studio/api-world.ts';

/** Limits on how many of something there can be hold by conditions of the writes, also for requests at the same time. */

const as = adminClaims();
let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

let owner: Claims;
let session: Session;
beforeEach(async () => {
  const { login, profile } = await newClient();
  owner = login;
  session = await newSession(profile.id);
});

type Answer = Awaited<ReturnType<typeof call>>;

/** Sends that many requests, some at a time as a busy studio would, and returns what their answers were and how often. */
async function outcomes(count: number, send: (index: number) => Promise<Answer>): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (let from = 0; from < count; from += 12) {
    const some = Array.from({ length: Math.min(12, count - from) }, (_, index) => send(from + index));
    for (const { outcome } of await Promise.all(some)) found[outcome] = (found[outcome] ?? 0) + 1;
  }
  return found;
}

/** As a row from before its rows were counted. */
const forget = (TableName: string, id: string, ...names: string[]) =>
  dynamodb().send(new UpdateCommand({ TableName, Key: { id }, UpdateExpression: `REMOVE ${names.join(', ')}` }));

const path = () => `/api/admin/sessions/${session.id}`;

describe('selections', () => {
  const terms = { included: 5, extra_cents: null, minimum: 0, ends_on: null, client_words: '' };
  const open = (_index = 0) => call(admin, 'POST', `${path()}/selections`, { as, body: { ...terms, name: 'Album' } });
  const remove = ({ id, version }: StudioSelection) =>
    call(admin, 'DELETE', `${path()}/selections/${id}?version=${version}`, { as, body: { version } });
  const restore = ({ id }: StudioSelection) => call(admin, 'POST', `${path()}/selections/${id}/restore`, { as });

  test.each(['new', 'from before'])(
    'opened at the same time on a session that is %s are as many as it can have',
    async (age) => {
      const kept = (await open()).json<StudioSelection>();
      if (age !== 'new') await forget('sessions', session.id, 'selections_count');
      const more = limits.selectionsPerSession - 1;
      expect(await outcomes(more + 6, open)).toEqual({ 201: more, '400 INVALID': 6 });
      expect((await open()).error.message).toContain('Delete one first');

      // A deleted one gives its place back, once; coming back it needs one.
      const deleted = await Promise.all([remove(kept), remove(kept)]);
      expect(deleted.map(({ status }) => status < 300).sort()).toEqual([false, true]);
      expect(await outcomes(3, open)).toEqual({ 201: 1, '400 INVALID': 2 });
      expect((await restore(kept)).error.message).toContain('Delete one first');
    },
  );

  test('of which one was deleted before they were counted', async () => {
    const [kept, gone] = [(await open()).json<StudioSelection>(), (await open()).json<StudioSelection>()];
    await forget('sessions', session.id, 'selections_count');
    await remove(gone);
    const more = limits.selectionsPerSession - 1;
    expect(await outcomes(more + 1, open)).toEqual({ 201: more, '400 INVALID': 1 });
    await remove(kept);
    expect((await restore(gone)).outcome).toBe('200');
    expect((await restore(kept)).outcome).toBe('400 INVALID');
  });
});

describe('links', () => {
  const share = (values: object = {}) =>
    call(admin, 'POST', `${path()}/links`, { as, body: { ...linkValues, ...values } });
  const shareAsClient = (_index = 0) =>
    call(client, 'POST', `/api/client/sessions/${session.id}/links`, { as: owner, body: linkValues });
  const revoke = ({ id }: Link) => call(admin, 'POST', `/api/admin/links/${id}/revoke`, { as });
  const allowSharing = () =>
    call(admin, 'PATCH', path(), { as, body: { client_may_share: true, version: session.version } });

  test.each(['new', 'from before'])(
    'made at the same time on a session that is %s are as many as it can have',
    async (age) => {
      const kept = (await share()).json<Link>();
      if (age !== 'new') await forget('sessions', session.id, 'studio_links_count');
      const more = limits.linksPerSession - 1;
      expect(await outcomes(more + 6, () => share())).toEqual({ 201: more, '400 INVALID': 6 });
      expect((await share()).error.message).toContain('Revoke one');
      await Promise.all([revoke(kept), revoke(kept)]);
      await revoke(kept);
      expect(await outcomes(3, () => share())).toEqual({ 201: 1, '400 INVALID': 2 });
    },
  );

  test('of the client leave the studio its own, and revoked ones do not count', async () => {
    await allowSharing();
    expect(await outcomes(limits.linksPerSession + 2, shareAsClient)).toEqual({
      201: limits.linksPerSession,
      '400 INVALID': 2,
    });
    expect((await share()).outcome).toBe('201');
    const { items } = (await call(admin, 'GET', `${path()}/links`, { as })).json<{ items: Link[] }>();
    const own = items.filter(({ made_by }) => made_by === 'client');
    await revoke(own[0]!);
    expect((await shareAsClient()).outcome).toBe('201');
    expect((await shareAsClient()).outcome).toBe('400 INVALID');
  });

  test('that are made and revoked again and again end for the day, with the way round in words', async () => {
    await allowSharing();
    for (let number = 0; number < 100; number += 1) {
      const { id } = (await shareAsClient()).json<Link>();
      await call(client, 'POST', `/api/client/links/${id}/revoke`, { as: owner });
    }
    const answer = await shareAsClient();
    expect(answer.outcome).toBe('429 TOO_MANY');
    expect(answer.error.message).toContain('tomorrow');
    expect((await share()).outcome).toBe('201');
  });

  test('that have ended leave their places to others, and take one again when they go on', async () => {
    const ended = (await share({ ends_on: today(new Date()) })).json<Link>();
    const more = limits.linksPerSession - 1;
    expect(await outcomes(more, () => share())).toEqual({ 201: more });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    expect(await outcomes(3, () => share())).toEqual({ 201: 1, '400 INVALID': 2 });
    const now = (await call(admin, 'GET', `${path()}/links`, { as })).json<{ items: Link[] }>();
    const { version } = now.items.find(({ id }) => id === ended.id)!;
    const goOn = () => call(admin, 'PATCH', `/api/admin/links/${ended.id}`, { as, body: { ...linkValues, version } });
    expect((await goOn()).outcome).toBe('400 INVALID');
    await revoke(now.items.find(({ id }) => id !== ended.id)!);
    expect((await goOn()).outcome).toBe('200');
    expect((await share()).outcome).toBe('400 INVALID');
    vi.useRealTimers();
  });

  test('that are erased after their end leave their places', async () => {
    await share({ ends_on: today(new Date()) });
    const more = limits.linksPerSession - 1;
    await outcomes(more, () => share());
    await eraseEndedLinks(new Date(Date.now() + (limits.guestDataDays + 2) * 86_400_000), () => false);
    expect(await outcomes(3, () => share())).toEqual({ 201: 1, '400 INVALID': 2 });
  });
});

describe('photos', () => {
  test('come back from the trash at the same time only where there is room', async () => {
    const photos = await Promise.all(Array.from({ length: 6 }, () => newPhoto(session)));
    await call(admin, 'POST', `${path()}/photos/trash`, { as, body: { photo_ids: photos } });
    await dynamodb().send(
      new UpdateCommand({
        TableName: 'sessions',
        Key: { id: session.id },
        UpdateExpression: 'SET listed_count = :count',
        ExpressionAttributeValues: { ':count': limits.photosPerSession - 2 },
      }),
    );
    const restore = (index: number) =>
      call(admin, 'POST', `${path()}/photos/restore`, { as, body: { photo_ids: [photos[index]] } });
    expect(await outcomes(6, restore)).toEqual({ 200: 2, '400 INVALID': 4 });
  });
});

describe('guests of a link', () => {
  async function shared() {
    const answer = await call(admin, 'POST', `${path()}/links`, { as, body: linkValues });
    return answer.json<Link & { token: string }>();
  }
  async function enter({ id, token }: { id: string; token: string }) {
    const headers = { 'x-viewer-ip': newId() };
    const cookie = guestCookie(await call(guest, 'POST', '/api/guest/open', { body: { token }, headers }));
    return (method: string, rest: string, body: unknown) =>
      call(guest, method, `/api/guest/links/${id}/${rest}`, { body, headers: { ...headers, cookie } });
  }

  test.each(['new', 'from before'])(
    'who say their names at the same time on a link that is %s are as many as it takes',
    async (age) => {
      const link = await shared();
      const left = 10;
      for (let number = left; number < limits.guestsPerLink; number += 1) {
        await write(insertGuest(link.id, newId(), { name: 'Anna', email: '' }));
      }
      const counted = { ':count': limits.guestsPerLink - left };
      const UpdateExpression = 'SET guests_count = :count';
      if (age === 'new')
        await dynamodb().send(
          new UpdateCommand({
            ...{ TableName: 'links', Key: { id: link.id }, UpdateExpression },
            ExpressionAttributeValues: counted,
          }),
        );
      else await forget('links', link.id, 'guests_count');
      const guests = await Promise.all(Array.from({ length: left + 5 }, () => enter(link)));
      const named = await Promise.all(guests.map((send) => send('PUT', 'guest', { name: 'Bea' })));
      const tally = Map.groupBy(named, ({ outcome }) => outcome);
      expect([tally.get('200')?.length, tally.get('400 INVALID')?.length]).toEqual([left, 5]);
      expect(tally.get('400 INVALID')?.[0]?.error.message).toContain('whoever sent it to you');
      // Who is named already can change the name.
      const again = guests[named.findIndex(({ outcome }) => outcome === '200')]!;
      expect((await again('PUT', 'guest', { name: 'Carla' })).outcome).toBe('200');
    },
  );

  test('have their notes from before they were counted counted once', async () => {
    const photo = await newPhoto(session);
    const link = await shared();
    const send = await enter(link);
    await send('PUT', 'guest', { name: 'Anna' });
    for (const guest of [newId(), newId()]) {
      const note = 'x'.repeat(limits.guestNotesTogether / 2 - 100);
      await write(setReaction(link.id, guest, photo, undefined, { is_picked: false, note }));
    }
    await forget('links', link.id, 'notes_length');
    const note = (length: number) => send('PATCH', `photos/${photo}`, { note: 'x'.repeat(length), note_before: '' });
    expect((await note(201)).outcome).toBe('400 INVALID');
    expect((await note(200)).outcome).toBe('200');
  });
});

describe('pictures of the website', () => {
  const ask = (index: number) =>
    call(admin, 'POST', '/api/admin/website/pictures', {
      as,
      body: { file_name: `${index}.jpg`, content_type: 'image/jpeg', size: 1_000, sha256: `${'a'.repeat(43)}=` },
    });

  test('asked for at the same time are as many as the library holds, and cleared ones make room once', async () => {
    const { id } = (await ask(0)).json<{ id: string }>();
    // As a library from before its pictures were counted.
    await dynamodb().send(new DeleteCommand({ TableName: 'guards', Key: { id: 'library' } }));
    const more = limits.picturesInLibrary - 1;
    expect(await outcomes(more + 6, ask)).toEqual({ 200: more, '400 INVALID': 6 });
    expect((await ask(1)).error.message).toContain('The library is full');
    await dynamodb().send(
      new UpdateCommand({
        TableName: 'pictures',
        Key: { library: 'website', id },
        UpdateExpression: 'SET asked_at = :long',
        ExpressionAttributeValues: { ':long': '2020-01-01T00:00:00.000Z' },
      }),
    );
    const clear = () => clearPictures(new Date(), () => false);
    await Promise.all([clear(), clear()]);
    await clear();
    expect(await outcomes(3, ask)).toEqual({ 200: 1, '400 INVALID': 2 });
  });
});
