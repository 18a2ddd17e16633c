import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SelectionDetails } from '#shared/contract/selections.ts';
import type { CustomerSessions, Session, SessionDetails, SessionPage } from '#shared/contract/sessions/sessions.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { selectionMark } from '../../../lambdas/domain/sessions/repository.ts';
import { dynamodb } from '../../../lambdas/platform/aws.ts';
import { call } from '../../support/studio/api-studio.ts';
import { newSession } from '../../support/studio/api-world.ts';
import {
  accept as acceptAs,
  as,
  byClient,
  byStudio,
  choose,
  decide,
  details,
  edit,
  hide,
  lastDay,
  ofStudio,
  open,
  photos,
  session,
  show,
  startSelections,
  stored,
  submit,
  trash,
} from '../../support/studio/selections.ts';

startSelections();

const sessionPath = (of = session) => `/api/admin/sessions/${of.id}`;
const read = async (of = session) => (await call(admin, 'GET', sessionPath(of), { as })).json<SessionDetails>();

/** Where a session stands, which its own answer, the list of all sessions and the list of its customer's say alike. */
async function stateOf(of = session): Promise<string> {
  const { state, next_date } = await read(of);
  for (const path of ['/api/admin/sessions', `/api/admin/customers/${of.customer_id}/sessions`]) {
    const { items } = (await call(admin, 'GET', path, { as })).json<SessionPage | CustomerSessions>();
    expect(items.find(({ id }) => id === of.id)).toMatchObject({ state, next_date });
  }
  return state;
}

const post = (path: string, body: object) => call(admin, 'POST', `${sessionPath()}/${path}`, { as, body });
const announce = async () =>
  (await post('announcement', { announced_at: (await read()).announced_at ?? null })).json<SessionDetails>().state;
const announceFinished = async () =>
  (
    await post('finished-announcement', { finished_announced_at: (await read()).finished_announced_at ?? null })
  ).json<SessionDetails>().state;
const finish = (...photo_ids: string[]) =>
  call(admin, 'PATCH', `${sessionPath()}/photos`, { as, body: { photo_ids, stage: 'finished' } });
const restore = (photo: string) =>
  call(admin, 'POST', `${sessionPath()}/photos/restore`, { as, body: { photo_ids: [photo] } });

/** Opens a selection, chooses these photos and submits them; returns its id. */
async function submitted(...chosen: string[]): Promise<string> {
  const id = await open();
  await choose(id, chosen);
  expect((await submit(id)).outcome).toBe('201');
  return id;
}
const quoteOf = async (id: string) => (await details(id)).quote!;
async function approve(id: string): Promise<void> {
  const { id: quote, version } = await quoteOf(id);
  await decide(quote, { status: 'approved', price_cents: 1_500, version });
}
async function accept(id: string): Promise<void> {
  const { id: quote, version, price_cents } = await quoteOf(id);
  expect((await acceptAs(quote, { version, price_cents })).outcome).toBe('200');
}
async function accepted(...chosen: string[]): Promise<string> {
  const id = await submitted(...chosen);
  await approve(id);
  await accept(id);
  return id;
}
const remove = async (id: string) => byStudio('DELETE', `/${id}?version=${(await ofStudio(id)).version}`);
const deliveredAt = async (id: string) => {
  const [row] = await stored('quotes', `"id":"${(await quoteOf(id)).id}"`);
  return row?.delivered_at;
};
const waitsFor = async (id: string) => (await stored('quotes', `"id":"${(await quoteOf(id)).id}"`))[0]?.pending;

/** Removes attributes that an older version of the software did not store. */
const forget = (TableName: string, id: string, ...names: string[]) =>
  dynamodb().send(new UpdateCommand({ TableName, Key: { id }, UpdateExpression: `REMOVE ${names.join(', ')}` }));

