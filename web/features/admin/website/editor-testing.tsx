import { QueryClient } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';
import { loginQuery } from '../../../lib/auth/login.ts';
import { type Answers, answerFetch, showScreen } from '../../../lib/testing.ts';
import { WebsiteEditor } from './editor.tsx';
import type { BuiltInPicture } from './pictures/picture-context.ts';

/**
 * The editor of the website for its tests: `beforeEach(answerWebsite)` and `afterEach(forgetWebsite)`. Each file mocks
 * lib/auth/auth.ts itself.
 */

export const home: Website['home'] = defaultWebsite.home;
export const newHeadline: Website = { ...defaultWebsite, home: { ...home, headline: 'Light, kept' } };
export const published = (state: 'publishing' | 'live' | 'failed', content = defaultWebsite) => ({
  published: { number: 3, at: '2026-11-23T12:00:00.000Z', by: 'Elena Marsh', content },
  state,
});
export const draft = (content = defaultWebsite) => ({
  version: 7,
  content,
  saved: { at: '2026-11-23T11:00:00.000Z', by: 'Elena Marsh' },
});
export const picture = (id: string, name: string, change: object = {}) => ({
  id: id.repeat(20),
  name,
  asked_at: '2026-10-01T12:00:00.000Z',
  state: 'ready',
  width: 1_500,
  height: 1_000,
  color: '#284838',
  focus: [50, 40],
  unused_since: null,
  ...change,
});

export let answers: Answers;
let requests: string[];
export let queries: QueryClient;
export function answerWebsite() {
  answers = {
    'GET /api/admin/website': { draft: draft(), ...published('live') },
    'GET /api/admin/website/pictures': { items: [] },
    'GET /api/public/portfolio': { categories: [] },
  };
  const network = answerFetch(answers);
  requests = network.asked;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await network.fetch(...request);
    // Parsed in this test's window, because the form copies only objects of its window.
    return Object.assign(response, { json: async () => JSON.parse(await response.text()) });
  });
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  signIn({ isStaff: false });
}
export function forgetWebsite() {
  vi.unstubAllGlobals();
  sessionStorage.clear();
}

export const signIn = ({ isStaff }: { isStaff: boolean }) =>
  queries.setQueryData(loginQuery.queryKey, {
    user: { email: 'elena@studio.example', name: 'Elena Marsh', phone: '', isAdmin: true, isStaff },
    arrival: { kind: 'opened' },
  });
export async function open(builtIn: Record<string, BuiltInPicture> = {}) {
  const Component = () => <WebsiteEditor Preview={() => null} builtIn={builtIn} />;
  showScreen([{ path: '/admin/website', Component }], '/admin/website', queries);
  await screen.findByRole('navigation', { name: 'Parts of the website' });
}
export const outline = () => within(screen.getByRole('navigation', { name: 'Parts of the website' }));
export const status = () => screen.getAllByRole('status').map((each) => each.textContent);
export const publishButton = () => screen.queryByRole('button', { name: 'Publish' });
export const since = (count: number) => requests.slice(count).filter((request) => !request.startsWith('GET'));

const builtIn = (isStandIn: boolean): BuiltInPicture => ({ src: '/p.webp', width: 3, height: 2, alt: 'P', isStandIn });
/** Built-in pictures of the cards, except those of the slugs in `but`. */
export const builtInCards = (isStandIn: boolean, but: string[] = []) =>
  Object.fromEntries(
    defaultWebsite.services.flatMap(({ slug }, index) =>
      but.includes(slug) ? [] : [[`services.${index}.picture`, builtIn(isStandIn)]],
    ),
  );
