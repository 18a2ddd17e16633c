import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { type Answers, answerFetch, showScreen } from '../../../lib/testing.ts';
import { galleryPhoto } from '../../../photos/testing.ts';
import { Component } from './session.tsx';
import { studioSession } from './testing.ts';

/** The studio's view of a session for its tests: `beforeEach(answerSession)` and `afterEach(forgetSession)`. */

export const id = 's'.repeat(20);
export const session = studioSession(id, 1);
export let answers: Answers;
export let requests: string[];
export function answerSession() {
  const network = answerFetch({});
  requests = network.asked;
  answers = {
    [`/api/admin/sessions/${id}`]: session,
    [`/api/admin/sessions/${id}/photos`]: { items: [], next_cursor: null },
    [`/api/admin/sessions/${id}/photos/unsettled`]: { items: [], next_cursor: null, photos_count: 0 },
    [`/api/admin/sessions/${id}/announcement/preview`]: { to: '', subject: '', html: '<p></p>', cover_path: null },
  };
  vi.stubGlobal('fetch', async (input: string) => {
    const [path = ''] = input.split('?');
    requests.push(path);
    const prepared = answers[path] ?? { items: [], next_cursor: null };
    const answer = typeof prepared === 'function' ? await prepared() : prepared;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
}
export function forgetSession() {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
}

export const open = () => showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}`);
/** Opens the panel of an entry in the line that says where the session stands. */
export const openPanel = async (entry: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name: entry, expanded: false }));
export const count = (path: string) =>
  requests.filter((request) => request === `/api/admin/sessions/${id}${path}`).length;

export const photo = {
  ...galleryPhoto('p'),
  file_name: 'a.jpg',
  is_approved: true,
  category: null,
  size: 1,
  uploaded_at: session.created_at,
  captured_at: null,
};

/** jsdom has no layout; without a width the grid renders no photos. */
export const layOut = () =>
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 400 } as DOMRect);

/** Responds to changes by `METHOD /path`, relative to the session's path; other requests get the usual responses. */
export const answerChanges = (changes: Answers) => {
  const fetchFirst = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const answer = changes[`${init.method} ${input.replace(`/api/admin/sessions/${id}`, '')}`];
    if (answer === undefined) return fetchFirst(input);
    return answer instanceof Response ? answer.clone() : Response.json((answer as () => unknown)());
  });
};
