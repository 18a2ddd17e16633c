import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { OwnData } from '#shared/contract/own-data.ts';
import type { TimelinePage } from '#shared/contract/timeline.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { app as client } from '../../lambdas/client/app.ts';
import { readEmail } from '../../lambdas/domain/emails/outbox.ts';
import { sweepDeletedCustomer } from '../../lambdas/domain/flows/customer-deletion.ts';
import { followEmail } from '../../lambdas/domain/timeline/follow-email.ts';
import { recordActivity } from '../../lambdas/domain/timeline/record.ts';
import { readByCustomer, readIdsOf } from '../../lambdas/domain/timeline/repository.ts';
import { app as guest } from '../../lambdas/guest/app.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { newClient, newPerson, newPhoto, newQuote, newSession } from '../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const rowsOf = async (customerId: string) => (await readByCustomer(customerId, 100, undefined)).rows;
const elena = { kind: 'admin', sub: 'elena', name: 'Elena' } as const;

test('repeated acts of a day are one row, which counts them and keeps the last six photos', async () => {
  const session = { id: newId(), customer_id: newId(), session_name: 'Family' };
  const photos = Array.from({ length: 9 }, (_, at) => `photo-${at}`);
  for (const photo of photos)
    await transact(recordActivity(elena, { kind: 'photos-hidden', session, count: 1, photo_ids: [photo] }));
  await transact(recordActivity(elena, { kind: 'photos-shown', session, count: 2, photo_ids: ['a', 'b'] }));
  await transact(
    recordActivity({ ...elena, sub: 'other' }, { kind: 'photos-hidden', session, count: 4, photo_ids: ['c'] }),
  );
  const rows = await rowsOf(session.customer_id);
  expect(rows.map(({ kind, count, photo_ids }) => ({ kind, count, photo_ids }))).toEqual([
    { kind: 'photos-hidden', count: 4, photo_ids: ['c'] },
    { kind: 'photos-shown', count: 2, photo_ids: ['a', 'b'] },
    { kind: 'photos-hidden', count: 9, photo_ids: photos.slice(3).toReversed() },
  ]);
  expect(rows[2]).toMatchObject({ by: 'studio', name: 'Elena', session_id: session.id, session_name: 'Family' });
  expect(rows[2]!.last_at > rows[2]!.at).toBe(true);
});

test('a hundred acts at once are all counted', async () => {
  const session = { id: newId(), customer_id: newId(), session_name: 'Family' };
  const acts = Array.from({ length: 100 }, (_, at) =>
    transact(recordActivity(elena, { kind: 'photos-hidden', session, count: 1, photo_ids: [`photo-${at}`] })),
  );
  const settled = await Promise.allSettled(acts);
  const done = settled.filter(({ status }) => status === 'fulfilled').length;
  expect(await rowsOf(session.customer_id)).toMatchObject([{ count: done }]);
});

test('the announcement is told with the name of the admin, in its own transaction', async () => {
  const { profile } = await newClient();
  const session = await newSession(profile.id);
  await newPhoto(session);
  const as = { ...adminClaims(), name: 'Elena' };
  const path = `/api/admin/sessions/${session.id}/announcement`;
  const announced = await call(admin, 'POST', path, { as, body: { announced_at: null, message: 'Enjoy!' } });
  expect(announced.outcome).toBe('200');
  const told = async () => (await rowsOf(profile.id)).filter(({ kind }) => kind === 'announced');
  expect(await told()).toMatchObject([{ name: 'Elena', session_id: session.id, words: 'Enjoy!', email: 'queued' }]);
  // Pressed twice: the second one changes nothing.
  expect((await call(admin, 'POST', path, { as, body: { announced_at: null } })).outcome).toBe('409 CHANGED_MEANWHILE');
  expect(await told()).toHaveLength(1);
});

const elenas = { ...adminClaims(), name: 'Elena' };

async function pageOf(path: string, query = ''): Promise<TimelinePage> {
  const answer = await call(admin, 'GET', `/api/admin/${path}/timeline${query}`, { as: elenas });
  expect(answer.outcome).toBe('200');
  return answer.json<TimelinePage>();
}

const said = ({ items }: TimelinePage) => items.map(({ kind, name, count }) => [kind, name, count]);

