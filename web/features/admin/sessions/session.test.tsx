import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { isolated } from '#shared/text/isolated.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { deletedSessionsQuery, sessionQuery } from './api.ts';
import { photosQuery, unsettledQuery } from './grid/api.ts';
import { leftWorkQuery } from './grid/left-work.ts';
import { LeftWorkNotices } from './grid/left-work-notices.tsx';
import { Component } from './session.tsx';
import { studioSession } from './testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 's'.repeat(20);
const session = studioSession(id, 1);
const pending = (name: string) => ({
  id: name,
  file_name: `${name}.jpg`,
  state: 'pending',
  reason: null,
  replaces: null,
  // Old enough that the query doesn't poll during the test.
  uploaded_at: '2025-05-04T12:00:00.000Z',
});

let answers: Answers;
let requests: string[];
beforeEach(() => {
  const network = answerFetch({});
  requests = network.asked;
  answers = {
    [`/api/admin/sessions/${id}`]: session,
    [`/api/admin/sessions/${id}/photos`]: { items: [], next_cursor: null },
    [`/api/admin/sessions/${id}/photos/unsettled`]: { items: [], next_cursor: null, photos_count: 0 },
  };
  vi.stubGlobal('fetch', async (input: string) => {
    const [path = ''] = input.split('?');
    requests.push(path);
    const prepared = answers[path] ?? { items: [], next_cursor: null };
    const answer = typeof prepared === 'function' ? await prepared() : prepared;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

const open = () => showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}`);
const count = (path: string) => requests.filter((request) => request === `/api/admin/sessions/${id}${path}`).length;

test('an empty session shows a text', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Session: Family' })).toBeInTheDocument();
  expect(await screen.findByText('No photos in this session.')).toBeInTheDocument();
});

test('a session without a name and one without a customer show placeholders', async () => {
  answers[`/api/admin/sessions/${id}`] = { ...session, session_name: '', customer_name: null };
  open();
  expect(await screen.findByRole('heading', { name: 'Session: Unnamed Session' })).toBeInTheDocument();
  expect(screen.getByText(/Unknown/)).toBeInTheDocument();
});

test('a failed request is not shown as an empty session', async () => {
  answers[`/api/admin/sessions/${id}`] = failing(403, 'FORBIDDEN');
  open();
  expect(await screen.findByText('Failed to load session.')).toBeInTheDocument();
  expect(screen.queryByText('No photos in this session.')).toBeNull();
});

test('a failed replacement says that its photo stays, and is dismissed without it', async () => {
  const path = `/api/admin/sessions/${id}/photos/unsettled`;
  const reason = 'This file ends in the middle of the picture.';
  const replacement = { ...pending('broken-Edit'), state: 'failed', reason, replaces: 'broken.jpg' };
  answers[path] = { items: [replacement], next_cursor: null, photos_count: 1 };
  open();
  expect(await screen.findByText(`${reason} broken.jpg stays as it is.`)).toBeInTheDocument();
  answers[path] = { items: [], next_cursor: null, photos_count: 1 };
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss broken-Edit.jpg' }));
  await waitFor(() => expect(screen.queryByText(/stays as it is/)).toBeNull());
  expect(requests).toContain(`/api/admin/sessions/${id}/photos/broken-Edit/replacement`);
  expect(count('/photos/trash')).toBe(0);
});

test('failed photos are listed with the reason', async () => {
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

test('when a photo becomes ready, the photos and counts are refetched, also during a batch', async () => {
  const unsettled = `/api/admin/sessions/${id}/photos/unsettled`;
  answers[unsettled] = { items: [pending('a'), pending('b')], next_cursor: 'more', photos_count: 0 };
  const { queries } = open();
  expect(await screen.findByText(/More than 2 files never arrived/)).toBeInTheDocument();
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const countsBefore = [count(''), count('/photos')];

  // One photo became ready and another moved up into the page, so the count is the same.
  answers[unsettled] = { items: [pending('b'), pending('c')], next_cursor: null, photos_count: 1 };
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 1 };
  await queries.refetchQueries(unsettledQuery(id));
  await waitFor(() => expect(queries.getQueryData(sessionQuery(id).queryKey)?.photos_count).toBe(1));
  await waitFor(() => expect([count(''), count('/photos')]).toEqual(countsBefore.map((times) => times + 1)));
  expect(await screen.findByText(/^2 files never arrived/)).toBeInTheDocument();

  // Nothing changed, so nothing is refetched.
  await queries.refetchQueries(unsettledQuery(id));
  expect([count(''), count('/photos')]).toEqual(countsBefore.map((times) => times + 1));
});

test('a photo that became ready between two responses triggers a refetch', async () => {
  // The session's response is older than the others.
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

test('an interrupted upload is shown with its count and can be resumed or dismissed after confirmation', async () => {
  const unsettled = `/api/admin/sessions/${id}/photos/unsettled`;
  answers[unsettled] = { items: [pending('a'), pending('b')], next_cursor: null, photos_count: 0 };
  answers[`/api/admin/sessions/${id}/photos/trash`] = () => {
    answers[unsettled] = { items: [], next_cursor: null, photos_count: 0 };
    return { photo_ids: ['a', 'b'] };
  };
  open();
  expect(await screen.findByText(/^2 files never arrived: the upload was interrupted\./)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Choose the folder again' })).toHaveAttribute(
    'href',
    `/admin/photo-upload?customer_id=${session.customer_id}&session_id=${id}`,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Forget them' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Forget 2 files?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Forget them' }));
  await waitFor(() => expect(screen.queryByText(/never arrived/)).toBeNull());
  expect(count('/photos/trash')).toBe(1);
});

test('a failed request for pending photos shows an error', async () => {
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  expect(await screen.findByText(/It could not be checked which photos are still on their way\./)).toBeInTheDocument();
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = { items: [pending('a')], next_cursor: null, photos_count: 0 };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^1 file never arrived/)).toBeInTheDocument();
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
/** jsdom has no layout; without a width the grid renders no photos. */
const layOut = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 400 } as DOMRect);

test('a failed page is not requested repeatedly', async () => {
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 2 };
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = { items: [], next_cursor: null, photos_count: 2 };
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: 'two' };
  const fetchFirst = globalThis.fetch;
  let broken = true;
  vi.stubGlobal('fetch', async (input: string) => {
    if (!input.includes('cursor=two')) return fetchFirst(input);
    requests.push('page two');
    if (broken) return failing(500, 'UNEXPECTED', 'Something went wrong.');
    return Response.json({ items: [{ ...photo, id: 'q', file_name: 'b.jpg' }], next_cursor: null });
  });
  layOut();
  const { queries } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The photos could not be loaded. Something went wrong.');
  expect(screen.getByRole('img', { name: 'a.jpg' })).toBeInTheDocument();
  await queries.refetchQueries(unsettledQuery(id));
  expect(requests.filter((what) => what === 'page two')).toHaveLength(1);

  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('img', { name: 'b.jpg' })).toBeInTheDocument();
});

test('a failed bulk action keeps the selection until a retry succeeds', async () => {
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
  expect(
    await screen.findByText(
      'The client can’t download 1 photo. Download links that someone has kept stop working within 10 minutes.',
    ),
  ).toBeInTheDocument();
  expect(screen.queryByText('1 photo selected')).toBeNull();
});

test('a bulk action that fails after the view was left is reported elsewhere, and can be tried again', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  const fetchFirst = globalThis.fetch;
  let answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    init?.method === 'PATCH' ? answer.promise : fetchFirst(input),
  );
  layOut();
  const { navigate } = showScreen(
    [
      {
        element: (
          <>
            <LeftWorkNotices />
            <Outlet />
          </>
        ),
        children: [
          { path: '/admin/session/:id', Component },
          { path: '*', element: <p>Another screen</p> },
        ],
      },
    ],
    `/admin/session/${id}`,
  );
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
  await userEvent.click(screen.getByRole('button', { name: 'Refuse download' }));
  await navigate('/admin/customers');
  await screen.findByText('Another screen');
  expect(screen.queryByRole('region', { name: 'Unfinished work' })).toBeNull();

  await act(async () => answer.resolve(failing(503, 'BUSY', 'The studio is busy.')));
  expect(await screen.findByRole('alert')).toHaveTextContent('Family: Refusing downloads failed. The studio is busy.');
  expect(screen.getByRole('link', { name: 'Family' })).toHaveAttribute('href', `/admin/session/${id}`);
  answer = Promise.withResolvers();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/Refusing downloads\.\.\. 0 of 1/)).toBeInTheDocument();
  await act(async () => answer.resolve(Response.json({ items: [{ ...photo, downloadable: false }] })));
  expect(await screen.findByText(/The client can’t download 1 photo\./)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss this message' }));
  expect(screen.queryByRole('region', { name: 'Unfinished work' })).toBeNull();
});

test('a bulk action that succeeds after the view was left is not reported elsewhere', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  const fetchFirst = globalThis.fetch;
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    init?.method === 'PATCH' ? answer.promise : fetchFirst(input),
  );
  layOut();
  const { navigate, queries } = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
  await userEvent.click(screen.getByRole('button', { name: 'Refuse download' }));
  await navigate('/admin/customers');
  await act(async () => answer.resolve(Response.json({ items: [{ ...photo, downloadable: false }] })));
  await waitFor(() => expect(queries.getQueryState(sessionQuery(id).queryKey)?.isInvalidated).toBe(true));
  expect(queries.getQueryData(leftWorkQuery.queryKey) ?? []).toEqual([]);
});

test('tabs say how many photos they show', async () => {
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 1200, visible_count: 1197 };
  answers[`/api/admin/sessions/${id}/photos/counts`] = {
    all: 1200,
    favorites: 12,
    noted: 4,
    hidden: 3,
    undownloadable: 6,
    trash: 2,
  };
  open();
  for (const name of ['All 1,200', 'Favorites 12', 'With note 4', 'Hidden 3', 'Not downloadable 6', 'Trash 2']) {
    expect(await screen.findByRole('link', { name })).toBeInTheDocument();
  }
});

test('the zone that photos tell is proposed from their counts, without reading the photos once more', async () => {
  const told_zone = { ahead: 120, photos_count: 3, clock: '2026-07-11T15:05:00.000', without_zone: 2 };
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 5 };
  answers[`/api/admin/sessions/${id}/photos/counts`] = { all: 5, told_zone };
  open();
  expect(await screen.findByText(/^3 photos say GMT\+2\. 2 photos of cameras/)).toHaveTextContent('7 hours apart');
  expect(count('/cameras')).toBe(0);
});

test.each([
  ['the session has a zone', { ahead: 120 }, { time_zone: 'Europe/Rome' }],
  ['it is the studio’s', { ahead: -300 }, {}],
])('no zone is proposed where %s', async (_, statedZone, changes) => {
  const told_zone = { photos_count: 3, clock: '2026-07-11T15:05:00.000', without_zone: 2, ...statedZone };
  answers[`/api/admin/sessions/${id}`] = { ...session, photos_count: 5, ...changes };
  answers[`/api/admin/sessions/${id}/photos/counts`] = { all: 5, told_zone };
  open();
  expect(await screen.findByRole('link', { name: 'All 5' })).toBeInTheDocument();
  expect(screen.queryByText(/Was the session there/)).toBeNull();
});

test('hiding can be undone for those that were visible', async () => {
  const hidden = { ...photo, id: 'h'.repeat(20), file_name: 'h.jpg', is_approved: false };
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo, hidden], next_cursor: null };
  const fetchFirst = globalThis.fetch;
  const edits: { photo_ids: string[]; is_approved: boolean }[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return fetchFirst(input);
    const edit = JSON.parse(String(init.body));
    edits.push(edit);
    const items = [photo, hidden].filter((each) => edit.photo_ids.includes(each.id));
    return Response.json({ items: items.map((each) => ({ ...each, is_approved: edit.is_approved })) });
  });
  layOut();
  open();
  await screen.findByRole('checkbox', { name: 'Select a.jpg' });
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.click(screen.getByRole('button', { name: 'Hide from client' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 photo as before.')).toBeInTheDocument();
  expect(edits).toEqual([
    { photo_ids: [photo.id, hidden.id], is_approved: false },
    { photo_ids: [photo.id], is_approved: true },
  ]);
});

test('an edit of downloads and of categories is undone, each photo to its former value', async () => {
  const refused = { ...photo, id: 'r'.repeat(20), file_name: 'r.jpg', downloadable: false, category: 'studio-minis' };
  let stored = [photo, refused];
  answers[`/api/admin/sessions/${id}/photos`] = { items: stored, next_cursor: null };
  const fetchFirst = globalThis.fetch;
  const edits: object[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return fetchFirst(input);
    const { photo_ids, ...values } = JSON.parse(String(init.body));
    edits.push({ photo_ids, ...values });
    stored = stored.map((each) => (photo_ids.includes(each.id) ? { ...each, ...values } : each));
    return Response.json({ items: stored.filter((each) => photo_ids.includes(each.id)) });
  });
  layOut();
  open();
  await screen.findByRole('checkbox', { name: 'Select a.jpg' });
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.click(screen.getByRole('button', { name: 'Allow download' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 photo as before.')).toBeInTheDocument();
  await userEvent.keyboard('{Control>}a{/Control}');
  await userEvent.click(screen.getByText('Remove from public gallery'));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(edits).toEqual([
      { photo_ids: [photo.id, refused.id], downloadable: true },
      { photo_ids: [refused.id], downloadable: false },
      { photo_ids: [photo.id, refused.id], category: null },
      { photo_ids: [refused.id], category: 'studio-minis' },
    ]),
  );
});

test('photos marked finished say so, and are proofs again on request', async () => {
  let stored = ['a', 'b', 'c'].map((name) => ({ ...photo, ...galleryPhoto(name), stage: 'proof' }));
  const withFinished = () => ({
    ...session,
    photos_count: 3,
    finished_count: stored.filter(({ stage }) => stage === 'finished').length,
  });
  answers[`/api/admin/sessions/${id}`] = withFinished;
  answers[`/api/admin/sessions/${id}/photos`] = () => ({ items: stored, next_cursor: null });
  const fetchFirst = globalThis.fetch;
  const edits: object[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return fetchFirst(input);
    const { photo_ids, stage } = JSON.parse(String(init.body));
    edits.push({ photo_ids, stage });
    stored = stored.map((each) => (photo_ids.includes(each.id) ? { ...each, stage } : each));
    return Response.json({ items: stored.filter((each) => photo_ids.includes(each.id)) });
  });
  layOut();
  open();
  const stageOf = (name: string) => {
    const card = within(screen.getByTitle(`${name}.jpg`).parentElement!);
    return card.queryByText(/^(Proof|Finished)$/)?.textContent;
  };
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select b.jpg' }));
  // While no photo is finished, all are proofs, and no card says so.
  expect(stageOf('a')).toBeUndefined();
  await userEvent.click(screen.getByRole('button', { name: 'Mark finished' }));
  expect(await screen.findByText('2 photos are finished.')).toBeInTheDocument();
  await waitFor(() => expect(['a', 'b', 'c'].map(stageOf)).toEqual(['Finished', 'Finished', 'Proof']));
  expect(screen.queryByText(/photos? selected/)).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 photos as before.')).toBeInTheDocument();
  await waitFor(() => expect(['a', 'b', 'c'].map(stageOf)).toEqual([undefined, undefined, undefined]));
  expect(edits).toEqual([
    { photo_ids: ['a', 'b'], stage: 'finished' },
    { photo_ids: ['a', 'b'], stage: 'proof' },
  ]);
});

test('the slider makes the photos larger, here and when the session is opened again', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  layOut();
  const heightOf = async () =>
    Number.parseFloat((await screen.findByRole('button', { name: 'Open a.jpg' })).style.height);
  const { unmount } = open();
  const before = await heightOf();
  const slider = screen.getByRole('slider', { name: 'Size of the photos' });
  fireEvent.change(slider, { target: { value: '240' } });
  expect(await heightOf()).toBe(240);
  expect(before).toBeLessThan(240);
  expect(slider).toHaveAttribute('aria-valuetext', '240 pixels high');
  unmount();
  open();
  expect(await heightOf()).toBe(240);
  expect(screen.getByRole('slider', { name: 'Size of the photos' })).toHaveValue('240');
});

test('Ctrl+A selects all and Delete asks, unless a field or a dialog has the focus', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  layOut();
  open();
  await screen.findByRole('checkbox', { name: 'Select a.jpg' });
  await userEvent.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('combobox').focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(screen.queryByText('1 photo selected')).toBeNull();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(screen.getByText('1 photo selected')).toBeInTheDocument();
  await userEvent.keyboard('{Delete}');
  expect(screen.getByRole('dialog', { name: 'Delete a.jpg?' })).toBeInTheDocument();
});

test.each([
  ['hidden', 'Hide from client', { items: [{ ...photo, is_approved: false }] }],
  ['deleted', 'Delete', { photo_ids: [photo.id] }],
])('a photo request started before one was %s does not restore it', async (what, action, done) => {
  const photos = `/api/admin/sessions/${id}/photos`;
  answers[photos] = { items: [photo], next_cursor: null };
  const fetchFirst = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.endsWith('/seen') || (init?.method !== 'PATCH' && init?.method !== 'POST')) return fetchFirst(input);
    answers[photos] = { items: what === 'hidden' ? [{ ...photo, is_approved: false }] : [], next_cursor: null };
    return Response.json(done);
  });
  layOut();
  const { queries } = open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select a.jpg' }));
  const before = Promise.withResolvers<unknown>();
  answers[photos] = () => before.promise;
  // Another photo became ready.
  void queries.refetchQueries(photosQuery(id));
  await userEvent.click(screen.getByRole('button', { name: action }));
  if (what === 'deleted') {
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  }
  expect(await screen.findByText(/^1 photo (is hidden|moved to the trash)/)).toBeInTheDocument();
  before.resolve({ items: [photo], next_cursor: null });
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  const shown = queries.getQueryData(photosQuery(id).queryKey)?.pages.flatMap((page) => page.items) ?? [];
  expect(shown.filter((item) => item.is_approved)).toEqual([]);
});

test('a session request started before the announcement does not undo it', async () => {
  const path = `/api/admin/sessions/${id}`;
  const announced = {
    ...session,
    visible_count: 1,
    announced_at: '2025-05-05T12:00:00.000Z',
    announcement: { to: 'rosa@example.com', state: 'sent' },
  };
  answers[`${path}/announcement`] = () => {
    answers[path] = announced;
    return announced;
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

test.each([
  [{ photos_count: 0, visible_count: 0 }, /no photos in this session yet/],
  [{ visible_count: 0 }, /can’t see any photo/],
  [{ client_email: '' }, /no email address/],
])('without visible photos or an address the announcement dialog does not open', async (change, reason) => {
  answers[`/api/admin/sessions/${id}`] = { ...session, ...change };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(reason);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the personal message is kept if the email was not sent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent('rosa@example.com');
  await userEvent.type(screen.getByLabelText('A personal line (optional)'), 'You were a joy.');
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  await userEvent.click(screen.getByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByLabelText('A personal line (optional)')).toHaveValue('You were a joy.');
});

test('an announcement with a lost response is not shown as unsent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    const announcement = { to: 'rosa@example.com', state: 'queued' };
    answers[path] = { ...session, announced_at: '2025-05-05T12:00:00.000Z', announcement };
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/the email to rosa@example.com is on its way/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('if the response and the refetch fail, the outcome is shown as unknown', async () => {
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

test('does not navigate if the screen was left during the deletion', async () => {
  const deleted = Promise.withResolvers<Response>();
  const fetchFirst = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) =>
    init?.method === 'DELETE' ? deleted.promise : fetchFirst(input),
  );
  const { place, navigate, queries } = open();
  // In a closed list: this environment opens no popover.
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Session', hidden: true }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete Session' }));
  await navigate('/admin/messages');
  queries.setQueryData(deletedSessionsQuery.queryKey, { pages: [], pageParams: [] });
  deleted.resolve(new Response(null, { status: 204 }));
  await waitFor(() => expect(queries.getQueryState(deletedSessionsQuery.queryKey)?.isInvalidated).toBe(true));
  expect(place()).toBe('/admin/messages');
  expect(queries.getQueryData(sessionQuery(id).queryKey)).toBeUndefined();
});

test('clearing the selection stops selecting all while pages load', async () => {
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

test('a save goes through after somebody else has changed other fields, and says which of them the form shows', async () => {
  const fetchFirst = globalThis.fetch;
  const changedSession = { ...session, notes: 'By the bayou.', photo_order: 'name', version: 2 };
  const saved: unknown[] = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return fetchFirst(input);
    const values = JSON.parse(String(init.body));
    saved.push(values);
    return values.version === 2
      ? Response.json({ ...changedSession, ...values, version: 3 })
      : failing(409, 'CHANGED_MEANWHILE', 'Somebody else changed this in the meantime.', {
          details: { current: changedSession },
        });
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Session' }));
  await userEvent.type(screen.getByLabelText('Session Name'), ' at dawn');
  await userEvent.click(screen.getByRole('button', { name: 'Save Session' }));
  expect(
    await screen.findByText('Saved, together with what was changed elsewhere in the meantime: “Notes”.'),
  ).toBeInTheDocument();
  expect(screen.getByLabelText('Notes (optional)')).toHaveValue('By the bayou.');
  expect(saved).toHaveLength(2);
  expect(saved.at(-1)).toMatchObject({ session_name: 'Family at dawn', notes: 'By the bayou.', version: 2 });
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('heading', { name: 'Session: Family at dawn' })).toBeInTheDocument();
});

test('a list of names is exported with all words about the photos', async () => {
  answers[`/api/admin/sessions/${id}/guests`] = { items: [], next_cursor: null };
  answers[`/api/admin/sessions/${id}/photos`] = { items: [{ ...photo, note: 'For the hallway' }], next_cursor: null };
  const from = 'Rosa Delgado';
  answers[`/api/admin/sessions/${id}/exported-names`] = {
    items: [
      { file_name: 'a.jpg', note: 'For the hallway', from },
      { file_name: 'b.jpg', note: 'Crop the left side', from },
    ],
  };
  let file: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    file = content as Blob;
    return 'blob:notes';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  layOut();
  showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}?show=noted`);
  await userEvent.click(await screen.findByRole('button', { name: 'Export file names' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByLabelText(/^For Lightroom/)).toHaveValue('a, b');
  await userEvent.click(dialog.getByRole('button', { name: 'Download CSV' }));
  const table = await file?.text();
  expect(table).toContain('For the hallway');
  expect(table).toContain('Crop the left side');
});

test('a session left and opened again is shown at the same position', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  layOut();
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
  const scrolled = vi.spyOn(globalThis, 'scrollTo').mockImplementation(((options: ScrollToOptions) => {
    vi.stubGlobal('scrollY', options.top ?? 0);
  }) as typeof scrollTo);
  const { navigate } = showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}`);
  await screen.findByRole('checkbox', { name: 'Select a.jpg' });
  vi.stubGlobal('scrollY', 1_234);
  dispatchEvent(new Event('scroll'));
  await navigate('/admin/sessions');
  vi.stubGlobal('scrollY', 0);
  scrolled.mockClear();
  await navigate(`/admin/session/${id}`);
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 1_234, behavior: 'instant' }));
});

test.each([
  ['A personal line (optional)', /^Tell the client/, 'Send the email', limits.announcement],
  ['Words for the client (optional)', 'Edit Session', 'Save Session', limits.clientWords],
  ['Notes (optional)', 'Edit Session', 'Save Session', limits.sessionNotes],
])('“%s” beyond its limit is counted and refused with every word kept', async (label, opener, submit, limit) => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  const field = screen.getByLabelText(label);
  const long = 'a'.repeat(limit + 3);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(long);
  expect(screen.getByText(`3 characters too many of ${limit.toLocaleString('en-US')}`)).toBeInTheDocument();
  const before = requests.length;
  await userEvent.click(screen.getByRole('button', { name: submit }));
  expect(
    await screen.findByText(new RegExp(`at most ${limit.toLocaleString('en-US')} characters`)),
  ).toBeInTheDocument();
  expect(field).toHaveValue(long);
  expect(requests).toHaveLength(before);
});

test.each([
  ['favorites', 'The client has no favorites in this session yet.'],
  ['noted', 'The client has written no note in this session yet.'],
  ['hidden', 'No photo of this session is hidden from the client.'],
  ['undownloadable', 'The client may download every photo of this session.'],
  ['trash', /^The trash is empty/],
])('an empty list of %s leads back to all photos', async (show, text) => {
  const { place } = showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}?show=${show}`);
  await screen.findByText(text);
  await userEvent.click(screen.getByRole('link', { name: 'All photos' }));
  expect(place()).toBe(`/admin/session/${id}`);
});

