import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, answerFetch, failing, showScreen } from '../../lib/testing.ts';
import { galleryPhoto } from '../../photos/testing.ts';
import { deletedSessionsQuery, photosQuery, sessionQuery, unsettledQuery } from './queries.ts';
import { Component } from './session.tsx';

vi.mock('../../lib/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 's'.repeat(20);
const session = {
  id,
  customer_id: 'c'.repeat(20),
  customer_name: 'Rosa Delgado',
  session_label: 'may2025-family',
  session_name: 'Family',
  session_date: '2025-05-04',
  notes: '',
  photo_order: 'uploaded',
  cover_id: null,
  photos_count: 0,
  visible_count: 0,
  announcement: null,
  created_at: '2025-05-04T12:00:00.000Z',
  version: 1,
};
const pending = (name: string) => ({
  id: name,
  file_name: `${name}.jpg`,
  state: 'pending',
  reason: null,
  // Long ago: nothing is asked again within this test but by the test.
  uploaded_at: '2025-05-04T12:00:00.000Z',
});

let answers: Answers;
let asked: string[];
beforeEach(() => {
  const network = answerFetch({});
  asked = network.asked;
  answers = {
    [`/api/admin/sessions/${id}`]: session,
    [`/api/admin/sessions/${id}/photos`]: { items: [], next_cursor: null },
    [`/api/admin/sessions/${id}/photos/unsettled`]: { items: [], next_cursor: null, photos_count: 0 },
  };
  vi.stubGlobal('fetch', async (input: string) => {
    const [path = ''] = input.split('?');
    asked.push(path);
    const given = answers[path] ?? { items: [], next_cursor: null };
    const answer = typeof given === 'function' ? await given() : given;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = () => showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}`);
const count = (path: string) => asked.filter((what) => what === `/api/admin/sessions/${id}${path}`).length;

test('an empty session says so', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Session: Family' })).toBeInTheDocument();
  expect(await screen.findByText('No photos in this session.')).toBeInTheDocument();
});

test('a session without a name, and one without its customer', async () => {
  answers[`/api/admin/sessions/${id}`] = { ...session, session_name: '', customer_name: null };
  open();
  expect(await screen.findByRole('heading', { name: 'Session: Unnamed Session' })).toBeInTheDocument();
  expect(screen.getByText(/Unknown/)).toBeInTheDocument();
});

test('a session that can’t be loaded is not an empty one', async () => {
  answers[`/api/admin/sessions/${id}`] = failing(403, 'FORBIDDEN');
  open();
  expect(await screen.findByText('Failed to load session.')).toBeInTheDocument();
  expect(screen.queryByText('No photos in this session.')).toBeNull();
});

test('files that could not become photos are named, with the reason', async () => {
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = {
    items: [{ ...pending('broken'), state: 'failed', reason: 'This file ends in the middle of the picture.' }],
    next_cursor: null,
    photos_count: 0,
  };
  open();
  expect(await screen.findByText('1 file could not become a photo')).toBeInTheDocument();
  expect(screen.getByText('broken.jpg')).toBeInTheDocument();
  expect(screen.getByText('This file ends in the middle of the picture.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Retry broken.jpg: choose it again' })).toHaveAttribute(
    'href',
    `/admin/photo-upload?customer_id=${session.customer_id}&session_id=${id}`,
  );
});

test('when a photo arrives, the photos and their number are read again, also in the middle of a long batch', async () => {
  const unsettled = `/api/admin/sessions/${id}/photos/unsettled`;
  answers[unsettled] = { items: [pending('a'), pending('b')], next_cursor: 'more', photos_count: 0 };
  const { queries } = open();
  expect(await screen.findByText(/More than 2 photos have not arrived yet/)).toBeInTheDocument();
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const before = [count(''), count('/photos')];

  // One has arrived, another moved up into the page: as many as before.
  answers[unsettled] = { items: [pending('b'), pending('c')], next_cursor: null, photos_count: 1 };
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 1 };
  await queries.refetchQueries(unsettledQuery(id));
  await waitFor(() => expect(queries.getQueryData(sessionQuery(id).queryKey)?.photos_count).toBe(1));
  await waitFor(() => expect([count(''), count('/photos')]).toEqual(before.map((times) => times + 1)));
  expect(await screen.findByText(/^2 photos have not arrived yet/)).toBeInTheDocument();

  // Nothing has changed, so nothing is read again.
  await queries.refetchQueries(unsettledQuery(id));
  expect([count(''), count('/photos')]).toEqual(before.map((times) => times + 1));
});

test('a photo that became ready while the screen was being read is counted, too', async () => {
  // The session was read before, everything else after.
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 5 };
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = () => {
    answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 8, visible_count: 8 };
    return { items: [], next_cursor: null, photos_count: 8 };
  };
  const { queries } = open();
  expect(await screen.findByText('8 photos')).toBeInTheDocument();
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(count('')).toBe(2);
});

test('that it is unknown what is on its way is not the same as nothing', async () => {
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByText(/It could not be checked which photos are still on their way\./)).toBeInTheDocument();
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = { items: [pending('a')], next_cursor: null, photos_count: 0 };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^1 photo has not arrived yet/)).toBeInTheDocument();
});

const photo = {
  ...galleryPhoto('p'),
  file_name: 'a.jpg',
  is_approved: true,
  category: null,
  size: 1,
  uploaded_at: session.created_at,
  captured_at: null,
};
/** jsdom lays nothing out: without a width there are no rows to draw. */
const layOut = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 400 } as DOMRect);

test('a page that can’t be read is not asked for again and again', async () => {
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 2 };
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = { items: [], next_cursor: null, photos_count: 2 };
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: 'two' };
  const fetchFirst = globalThis.fetch;
  let broken = true;
  vi.stubGlobal('fetch', async (input: string) => {
    if (!input.includes('cursor=two')) return fetchFirst(input);
    asked.push('page two');
    if (broken) return failing(500, 'UNEXPECTED', 'Something went wrong.');
    return Response.json({ items: [{ ...photo, id: 'q', file_name: 'b.jpg' }], next_cursor: null });
  });
  layOut();
  const { queries } = open();
  expect(await screen.findByText(/The photos could not be loaded\. Something went wrong\./)).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'a.jpg' })).toBeInTheDocument();
  await queries.refetchQueries(unsettledQuery(id));
  expect(asked.filter((what) => what === 'page two')).toHaveLength(1);

  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('img', { name: 'b.jpg' })).toBeInTheDocument();
});

test('what could not be done leaves the selection, until another try has done it', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  const fetchFirst = globalThis.fetch;
  let answer: object = failing(503, 'BUSY', 'The studio is busy.');
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    init?.method === 'PATCH' ? answer : fetchFirst(input),
  );
  layOut();
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
  await userEvent.click(screen.getByRole('button', { name: 'Refuse download' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  expect(screen.getByText('1 photo selected')).toBeInTheDocument();
  answer = Response.json({ items: [{ ...photo, downloadable: false }] });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The client can’t download 1 photo.')).toBeInTheDocument();
  expect(screen.queryByText('1 photo selected')).toBeNull();
});

test.each([
  ['hidden', 'Hide from client', { items: [{ ...photo, is_approved: false }] }],
  ['deleted', 'Delete', { photo_ids: [photo.id] }],
])('photos that were asked for before one of them was %s do not bring it back', async (what, action, done) => {
  const photos = `/api/admin/sessions/${id}/photos`;
  answers[photos] = { items: [photo], next_cursor: null };
  const fetchFirst = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH' && init?.method !== 'POST') return fetchFirst(input);
    answers[photos] = { items: what === 'hidden' ? [{ ...photo, is_approved: false }] : [], next_cursor: null };
    return Response.json(done);
  });
  layOut();
  const { queries } = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
  const before = Promise.withResolvers<unknown>();
  answers[photos] = () => before.promise;
  // Another photo has arrived.
  void queries.refetchQueries(photosQuery(id));
  await userEvent.click(screen.getByRole('button', { name: action }));
  if (what === 'deleted') {
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  }
  expect(await screen.findByText(/^1 photo (is hidden|moved to the bin)/)).toBeInTheDocument();
  before.resolve({ items: [photo], next_cursor: null });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const shown = queries.getQueryData(photosQuery(id).queryKey)?.pages.flatMap((page) => page.items) ?? [];
  expect(shown.filter((item) => item.is_approved)).toEqual([]);
});

test('a session that was asked for before its client was told does not call them untold', async () => {
  const path = `/api/admin/sessions/${id}`;
  const told = {
    ...session,
    visible_count: 1,
    told_at: '2025-05-05T12:00:00.000Z',
    announcement: { to: 'rosa@example.com', state: 'sent' },
  };
  answers[`${path}/announcement`] = () => {
    answers[path] = told;
    return told;
  };
  const { queries } = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  const before = Promise.withResolvers<unknown>();
  answers[path] = () => before.promise;
  void queries.refetchQueries(sessionQuery(id));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/email sent to rosa@example.com/)).toBeInTheDocument();
  before.resolve(session);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.getByText(/email sent to rosa@example.com/)).toBeInTheDocument();
});

test('a letter whose receipt was lost is not called unsent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    const announcement = { to: 'rosa@example.com', state: 'queued' };
    answers[path] = { ...session, told_at: '2025-05-05T12:00:00.000Z', announcement };
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/the email to rosa@example.com is on its way/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where neither the receipt comes nor the session, it is not known whether the letter went', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    answers[path] = failing(403, 'FORBIDDEN');
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is not known whether the email was sent.');
});

test('who has gone elsewhere while the session was being deleted stays there', async () => {
  const deleted = Promise.withResolvers<Response>();
  const fetchFirst = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    init?.method === 'DELETE' ? deleted.promise : fetchFirst(input),
  );
  const { place, navigate, queries } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Session' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete Session' }));
  await navigate('/admin/messages');
  queries.setQueryData(deletedSessionsQuery.queryKey, []);
  deleted.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(queries.getQueryState(deletedSessionsQuery.queryKey)?.isInvalidated).toBe(true));
  expect(place()).toBe('/admin/messages');
  expect(queries.getQueryData(sessionQuery(id).queryKey)).toBeUndefined();
});

test('who clears the selection while all are still being loaded does not find them selected after all', async () => {
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 2 };
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: 'two' };
  const fetchFirst = globalThis.fetch;
  const second = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (input: string) => (input.includes('cursor=two') ? second.promise : fetchFirst(input)));
  layOut();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Select all' }));
  expect(await screen.findByText('1 photo selected')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  second.resolve(Response.json({ items: [{ ...photo, id: 'q', file_name: 'b.jpg' }], next_cursor: null }));
  expect(await screen.findByRole('checkbox', { name: 'Select b.jpg' })).not.toBeChecked();
  expect(screen.queryByText(/selected/)).toBeNull();
});

test('who is overtaken by a change that the form does not hold keeps what was typed, and may save it', async () => {
  const fetchFirst = globalThis.fetch;
  let answer: object = failing(409, 'CHANGED_MEANWHILE', 'Somebody else changed this in the meantime.', {
    details: { current: { ...session, photo_order: 'name', version: 2 } },
  });
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return fetchFirst(input);
    saved.push(JSON.parse(String(init.body)));
    return answer;
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Session' }));
  await userEvent.type(screen.getByLabelText('Session Name'), ' at dawn');
  await userEvent.click(screen.getByRole('button', { name: 'Save Session' }));
  expect(await screen.findByText(/^Something that this form does not show/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Take these over' })).toBeNull();
  answer = Response.json({ ...session, session_name: 'Family at dawn', photo_order: 'name', version: 3 });
  await userEvent.click(screen.getByRole('button', { name: 'Save mine instead' }));
  expect(await screen.findByRole('heading', { name: 'Session: Family at dawn' })).toBeInTheDocument();
  expect(saved.at(-1)).toMatchObject({ session_name: 'Family at dawn', version: 2 });
});