test('a client’s and a guest’s acts are told with their names, once for each day, and without an address', async () => {
  const { login, customer, session, photos, link } = await newPerson();
  const path = `/api/client/sessions/${session}/photos/${photos.visible}`;
  for (const is_favorite of [true, false, true]) {
    expect((await call(client, 'PATCH', path, { as: login, body: { is_favorite } })).outcome).toBe('200');
  }
  const note = { note: 'For the hallway', note_before: '' };
  expect((await call(client, 'PATCH', path, { as: login, body: note })).outcome).toBe('200');
  const again = { note: 'For the hall', note_before: 'For the hallway' };
  expect((await call(client, 'PATCH', path, { as: login, body: again })).outcome).toBe('200');
  await call(client, 'GET', `/api/client/sessions/${session}/photos`, { as: login });
  await call(client, 'GET', `/api/client/sessions/${session}/photos`, { as: login });
  await call(client, 'GET', `${path}/download?size=web`, { as: login });
  const picked = { headers: { cookie: link.cookie }, body: { is_favorite: true } };
  expect((await call(guest, 'PATCH', `/api/guest/links/${link.id}/photos/${photos.visible}`, picked)).outcome).toBe(
    '200',
  );

  const timeline = await pageOf(`sessions/${session}`);
  expect(said(timeline).slice(0, 6)).toEqual([
    ['favorited', 'Anna', 1],
    ['downloaded', 'Ada', 1],
    ['opened', 'Ada', undefined],
    ['noted', 'Ada', 1],
    ['unfavorited', 'Ada', 1],
    ['favorited', 'Ada', 2],
  ]);
  expect(said(timeline)).toEqual(
    expect.arrayContaining([
      ['opened', 'Anna', undefined],
      ['link-created', 'Ada', undefined],
      ['photos-deleted', '', 1],
      ['session-created', '', undefined],
    ]),
  );
  expect(timeline.items[0]).toMatchObject({
    by: 'guest',
    link_label: 'Grandparents',
    photos: [{ id: photos.visible, note: '' }],
  });
  expect(timeline.items.find(({ kind }) => kind === 'noted')?.photos).toMatchObject([{ note: 'For the hall' }]);
  expect(said(await pageOf(`sessions/${session}`, '?by=guest'))).toEqual([
    ['favorited', 'Anna', 1],
    ['opened', 'Anna', undefined],
  ]);
  const ofCustomer = await pageOf(`customers/${customer}`);
  expect(ofCustomer.items.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['registered', 'quote-submitted', 'opened']),
  );
  expect(JSON.stringify([timeline, ofCustomer])).not.toContain('@');

  const own = (await call(client, 'GET', '/api/client/me/data', { as: login })).json<OwnData>();
  expect(own.timeline.map(({ kind }) => kind)).toEqual(
    ofCustomer.items.filter(({ by }) => by === 'client').map(({ kind }) => kind),
  );
});

test('an admin who views a gallery as its client opens it for nobody', async () => {
  const { customer, session } = await newPerson();
  await call(admin, 'GET', `/api/admin/customers/${customer}/view/sessions/${session}/photos`, { as: elenas });
  expect(
    (await pageOf(`sessions/${session}`)).items.filter(({ kind, by }) => kind === 'opened' && by === 'client'),
  ).toEqual([]);
});

test('each act of an admin is one entry with their name: a bulk act counts its photos', async () => {
  const { profile } = await newClient();
  const session = await newSession(profile.id);
  const ids = await Promise.all(Array.from({ length: 60 }, () => newPhoto(session)));
  const change = (body: object) =>
    call(admin, 'PATCH', `/api/admin/sessions/${session.id}/photos`, { as: elenas, body: { photo_ids: ids, ...body } });
  expect((await change({ is_approved: false, downloadable: false })).outcome).toBe('200');
  expect((await change({ is_approved: false })).outcome).toBe('200');
  const edit = { session_name: 'Garden', notes: 'Bring the dog', version: 0 };
  await call(admin, 'PATCH', `/api/admin/sessions/${session.id}`, { as: elenas, body: edit });
  const entries = (await pageOf(`sessions/${session.id}`)).items;
  const [edited, one, other, created] = entries.map(({ kind, name, count, what }) => [kind, name, count, what]);
  expect(entries).toHaveLength(4);
  expect(edited).toEqual(['session-edited', 'Elena', undefined, 'name, notes']);
  // Two entries of one act have the same time, and no order.
  expect([one, other].toSorted()).toEqual([
    ['downloads-withheld', 'Elena', 60, undefined],
    ['photos-hidden', 'Elena', 60, undefined],
  ]);
  expect(created).toEqual(['session-created', '', undefined, undefined]);
  expect(entries[2]?.photos).toHaveLength(6);
});

test('a long timeline comes in pages, newest first, each entry once', async () => {
  const { profile } = await newClient();
  for (let version = 0; version < 45; version += 1) {
    await transact(recordActivity(elena, { kind: 'customer-edited', customer_id: profile.id, what: String(version) }));
  }
  const first = await pageOf(`customers/${profile.id}`);
  const second = await pageOf(`customers/${profile.id}`, `?cursor=${encodeURIComponent(first.next_cursor ?? '')}`);
  expect(second.next_cursor).toBeNull();
  const edits = [...first.items, ...second.items].filter(({ kind }) => kind === 'customer-edited');
  expect(new Set(edits.map(({ what }) => what))).toEqual(new Set(Array.from({ length: 45 }, (_, at) => String(at))));
  expect(edits).toHaveLength(45);
  // Entries of one millisecond have no order.
  const times = edits.map(({ at }) => at);
  expect(times).toEqual(times.toSorted().toReversed());
});