/** Responds to changes by `METHOD /path`, relative to the session's path; other requests get the usual responses. */
const answerChanges = (changes: Answers) => {
  const fetchFirst = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const answer = changes[`${init.method} ${input.replace(`/api/admin/sessions/${id}`, '')}`];
    if (answer === undefined) return fetchFirst(input);
    return answer instanceof Response ? answer.clone() : Response.json((answer as () => unknown)());
  });
};

test('an order that was not saved can be tried again', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  const changes: Answers = { 'PATCH ': failing(503, 'BUSY', 'The studio is busy.') };
  answerChanges(changes);
  layOut();
  open();
  await userEvent.selectOptions(await screen.findByLabelText('Order, also for the client'), 'name');
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  changes['PATCH '] = () => {
    const saved = { ...session, photo_order: 'name', version: 2 };
    answers[`/api/admin/sessions/${id}`] = saved;
    return saved;
  };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The order is saved, also for the client.')).toBeInTheDocument();
  expect(screen.getByLabelText('Order, also for the client')).toHaveValue('name');
});

describe('deleting a chapter with photos', () => {
  const chapter = { id: 'k'.repeat(20), name: 'The vows' };
  const withChapter = { ...session, chapters: [chapter], chapter_counts: { [chapter.id]: { photos_count: 1 } } };
  const inNone = { ...withChapter, chapter_counts: {}, version: 2 };
  const photosPath = `/api/admin/sessions/${id}/photos`;
  let changes: Answers;
  beforeEach(() => {
    answers[`/api/admin/sessions/${id}`] = withChapter;
    answers[photosPath] = { items: [{ ...photo, chapter_id: chapter.id }], next_cursor: null };
    changes = {
      'POST /photos/arrange': () => {
        answers[photosPath] = { items: [], next_cursor: null };
        answers[`/api/admin/sessions/${id}`] = inNone;
        return { items: [] };
      },
      'PATCH ': () => ({ ...inNone, chapters: [], version: 3 }),
    };
    answerChanges(changes);
    layOut();
  });
  const remove = async () => {
    const path = `/admin/session/${id}?chapter=${chapter.id}`;
    const shown = showScreen([{ path: '/admin/session/:id', Component }], path);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete chapter' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete chapter', hidden: true }));
    return shown;
  };

  test('is reported once it is deleted', async () => {
    const { place } = await remove();
    expect(await screen.findByText('The chapter “The vows” is deleted.')).toBeInTheDocument();
    expect(place()).toBe(`/admin/session/${id}`);
    expect(screen.queryByRole('heading', { name: 'The vows' })).toBeNull();
  });

  test('leaves the chapter without its photos when only those are moved', async () => {
    changes['PATCH '] = failing(503, 'BUSY', 'The studio is busy.');
    const { place } = await remove();
    expect(await screen.findByText('The chapters were not saved. The studio is busy.')).toBeInTheDocument();
    expect(screen.getByText(`The photos of “${isolated('The vows')}” are in no chapter now.`)).toBeInTheDocument();
    expect(screen.queryByText(/is deleted/)).toBeNull();
    expect(screen.getByRole('heading', { name: 'The vows' })).toBeInTheDocument();
    expect(place()).toBe(`/admin/session/${id}?chapter=${chapter.id}`);
  });

  test('changes nothing when the photos can’t be moved, and offers no retry that does nothing', async () => {
    changes['POST /photos/arrange'] = failing(503, 'BUSY', 'The studio is busy.');
    await remove();
    expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'The vows' })).toBeInTheDocument();
  });
});
