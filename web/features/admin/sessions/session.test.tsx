import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { type Answers, failing, showScreen } from '../../../lib/testing.ts';
import { deletedSessionsQuery, sessionQuery } from './api.ts';
import { Component } from './session.tsx';
import {
  answerChanges,
  answerSession,
  answers,
  count,
  forgetSession,
  id,
  layOut,
  open,
  openPanel,
  photo,
  requests,
  session,
} from './session-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerSession);
afterEach(forgetSession);

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

test('an address that ends with #files shows the files, each time that it is followed', async () => {
  const file = {
    id: 'f',
    file_name: 'IMG_1.CR3',
    size: 1,
    state: 'ready',
    reason: null,
    attached_at: session.created_at,
  };
  answers[`/api/admin/sessions/${id}/attachments`] = { items: [file], trash: [] };
  const { navigate } = open();
  expect(await screen.findByRole('button', { name: '1 file', expanded: false })).toBeInTheDocument();
  expect(screen.queryByText('IMG_1.CR3')).toBeNull();
  for (const _ of ['first', 'again']) {
    await navigate(`/admin/session/${id}#files`);
    expect(await screen.findByText('IMG_1.CR3')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: '1 file', expanded: true }));
    expect(screen.queryByText('IMG_1.CR3')).toBeNull();
  }
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
  await openPanel('Photos say GMT+2');
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
  await openPanel('Settings');
  expect(screen.queryByText(/Was the session there/)).toBeNull();
  expect(screen.queryByText(/^Photos say/)).toBeNull();
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
  // In a closed list: this environment opens no popover.
  await userEvent.click(await screen.findByRole('button', { name: 'Export file names', hidden: true }));
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