test('a session stands from the upload to the delivery', async () => {
  const empty = await newSession(session.customer_id);
  expect(await stateOf(empty)).toBe('to_upload');
  expect(await stateOf()).toBe('to_announce');
  expect(await announce()).toBe('delivered');
  const id = await open({ ends_on: lastDay });
  expect(await stateOf()).toBe('choosing');
  expect((await read()).next_date).toBe(lastDay);
  await choose(id, [photos[0], photos[1]]);
  await submit(id);
  expect(await stateOf()).toBe('to_price');
  expect((await read()).next_date).toBeNull();
  await approve(id);
  expect(await stateOf()).toBe('to_accept');
  await accept(id);
  expect(await stateOf()).toBe('to_retouch');
  await finish(photos[0]);
  expect(await stateOf()).toBe('to_retouch');
  await finish(photos[1]);
  expect(await stateOf()).toBe('to_deliver');
  expect(await announceFinished()).toBe('delivered');
  expect(await stateOf()).toBe('delivered');
});

test('the answer to a change says where the session stands then, with its next date', async () => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const { version } = await read();
  const edited = await call(admin, 'PATCH', sessionPath(), { as, body: { session_date: tomorrow, version } });
  expect(edited.json<SessionDetails>()).toMatchObject({ state: 'to_announce', next_date: tomorrow });
  await call(admin, 'DELETE', `${sessionPath()}?version=${version + 1}`, { as });
  const restored = await call(admin, 'POST', `${sessionPath()}/restore`, { as });
  expect(restored.json<SessionDetails>()).toMatchObject({ state: 'to_announce', next_date: tomorrow });
});

describe('once it is announced', () => {
  beforeEach(async () => {
    await announce();
  });

  test('a client who asks for a change waits for the studio, until the studio answers', async () => {
    const id = await submitted(photos[0]);
    await approve(id);
    await byClient('POST', `/${id}/change-request`, { round: 1, words: '' });
    expect(await stateOf()).toBe('to_price');
    await edit(id, { declines_change: true });
    expect(await stateOf()).toBe('to_accept');
    await edit(id, { status: 'open' });
    expect(await stateOf()).toBe('choosing');
    await edit(id, { status: 'closed' });
    expect(await stateOf()).toBe('delivered');
  });

  test('a change that is asked for after the acceptance leaves the photos to retouch', async () => {
    const id = await accepted(photos[0]);
    expect(await waitsFor(id)).toBe('retouch');
    await byClient('POST', `/${id}/change-request`, { round: 1, words: '' });
    expect(await waitsFor(id)).toBe('change');
    expect(await stateOf()).toBe('to_price');
    // Delivered meanwhile, it still waits for the answer.
    await finish(photos[0]);
    await announceFinished();
    expect(await waitsFor(id)).toBe('change');
    await edit(id, { declines_change: true });
    expect(await waitsFor(id)).toBeUndefined();
    expect(await stateOf()).toBe('delivered');
  });

  test('a rejected quote leaves nothing to do, a reopened one is to price', async () => {
    const id = await submitted(photos[0]);
    const { id: quote, version } = await quoteOf(id);
    await decide(quote, { status: 'rejected', price_cents: null, version });
    expect(await stateOf()).toBe('delivered');
    await decide(quote, { status: 'pending', version: version + 1 });
    expect(await stateOf()).toBe('to_price');
  });

  test('a deleted selection does not count, a restored one does', async () => {
    const id = await accepted(photos[0]);
    expect(await stateOf()).toBe('to_retouch');
    await remove(id);
    expect(await stateOf()).toBe('delivered');
    await byStudio('POST', `/${id}/restore`);
    expect(await stateOf()).toBe('to_retouch');
  });

  test('of several selections the one that waits for the studio wins', async () => {
    await accepted(photos[0]);
    await open();
    expect(await stateOf()).toBe('to_retouch');
    await submitted(photos[1]);
    expect(await stateOf()).toBe('to_price');
  });

  test('hidden and deleted finished photos are not to deliver, shown and restored ones are', async () => {
    await finish(photos[0], photos[1]);
    expect(await stateOf()).toBe('to_deliver');
    await hide(photos[0]);
    await trash(photos[1]);
    expect(await stateOf()).toBe('delivered');
    await show(photos[0]);
    expect(await stateOf()).toBe('to_deliver');
    await hide(photos[0]);
    await restore(photos[1]);
    expect(await stateOf()).toBe('to_deliver');
    await announceFinished();
    // This one was told of; the hidden one never was.
    await trash(photos[1]);
    await restore(photos[1]);
    expect(await stateOf()).toBe('delivered');
    await show(photos[0]);
    expect(await stateOf()).toBe('to_deliver');
  });

  test('a proof again is not to deliver', async () => {
    await finish(photos[0]);
    await call(admin, 'PATCH', `${sessionPath()}/photos`, { as, body: { photo_ids: [photos[0]], stage: 'proof' } });
    expect(await stateOf()).toBe('delivered');
  });

  test('a quote is delivered by the email after which all its chosen photos are finished', async () => {
    const [one, both] = [await accepted(photos[0]), await accepted(photos[0], photos[1])];
    await finish(photos[0]);
    await announceFinished();
    expect(await deliveredAt(one)).toBe((await read()).finished_announced_at);
    expect(await deliveredAt(both)).toBeNull();
    expect([await waitsFor(one), await waitsFor(both)]).toEqual([undefined, 'retouch']);
    expect(await stateOf()).toBe('to_retouch');
    await finish(photos[1]);
    expect(await stateOf()).toBe('to_deliver');
    await announceFinished();
    expect(await deliveredAt(both)).not.toBeNull();
    expect(await stateOf()).toBe('delivered');
  });

  test('a quote that is reopened and accepted again is delivered anew', async () => {
    const id = await accepted(photos[0]);
    await finish(photos[0]);
    await announceFinished();
    const { id: quote, version } = await quoteOf(id);
    await decide(quote, { status: 'pending', version });
    expect(await stateOf()).toBe('to_price');
    expect(await deliveredAt(id)).toBeNull();
    await approve(id);
    await accept(id);
    // Its photo is finished, and was told of.
    expect(await stateOf()).toBe('delivered');
  });
});

