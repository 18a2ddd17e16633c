import { expect, test } from 'vitest';
import type { SelectionDetails } from '#shared/contract/selections.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { call } from '../../support/studio/api-studio.ts';
import {
  accept,
  as,
  byStudio,
  choose,
  decide,
  details,
  ofStudio,
  open,
  photos,
  session,
  startSelections,
  submit,
} from '../../support/studio/selections.ts';

startSelections();

const post = (path: string, body: object) =>
  call(admin, 'POST', `/api/admin/sessions/${session.id}/${path}`, { as, body });
const announce = () => post('announcement', { announced_at: null });
const announceFinished = async () => {
  const { finished_announced_at = null } = (
    await call(admin, 'GET', `/api/admin/sessions/${session.id}`, { as })
  ).json<SessionDetails>();
  return post('finished-announcement', { finished_announced_at });
};
const finish = (...photo_ids: string[]) =>
  call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as, body: { photo_ids, stage: 'finished' } });

async function accepted(price_cents: number | null, ...chosen: string[]): Promise<string> {
  const id = await open();
  await choose(id, chosen);
  const { quote } = (await submit(id)).json<SelectionDetails>();
  await decide(quote!.id, { status: 'approved', price_cents, version: quote!.version });
  expect((await accept(quote!.id, { version: quote!.version + 1, price_cents })).outcome).toBe('200');
  return id;
}

const inSession = <Item extends { session_id: string }>(kind: { items: Item[] } | null | undefined) =>
  kind?.items.filter(({ session_id }) => session_id === session.id) ?? [];
async function waiting() {
  const { retouch, finished } = (await call(admin, 'GET', '/api/admin/waiting', { as })).json<Waiting>();
  return { retouch: inSession(retouch), finished: inSession(finished) };
}

test('an accepted selection waits with its price and photos until all are finished, then until the client is told', async () => {
  await announce();
  expect(await waiting()).toEqual({ retouch: [], finished: [] });
  const id = await accepted(4_500, ...photos);
  const { quote } = await details(id);
  expect((await waiting()).retouch).toEqual([
    expect.objectContaining({
      ...{ session_name: 'Family', selection_id: id, customer_name: 'Ada', price_cents: 4_500 },
      ...{ chosen_count: 4, finished_count: 0 },
    }),
  ]);
  const [item] = (await waiting()).retouch;
  expect(item?.photos).toHaveLength(3);
  expect(photos).toEqual(expect.arrayContaining(item!.photos.map((photo) => photo.id)));
  expect(quote?.accepted?.accepted_at).toBeDefined();
  await finish(photos[0]);
  expect(await waiting()).toMatchObject({ retouch: [{ finished_count: 1 }], finished: [{ photos_count: 1 }] });
  await finish(photos[1], photos[2], photos[3]);
  expect(await waiting()).toMatchObject({ retouch: [], finished: [{ photos_count: 4 }] });
  await announceFinished();
  expect(await waiting()).toEqual({ retouch: [], finished: [] });
});

test('a selection that is opened again or deleted is not to retouch; one without a price is', async () => {
  await announce();
  const [reopened, deleted, kept] = [
    await accepted(0, photos[0]),
    await accepted(0, photos[1]),
    await accepted(null, photos[2]),
  ];
  await byStudio('PATCH', `/${reopened}`, { status: 'open', version: (await ofStudio(reopened)).version });
  await byStudio('DELETE', `/${deleted}?version=${(await ofStudio(deleted)).version}`);
  expect((await waiting()).retouch).toMatchObject([{ selection_id: kept, price_cents: null }]);
});

test('a selection whose photos are all deleted is not to retouch, until one of them is restored', async () => {
  const stateNow = async () =>
    (await call(admin, 'GET', `/api/admin/sessions/${session.id}`, { as })).json<SessionDetails>().state;
  const remove = (photo: string) => call(admin, 'DELETE', `/api/admin/sessions/${session.id}/photos/${photo}`, { as });
  await announce();
  const id = await accepted(0, photos[0], photos[1]);
  expect((await remove(photos[0])).status).toBe(204);
  expect((await waiting()).retouch).toMatchObject([{ selection_id: id, chosen_count: 1 }]);
  expect(await stateNow()).toBe('to_retouch');
  await remove(photos[1]);
  expect((await waiting()).retouch).toEqual([]);
  expect(await stateNow()).toBe('delivered');
  await post('photos/restore', { photo_ids: [photos[1]] });
  expect((await waiting()).retouch).toMatchObject([{ selection_id: id }]);
  expect(await stateNow()).toBe('to_retouch');
});

test('finished photos of a session that was never announced wait for the announcement', async () => {
  await finish(photos[0]);
  expect((await waiting()).finished).toEqual([]);
  await announce();
  expect((await waiting()).finished).toMatchObject([{ photos_count: 1 }]);
});
