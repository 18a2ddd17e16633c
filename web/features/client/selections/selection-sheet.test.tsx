import { screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Selection } from '#shared/contract/selections.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { answerFetch, showScreen } from '../../../lib/testing.ts';
import { SelectionSheet } from './selection-sheet.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

afterEach(() => vi.unstubAllGlobals());

test.each([
  [0, 'You have no favorites here yet.'],
  [1, 'Chooses your favorite as well, if it fits.'],
  [2, 'Chooses your 2 favorites as well, as far as they fit.'],
])('with %i favorites the sheet says in a whole sentence what ‘Start from my favorites’ does', async (count, words) => {
  vi.stubGlobal('fetch', answerFetch({}).fetch);
  const session = { id: 's', session_label: 'label', favorites_count: count } as GallerySession;
  const selection = { id: 'a', name: 'Album', included: 3, minimum: 0, client_words: '', ends_on: null } as Selection;
  const nothing = () => undefined;
  const element = createElement(SelectionSheet, {
    ...{ session, selection, open: [selection], reviewPath: '/review' },
    ...{ onPick: nothing, onCompare: nothing, onClose: nothing },
  });
  showScreen([{ path: '/', element }], '/');
  expect(await screen.findByRole('button', { name: /^Start from my favorites/ })).toHaveTextContent(words);
});
