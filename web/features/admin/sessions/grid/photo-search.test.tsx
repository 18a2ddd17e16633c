import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { showScreen } from '../../../../lib/testing.ts';
import { galleryPhoto } from '../../../../photos/testing.ts';
import { SessionPhotos } from './session-photos.tsx';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const session = {
  id: 's'.repeat(20),
  customer_id: 'c'.repeat(20),
  session_name: 'Family',
  photos_count: 3,
  finished_count: 0,
  chapters: [],
  chapter_counts: {},
  version: 0,
} as unknown as SessionDetails;

const photo = (file_name: string) => ({ ...galleryPhoto(file_name), file_name, is_approved: true, category: null });
const pages = [
  { items: [photo('IMG_4102.jpg'), photo('Grüße-1.jpg')], next_cursor: 'two' },
  { items: [photo('img-4103-Edited.JPG')], next_cursor: null },
];

beforeEach(() => {
  vi.stubGlobal('fetch', async (input: string) => {
    if (!input.includes('/photos')) return Response.json({ items: [], next_cursor: null });
    return Response.json(pages[input.includes('cursor=two') ? 1 : 0]);
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 400 } as DOMRect);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Photos() {
  const [query] = useSearchParams();
  return createElement('div', {}, [
    createElement('output', { key: 1, 'aria-label': 'query' }, query.toString()),
    createElement(SessionPhotos, {
      key: 2,
      session,
      show: 'all',
      chosenIn: undefined,
      chapter: undefined,
      isAwaiting: false,
    }),
  ]);
}
const open = (search = '') => showScreen([{ path: '/', Component: Photos }], `/${search}`);
const shown = () => screen.queryAllByRole('img').map((picture) => picture.getAttribute('alt'));
const field = () => screen.findByLabelText('Search by file name');

test.each([
  ['4102', ['IMG_4102.jpg']],
  ['img4103', ['img-4103-Edited.JPG']],
  ['edited img', ['img-4103-Edited.JPG']],
  ['GRUESSE', ['Grüße-1.jpg']],
  ['.jpg', ['IMG_4102.jpg', 'Grüße-1.jpg', 'img-4103-Edited.JPG']],
])(
  'photos are found by the part %j of their file names, also on pages that were not loaded',
  async (typed, expectedNames) => {
    open();
    await userEvent.type(await field(), typed);
    await waitFor(() => expect(shown()).toEqual(expectedNames));
    expect(screen.getByText(`${expectedNames.length} found`)).toBeInTheDocument();
  },
);

test('the address keeps the search, and a search that finds nothing can be cleared', async () => {
  open('?search=nothing');
  expect(await screen.findByText('No photo’s file name here contains “nothing”.')).toBeInTheDocument();
  expect(await field()).toHaveValue('nothing');
  await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
  await waitFor(() => expect(shown()).toHaveLength(3));
  await userEvent.type(await field(), '4102');
  await userEvent.tab();
  await waitFor(() => expect(screen.getByLabelText('query')).toHaveTextContent('search=4102'));
});
