import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultWebsite } from '#shared/website/default-website.ts';
import { answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { usePublishedWebsite } from './published.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
afterEach(() => vi.unstubAllGlobals());

const Names = () => usePublishedWebsite().sessions.packages.map(({ name }) => <p key={name}>{name}</p>);
const route = { path: '/names', Component: Names };
const draft = { version: 0, content: defaultWebsite, saved: null };

test('packages are those that were published last', async () => {
  const [first] = defaultWebsite.sessions.packages;
  const packages = [{ ...first!, name: 'Garden Hour' }];
  const content = { ...defaultWebsite, sessions: { ...defaultWebsite.sessions, packages } };
  const published = { number: 1, at: '2026-11-23T12:00:00.000Z', by: '', content };
  vi.stubGlobal('fetch', answerFetch({ 'GET /api/admin/website': { draft, published, state: 'live' } }).fetch);
  showScreen([route], '/names');
  expect(await screen.findByText('Garden Hour')).toBeVisible();
  expect(screen.queryByText(first!.name)).toBeNull();
});

test.each([
  ['nothing was published', { draft, published: null, state: 'live' }],
  ['they can’t be loaded', failing(500, 'UNEXPECTED')],
])('they are the defaults while %s', async (_, answer) => {
  vi.stubGlobal('fetch', answerFetch({ 'GET /api/admin/website': answer }).fetch);
  showScreen([route], '/names');
  for (const { name } of defaultWebsite.sessions.packages) expect(await screen.findByText(name)).toBeVisible();
});