describe('rows of an older version', () => {
  beforeEach(async () => {
    await announce();
  });

  test('without the ids of their selections are read by a query, also once they have some', async () => {
    const old = await open();
    await forget('sessions', session.id, selectionMark(old));
    expect(await stateOf()).toBe('choosing');
    await forget('sessions', session.id, 'selections_count');
    expect(await stateOf()).toBe('choosing');
    const further = await open();
    await choose(old, [photos[0]]);
    expect((await submit(old)).json<SelectionDetails>().state).toBe('submitted');
    expect(await stateOf()).toBe('to_price');
    await remove(old);
    expect(await stateOf()).toBe('choosing');
    await remove(further);
    expect(await stateOf()).toBe('delivered');
  });

  test('whose ids of selections are outdated are read by a query', async () => {
    const [old, further] = [await open(), await open()];
    await forget('sessions', session.id, selectionMark(further));
    await remove(old);
    // As an older version deletes and opens selections: it keeps the count and no ids.
    await dynamodb().send(
      new UpdateCommand({
        ...{ TableName: 'sessions', Key: { id: session.id } },
        UpdateExpression: `SET ${selectionMark(old)} = :true`,
        ExpressionAttributeValues: { ':true': true },
      }),
    );
    expect(await stateOf()).toBe('choosing');
  });

  test('without the number of newly finished photos say whether photos were ever told of', async () => {
    await finish(photos[0]);
    await forget('sessions', session.id, 'finished_new_count');
    expect(await stateOf()).toBe('to_deliver');
    // It is not counted from the middle.
    await finish(photos[1]);
    await hide(photos[1]);
    expect((await stored('sessions', `"id":"${session.id}"`))[0]).not.toHaveProperty('finished_new_count');
    expect(await stateOf()).toBe('to_deliver');
    expect(await announceFinished()).toBe('delivered');
    await show(photos[1]);
    expect(await stateOf()).toBe('to_deliver');
  });

  test('accepted before deliveries were recorded are told apart by their photos', async () => {
    const id = await accepted(photos[0]);
    await forget('quotes', (await quoteOf(id)).id, 'delivered_at', 'pending');
    expect(await stateOf()).toBe('to_retouch');
    await finish(photos[0]);
    await announceFinished();
    await forget('quotes', (await quoteOf(id)).id, 'delivered_at');
    expect(await stateOf()).toBe('delivered');
  });
});

test('the trash lists sessions without a state', async () => {
  const { version } = await read();
  await call(admin, 'DELETE', `${sessionPath()}?version=${version}`, { as });
  const { items } = (await call(admin, 'GET', '/api/admin/sessions/deleted', { as })).json<{ items: Session[] }>();
  expect(items.find(({ id }) => id === session.id)).not.toHaveProperty('state');
});
