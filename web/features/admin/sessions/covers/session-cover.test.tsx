import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limits } from '#shared/limits.ts';
import { type Answers, answerFetch, failing } from '../../../../lib/testing.ts';
import { SessionCover } from './session-cover.tsx';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const idOf = (index: number) => `s${String(index).padStart(19, '0')}`;
const coverOf = (session_id: string) => ({
  session_id,
  photo: { id: 'p', media_path: `/media/${session_id}`, width: 300, height: 200, thumbhash: '', focus: null },
});

let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {};
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', network.fetch);
});
afterEach(() => vi.unstubAllGlobals());

function show(sessions: { id: string; photos_count: number }[]) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { container } = render(
    <QueryClientProvider client={queries}>
      {sessions.map((session) => (
        <SessionCover key={session.id} session={session} size="row" />
      ))}
    </QueryClientProvider>,
  );
  return { queries, container, images: () => [...container.querySelectorAll('img')] };
}
const sessions = (count: number) => Array.from({ length: count }, (_, index) => ({ id: idOf(index), photos_count: 1 }));
const pathOf = (ids: string[]) => `GET /api/admin/sessions/covers?sessions=${encodeURIComponent(ids.join(','))}`;

test('sessions that are shown at once share requests, and each gets its own cover', async () => {
  const ids = sessions(limits.coversPerRequest + 2).map(({ id }) => id);
  const [first, second] = [ids.slice(0, limits.coversPerRequest), ids.slice(limits.coversPerRequest)];
  answers[pathOf(first)] = { items: first.toReversed().map(coverOf) };
  answers[pathOf(second)] = { items: second.map(coverOf) };
  const { images } = show(sessions(ids.length));
  await waitFor(() => expect(images()).toHaveLength(ids.length));
  expect(images().map((image) => image.getAttribute('src'))).toEqual(ids.map((id) => `/media/${id}/400.webp`));
  expect(images().every((image) => image.alt === '' && image.getAttribute('loading') === 'lazy')).toBe(true);
  expect(requests).toEqual([pathOf(first), pathOf(second)]);
});

test('a session without photos asks for none, and its frame is as large as any', async () => {
  answers[pathOf([idOf(0)])] = { items: [coverOf(idOf(0))] };
  const { container, images } = show([sessions(1)[0]!, { id: idOf(1), photos_count: 0 }]);
  await waitFor(() => expect(images()).toHaveLength(1));
  expect(requests).toHaveLength(1);
  expect([...container.children].map(({ className }) => className)).toEqual(
    Array(2).fill(container.firstElementChild?.className),
  );
});

test.each([
  ['the request fails', failing(503, 'BUSY')],
  ['the session has no cover anymore', { items: [] }],
])('the frame stays empty if %s', async (_, answer) => {
  answers[pathOf([idOf(0)])] = answer;
  const { queries, container, images } = show(sessions(1));
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(images()).toEqual([]);
  expect(container).toHaveTextContent('');
});

test('the frame is empty again if the picture can’t be loaded', async () => {
  answers[pathOf([idOf(0)])] = { items: [coverOf(idOf(0))] };
  const { container, images } = show(sessions(1));
  await waitFor(() => expect(images()).toHaveLength(1));
  fireEvent.error(images()[0]!);
  expect(images()).toEqual([]);
  expect(container).toHaveTextContent('');
});
