import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isolated } from '#shared/text/isolated.ts';
import { type Answers, failing, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { sessionQuery } from './api.ts';
import { photosQuery, unsettledQuery } from './grid/api.ts';
import { leftWorkQuery } from './grid/left-work.ts';
import { LeftWorkNotices } from './grid/left-work-notices.tsx';
import { Component } from './session.tsx';
import {
  answerChanges,
  answerSession,
  answers,
  forgetSession,
  id,
  layOut,
  open,
  photo,
  requests,
  session,
} from './session-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerSession);
afterEach(forgetSession);

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

test('Ctrl+A selects all and Delete asks, unless a field or a dialog has the focus', async () => {
  answers[`/api/admin/sessions/${id}/photos`] = { items: [photo], next_cursor: null };
  layOut();
  open();
  await screen.findByRole('checkbox', { name: 'Select a.jpg' });
  await userEvent.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('combobox', { name: 'Order, also for the client' }).focus();
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
