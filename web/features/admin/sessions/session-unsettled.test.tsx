import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failing } from '../../../lib/testing.ts';
import { sessionQuery } from './api.ts';
import { unsettledQuery } from './grid/api.ts';
import {
  answerSession,
  answers,
  count,
  forgetSession,
  id,
  open,
  openPanel,
  requests,
  session,
} from './session-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const pending = (name: string) => ({
  id: name,
  file_name: `${name}.jpg`,
  state: 'pending',
  reason: null,
  replaces: null,
  // Old enough that the query doesn't poll during the test.
  uploaded_at: '2025-05-04T12:00:00.000Z',
});

beforeEach(answerSession);
afterEach(forgetSession);

test('a failed replacement says that its photo stays, and is dismissed without it', async () => {
  const path = `/api/admin/sessions/${id}/photos/unsettled`;
  const reason = 'This file ends in the middle of the picture.';
  const replacement = { ...pending('broken-Edit'), state: 'failed', reason, replaces: 'broken.jpg' };
  answers[path] = { items: [replacement], next_cursor: null, photos_count: 1 };
  open();
  await openPanel('1 failed');
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
  expect(await screen.findByRole('alert')).toHaveTextContent('1 failed');
  await openPanel('1 failed');
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
  await openPanel('More than 2 never arrived');
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
  await openPanel('2 never arrived');
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
  await openPanel('Uploads could not be checked');
  expect(await screen.findByText(/It could not be checked which photos are still on their way\./)).toBeInTheDocument();
  answers[`/api/admin/sessions/${id}/photos/unsettled`] = { items: [pending('a')], next_cursor: null, photos_count: 0 };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^1 file never arrived/)).toBeInTheDocument();
});
