import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message, MessagePage } from '#shared/contract/messages.ts';
import type { Attention } from '#shared/contract/quotes.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { app as open } from '../../../lambdas/public/app.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newMessage } from '../../support/studio/api-world.ts';

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());

const as = adminClaims();
const list = async (cursor = '') =>
  (
    await call(admin, 'GET', `/api/admin/messages${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, { as })
  ).json<MessagePage>();
const patchMessage = (id: string, body: object) => call(admin, 'PATCH', `/api/admin/messages/${id}`, { as, body });
const unread = async () => (await call(admin, 'GET', '/api/admin/attention', { as })).json<Attention>().unread_messages;

test('a message sent with the contact form is listed as unread with its text', async () => {
  const words = { name: 'Ada', phone: '713', email: 'ada@example.com', message: 'One\nTwo' };
  await call(open, 'POST', '/api/public/messages', { body: words, headers: { 'x-viewer-ip': newId() } });
  const [message] = (await list()).items;
  expect(message).toEqual({
    ...words,
    id: expect.any(String),
    created_at: expect.any(String),
    is_read: false,
    answered_at: null,
  });
});

test('read and answered can be set and cleared; answering sets read, and the first read time stays', async () => {
  const id = await newMessage();
  const before = await unread();
  expect((await patchMessage(id, { is_read: true })).json<Message>()).toMatchObject({
    is_read: true,
    answered_at: null,
  });
  expect(await unread()).toBe(before - 1);
  expect((await patchMessage(id, { is_read: true })).status).toBe(200);
  expect((await patchMessage(id, { is_read: false })).json<Message>().is_read).toBe(false);
  expect(await unread()).toBe(before);

  const { answered_at } = (await patchMessage(id, { is_answered: true })).json<Message>();
  expect(answered_at).toEqual(expect.any(String));
  expect((await patchMessage(id, { is_answered: true })).json<Message>()).toMatchObject({ answered_at, is_read: true });
  expect((await list()).items.find((message) => message.id === id)).toMatchObject({ answered_at, is_read: true });
  expect(await unread()).toBe(before - 1);
  expect((await patchMessage(id, { is_answered: false })).json<Message>()).toMatchObject({
    answered_at: null,
    is_read: true,
  });
});

test('setting both in one request is refused', async () => {
  const id = await newMessage();
  expect((await patchMessage(id, { is_read: true, is_answered: true })).outcome).toBe('400 INVALID');
  expect((await patchMessage(id, {})).outcome).toBe('400 INVALID');
});

test('are listed newest first, in pages; the unread count has a limit', async () => {
  const ids: string[] = [];
  for (let index = 0; index <= limits.rowsPerPage; index += 1) {
    ids.push(await newMessage({ created_at: new Date(Date.UTC(2030, 0, 1, 0, index)).toISOString() }));
  }
  const page = await list();
  expect(page.items).toHaveLength(limits.rowsPerPage);
  expect(page.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, limits.rowsPerPage));
  expect((await list(page.next_cursor!)).items[0]?.id).toBe(ids[0]);
  expect(await unread()).toBe(limits.attention);
});