test('what becomes of the client’s email is shown with what it told', async () => {
  const { profile } = await newClient();
  const id = `gallery-ready#${newId()}`;
  const email = { kind: 'gallery-ready', to: 'ada@example.com', name: 'Ada', session_id: newId() } as const;
  await transact(recordActivity(elena, { kind: 'customer-edited', customer_id: profile.id }, { [id]: email }));
  const state = async () => (await pageOf(`customers/${profile.id}`)).items[0]?.email?.state;
  expect(await state()).toBe('queued');
  const queued = (await readEmail(id))!;
  await followEmail(queued, 'sent');
  expect(await state()).toBe('sent');
  await followEmail(queued, 'delivered');
  // Recorded late: the delivery was reported first.
  await followEmail(queued, 'sent');
  expect(await state()).toBe('delivered');
  await followEmail(queued, 'returned');
  expect(await state()).toBe('returned');
});

test('a join gives the timeline to the record that stays, and its undo gives it back', async () => {
  const [kept, joined] = [await newClient(), await newClient()];
  const read = async (id: string) =>
    (await call(admin, 'GET', `/api/admin/customers/${id}`, { as: elenas })).json<Customer>();
  await transact(
    recordActivity(elena, { kind: 'customer-edited', customer_id: joined.profile.id, what: 'of the joined one' }),
  );
  const before = await rowsOf(joined.profile.id);
  const [{ version }, other] = [await read(kept.profile.id), await read(joined.profile.id)];
  const body = { other: other.id, version, other_version: other.version };
  const answer = await call(admin, 'POST', `/api/admin/customers/${kept.profile.id}/join`, { as: elenas, body });
  expect(answer.outcome).toBe('200');
  expect(await rowsOf(joined.profile.id)).toEqual([]);
  const whats = (await rowsOf(kept.profile.id)).map(({ kind, what }) => what ?? kind);
  expect(whats).toEqual(expect.arrayContaining(['of the joined one', 'Ada']));

  const undone = await call(admin, 'POST', `/api/admin/customers/${joined.profile.id}/restore`, { as: elenas });
  expect(undone.outcome).toBe('200');
  expect((await rowsOf(joined.profile.id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  expect((await rowsOf(kept.profile.id)).map(({ kind }) => kind)).toEqual([
    'customers-parted',
    'customers-joined',
    'registered',
  ]);
});

test('the timeline is restored with its customer, and erased with them after 30 days', async () => {
  const { profile } = await newClient();
  const path = `/api/admin/customers/${profile.id}`;
  await call(admin, 'DELETE', path, { as: elenas });
  await call(admin, 'POST', `${path}/restore`, { as: elenas });
  await call(admin, 'DELETE', path, { as: elenas });
  expect(said(await pageOf(`customers/${profile.id}`))).toEqual([
    ['customer-deleted', 'Elena', undefined],
    ['customer-restored', 'Elena', undefined],
    ['customer-deleted', 'Elena', undefined],
    ['registered', 'Ada', undefined],
  ]);
  expect(await sweepDeletedCustomer(profile.id, new Date(0).toISOString())).toBe(false);
  expect(await readIdsOf(profile.id)).toHaveLength(4);
  expect(await sweepDeletedCustomer(profile.id, new Date(Date.now() + 1_000).toISOString())).toBe(true);
  expect(await readIdsOf(profile.id)).toEqual([]);
});

test('replies and answers to quotes are told, also another price of a quote that was sent', async () => {
  const { login, profile } = await newClient();
  const session = await newSession(profile.id);
  const photo = await newPhoto(session, { note: 'Darker?' });
  const reply = { reply: 'Of course', reply_before: '' };
  const path = `/api/admin/sessions/${session.id}/photos/${photo}/reply`;
  expect((await call(admin, 'PUT', path, { as: elenas, body: reply })).outcome).toBe('200');
  const { id } = await newQuote(login);
  for (const [version, body] of [
    { status: 'approved', price_cents: 10_000 },
    { status: 'pending' },
    { status: 'approved', price_cents: 9_000 },
  ].entries()) {
    const answer = await call(admin, 'PATCH', `/api/admin/quotes/${id}`, { as: elenas, body: { ...body, version } });
    expect(answer.outcome).toBe('200');
  }
  const { items } = await pageOf(`customers/${profile.id}`, '?by=studio');
  expect(items.map(({ kind, what, price_cents, count }) => [kind, what, price_cents, count])).toEqual([
    ['price-changed', 'Prints', 9_000, undefined],
    ['quote-reopened', 'Prints', undefined, undefined],
    ['quote-approved', 'Prints', 10_000, undefined],
    ['note-answered', undefined, undefined, 1],
    ['session-created', undefined, undefined, undefined],
  ]);
});
