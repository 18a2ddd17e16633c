import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { isolated } from '#shared/text/isolated.ts';
import { showScreen } from '../../../../lib/testing.ts';
import { studioPhoto } from '../../../../photos/testing.ts';
import { Component } from '../session.tsx';
import { studioSession } from '../testing.ts';

vi.mock('../../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = 's'.repeat(20);
const session = studioSession(id, 3);

let stored: StudioPhoto[];
let trash: string[];
let writes: object[];
/** Resolves when a deletion, or an edit, may be answered. */
let answer: Promise<void>;
/** Answers the next writes with errors. */
let failures: number;
/** Whether the session has more photos than its first page. */
let isLong: boolean;
const photosCount = () => (isLong ? 300 : 3) - trash.length;
beforeEach(() => {
  const exposure = { camera: 'NIKON Z 6_2', seconds: 0.0025, aperture: 2.2, iso: 200, millimeters: 85 };
  stored = [
    studioPhoto('a', { is_favorite: true, note: 'For the hallway', exposure, is_hdr: true }),
    studioPhoto('b'),
    studioPhoto('c'),
  ];
  trash = [];
  writes = [];
  answer = Promise.resolve();
  failures = 0;
  isLong = false;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const [path = ''] = input.split('?');
    if (init?.method !== undefined && failures > 0) {
      failures -= 1;
      return Response.json({ error: { code: 'FORBIDDEN', message: 'Not now.' } }, { status: 403 });
    }
    if (init?.method === 'PATCH' && path.endsWith(id)) {
      const { version, ...values } = JSON.parse(String(init.body));
      expect(version).toBe(session.version);
      writes.push(values);
      Object.assign(session, values, { version: version + 1 });
      await answer;
      return Response.json({ ...session, photos_count: photosCount() });
    }
    if (init?.method === 'PATCH' || path.endsWith('/arrange')) {
      const { photo_ids, ...values } = JSON.parse(String(init?.body));
      writes.push({ photo_ids, ...values });
      stored = stored.map((each) => (photo_ids.includes(each.id) ? { ...each, ...values } : each));
      const items = stored.filter((each) => photo_ids.includes(each.id));
      await answer;
      return Response.json({ items });
    }
    if (init?.method === 'PUT') {
      const [photoId, values] = [path.split('/').at(-2), JSON.parse(String(init.body))];
      const storedPhoto = stored.find((each) => each.id === photoId)!;
      if (storedPhoto.reply !== values.reply_before) {
        const error = { code: 'CHANGED_MEANWHILE', message: '', details: { current: storedPhoto } };
        return Response.json({ error }, { status: 409 });
      }
      stored = stored.map((each) => (each.id === photoId ? { ...each, reply: values.reply } : each));
      return Response.json(stored.find((each) => each.id === photoId));
    }
    if (init?.method === 'POST') {
      const { photo_ids } = JSON.parse(String(init.body));
      const isTrash = path.endsWith('/trash');
      writes.push({ [isTrash ? 'trash' : 'restore']: photo_ids });
      trash = isTrash ? [...trash, ...photo_ids] : trash.filter((each) => !photo_ids.includes(each));
      const items = stored.filter((each) => photo_ids.includes(each.id));
      if (isTrash) await answer;
      return Response.json(isTrash ? { photo_ids } : { items });
    }
    if (path.endsWith(id)) return Response.json({ ...session, photos_count: photosCount() });
    if (path.endsWith('/photos')) {
      if (input.includes('cursor=')) return new Promise(() => {});
      const items = stored.filter((each) => !trash.includes(each.id));
      return Response.json({ items, next_cursor: isLong ? 'more' : null });
    }
    return Response.json({ items: [], next_cursor: null, photos_count: photosCount() });
  });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 400 } as DOMRect);
  // jsdom has no layout, and the lightbox renders no photo into a container without a size.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

async function open(name = 'a.jpg') {
  const shown = showScreen([{ path: '/admin/session/:id', Component }], `/admin/session/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: `Open ${name}` }));
  await screen.findByRole('dialog', { name: 'Photo viewer' });
  return shown;
}
const panel = () => within(screen.getByRole('region', { name: 'Photo' }));
const isOn = (name: string) => panel().getByRole('switch', { name: new RegExp(`^${name}`) }).ariaChecked;
const shows = (name: string) => waitFor(() => panel().getByRole('heading', { name }));

test('H, D and U change what the client may see and download', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('h');
  await waitFor(() => expect(isOn('Client sees it')).toBe('false'));
  await userEvent.keyboard('d');
  await waitFor(() => expect(isOn('Download')).toBe('false'));
  await userEvent.keyboard('u');
  await waitFor(() => expect(isOn('Download')).toBe('true'));
  expect(writes).toEqual([
    { photo_ids: ['a'], is_approved: false },
    { photo_ids: ['a'], downloadable: false },
    { photo_ids: ['a'], downloadable: true },
  ]);
});

test('F marks the photo finished, and a proof again', async () => {
  await open();
  await shows('a.jpg');
  expect(isOn('Finished')).toBe('false');
  await userEvent.keyboard('f');
  await waitFor(() => expect(isOn('Finished')).toBe('true'));
  await userEvent.keyboard('f');
  await waitFor(() => expect(isOn('Finished')).toBe('false'));
  await userEvent.keyboard('{ArrowRight}');
  await shows('b.jpg');
  await userEvent.keyboard('f');
  await waitFor(() => expect(isOn('Finished')).toBe('true'));
  await userEvent.keyboard('u');
  await waitFor(() => expect(isOn('Finished')).toBe('false'));
  expect(writes).toEqual([
    { photo_ids: ['a'], stage: 'finished' },
    { photo_ids: ['a'], stage: 'proof' },
    { photo_ids: ['b'], stage: 'finished' },
    { photo_ids: ['b'], stage: 'proof' },
  ]);
});

const reply = () => panel().getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply for a.jpg' });

test('R replies to the note; while it is written, letters are no keys', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('r');
  expect(reply()).toHaveFocus();
  await userEvent.keyboard('hdx, gladly{Escape}');
  await waitFor(() => expect(stored[0]?.reply).toBe('hdx, gladly'));
  expect(await panel().findByText('Saved')).toBeInTheDocument();
  expect(writes).toEqual([]);
  await userEvent.keyboard('{ArrowRight}');
  await shows('b.jpg');
  expect(panel().queryByRole('textbox')).toBeNull();
});

test('a reply that another admin has written meanwhile is shown, and replaced only on request', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.type(reply(), 'Mine');
  stored = stored.map((each) => (each.id === 'a' ? { ...each, reply: 'Theirs' } : each));
  await userEvent.tab();
  expect(await panel().findByRole('alert')).toHaveTextContent('Meanwhile another reply was saved: “Theirs”');
  expect(reply()).toHaveValue('Mine');
  await userEvent.click(panel().getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(stored[0]?.reply).toBe('Mine'));
});

test('X deletes, shows the next photo, and is undone; after the last photo the one before follows', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('x');
  await shows('b.jpg');
  expect(await screen.findAllByText(/1 photo moved to the trash/)).not.toHaveLength(0);
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(writes).toEqual([{ trash: ['a'] }, { restore: ['a'] }]));
  await userEvent.keyboard('{ArrowRight}');
  await shows('c.jpg');
  await userEvent.keyboard('x');
  await shows('b.jpg');
});

test.each([
  ['U', 'u'],
  ['Ctrl+Z', '{Control>}z{/Control}'],
  ['⌘Z', '{Meta>}z{/Meta}'],
])('%s takes acts back one by one, the newest first, also at once, and says which', async (_, undo) => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard(`hx${undo}${undo}`);
  await waitFor(() =>
    expect(writes).toEqual([
      { photo_ids: ['a'], is_approved: false },
      { trash: ['a'] },
      { restore: ['a'] },
      { photo_ids: ['a'], is_approved: true },
    ]),
  );
  expect(await screen.findAllByText(`Undone: ${isolated('a.jpg')} is visible to the client again.`)).not.toHaveLength(
    0,
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await userEvent.keyboard(undo);
  expect(await screen.findAllByText('There is nothing to undo.')).not.toHaveLength(0);
  expect(writes).toHaveLength(4);
});

test('an undo waits for acts that are not answered yet, in the order of the keys', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  answer = promise;
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('x');
  await shows('b.jpg');
  await userEvent.keyboard('duu');
  resolve();
  await waitFor(() =>
    expect(writes).toEqual([
      { trash: ['a'] },
      { photo_ids: ['b'], downloadable: false },
      { photo_ids: ['b'], downloadable: true },
      { restore: ['a'] },
    ]),
  );
  expect(await screen.findAllByText(`Undone: ${isolated('a.jpg')} is restored.`)).not.toHaveLength(0);
});

test('the button undoes as the key does; an undo that fails can be repeated, by either', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('f');
  await waitFor(() => expect(isOn('Finished')).toBe('true'));
  await userEvent.keyboard('d');
  await waitFor(() => expect(isOn('Download')).toBe('false'));
  failures = 1;
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect((await screen.findAllByText(/Allowing downloads failed\..*Not now\./)).length).toBeGreaterThan(0);
  failures = 1;
  await userEvent.keyboard('u');
  await waitFor(() => expect(failures).toBe(0));
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findAllByText(`Undone: the client can download ${isolated('a.jpg')} again.`)).not.toHaveLength(0);
  await userEvent.keyboard('u');
  expect(await screen.findAllByText(`Undone: ${isolated('a.jpg')} is a proof again.`)).not.toHaveLength(0);
  expect(stored[0]).toMatchObject({ downloadable: true, stage: 'proof' });
});

test('in a reply, Ctrl+Z is the field’s', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('h');
  await waitFor(() => expect(isOn('Client sees it')).toBe('false'));
  await userEvent.keyboard('r');
  await userEvent.keyboard('Yes{Control>}z{/Control}u');
  expect(writes).toHaveLength(1);
});

test('acts among compared photos are undone there', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('c');
  const two = within(await screen.findByRole('dialog', { name: 'Compare 2 photos' }));
  await userEvent.keyboard('h');
  await waitFor(() => expect(writes).toHaveLength(1));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(writes.at(-1)).toEqual({ photo_ids: ['a'], is_approved: true }));
  expect(await two.findByText(`Undone: ${isolated('a.jpg')} is visible to the client again.`)).toBeInTheDocument();
});

test('the total follows a deletion, and its undo', async () => {
  isLong = true;
  await open();
  await shows('a.jpg');
  // As in a browser, where counts are not refetched while a photo is open.
  history.replaceState(null, '', '?photo=a');
  expect(screen.getByText('1 / 300')).toBeInTheDocument();
  await userEvent.keyboard('x');
  expect(await screen.findByText('1 / 299')).toBeInTheDocument();
  await waitFor(() => expect(writes).toEqual([{ trash: ['a'] }]));
  await screen.findAllByText(/1 photo moved to the trash/);
  expect(screen.getByText('1 / 299')).toBeInTheDocument();
  await userEvent.keyboard('u');
  expect(await screen.findByText(/\/ 300/)).toBeInTheDocument();
});

test.each([0, 1, 2, 4])(
  'arrow keys around the answer to a deletion move panel and picture together, %i turns after it',
  async (turns) => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    stored = names.map((name) => studioPhoto(name));
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = promise;
    await open('b.jpg');
    await shows('b.jpg');
    await userEvent.keyboard('x');
    await shows('c.jpg');
    await waitFor(() => expect(writes).toEqual([{ trash: ['b'] }]));
    await act(async () => {
      const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key });
      resolve();
      for (let turn = 0; turn < turns; turn += 1) await new Promise((next) => setImmediate(next));
      press('ArrowRight');
      await new Promise((next) => setImmediate(next));
      press('ArrowRight');
    });
    await screen.findAllByText(/1 photo moved to the trash/);
    await shows('e.jpg');
    expect(document.querySelector('.yarl__slide_current img')).toHaveAttribute('alt', 'e.jpg');
    await userEvent.keyboard('h');
    await waitFor(() => expect(writes.at(-1)).toEqual({ photo_ids: ['e'], is_approved: false }));
  },
);

test('the panel shows the client’s words and the file’s facts; I hides the facts, also for the next photo', async () => {
  await open();
  await shows('a.jpg');
  expect(panel().getByText('Favorite')).toBeInTheDocument();
  expect(panel().getByText('“For the hallway”')).toBeInTheDocument();
  expect(panel().getByText('1/400 s · f/2.2 · ISO 200 · 85 mm')).toBeInTheDocument();
  expect(panel().getByText('NIKON Z 6_2')).toBeInTheDocument();
  expect(panel().getByText(/ · HDR$/)).toBeInTheDocument();
  await userEvent.keyboard('s');
  expect(screen.getByText('Favorite of the client. Note: “For the hallway”')).toBeInTheDocument();
  await userEvent.keyboard('i');
  expect(panel().queryByText('NIKON Z 6_2')).toBeNull();
  expect(panel().queryByText(/HDR/)).toBeNull();
  await userEvent.keyboard('{ArrowRight}');
  await shows('b.jpg');
  expect(panel().queryByText('3000 × 2000 · 18 MB')).toBeNull();
  await userEvent.keyboard('i');
  // A photo without recorded facts shows the available ones.
  expect(panel().getByText('3000 × 2000 · 18 MB')).toBeInTheDocument();
});

test('C compares with the next photo and adds one more; keys act on the chosen one', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('c');
  const two = await screen.findByRole('dialog', { name: 'Compare 2 photos' });
  within(two).getByRole('button', { name: '100%' }).focus();
  await userEvent.keyboard('c');
  const three = await screen.findByRole('dialog', { name: 'Compare 3 photos' });
  await userEvent.keyboard('{ArrowRight}h');
  await waitFor(() => expect(writes).toEqual([{ photo_ids: ['b'], is_approved: false }]));
  expect(within(three).getByTitle('b.jpg').parentElement).toHaveTextContent('Hidden');
  await userEvent.keyboard('x');
  expect(await screen.findByRole('dialog', { name: 'Compare 2 photos' })).toBeInTheDocument();
});

test('? lists the keys, and a key held down deletes one photo only', async () => {
  await open();
  await shows('a.jpg');
  await userEvent.keyboard('?');
  const keys = screen.getByRole('dialog', { name: 'Keys' });
  expect(keys).toHaveTextContent('Zoom to 100%');
  await userEvent.keyboard('x');
  expect(writes).toEqual([]);
  await userEvent.click(within(keys).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keys' })).toBeNull());
  await userEvent.keyboard('{x>3/}');
  await waitFor(() => expect(writes).toEqual([{ trash: ['a'] }]));
});

test('Delete looks dangerous, and a session without a customer’s name says so', async () => {
  const named = session.customer_name;
  session.customer_name = '';
  try {
    await open();
    await shows('a.jpg');
    expect(panel().getByText('Unknown')).toBeInTheDocument();
    expect(panel().getByRole('button', { name: 'Delete' })).toHaveClass('border-alert', 'text-alert');
    await userEvent.keyboard('c');
    const two = within(await screen.findByRole('dialog', { name: 'Compare 2 photos' }));
    expect(two.getByRole('button', { name: /^Delete\s*a\.jpg$/ })).toHaveClass('border-alert', 'text-alert');
  } finally {
    session.customer_name = named;
  }
});

test('1 to 5 give stars, 0 takes them away, and U undoes each', async () => {
  await open();
  await shows('a.jpg');
  const starsOf = () => panel().getByRole('group', { name: /^The studio’s stars/ }).ariaLabel;
  await userEvent.keyboard('4');
  await waitFor(() => expect(starsOf()).toBe('The studio’s stars: 4 stars'));
  // As many again change nothing.
  await userEvent.keyboard('4');
  await userEvent.keyboard('2');
  await waitFor(() => expect(starsOf()).toBe('The studio’s stars: 2 stars'));
  await userEvent.keyboard('0');
  await waitFor(() => expect(starsOf()).toBe('The studio’s stars: no stars'));
  await userEvent.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(starsOf()).toBe('The studio’s stars: 2 stars'));
  await userEvent.keyboard('u');
  await waitFor(() => expect(starsOf()).toBe('The studio’s stars: 4 stars'));
  await userEvent.click(panel().getByRole('button', { name: '4 stars' }));
  await waitFor(() => expect(starsOf()).toBe('The studio’s stars: no stars'));
  expect(writes.map((write) => (write as { stars: number }).stars)).toEqual([4, 2, 0, 2, 4, 0]);
});

test('keys that are pressed before an edit is answered count, too, and the last one wins', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await open();
  await shows('a.jpg');
  answer = promise;
  await userEvent.keyboard('h53hd');
  resolve();
  await waitFor(() => expect(isOn('Download')).toBe('false'));
  expect(isOn('Client sees it')).toBe('true');
  expect(panel().getByRole('group', { name: 'The studio’s stars: 3 stars' })).toBeInTheDocument();
  expect(writes).toEqual([
    { photo_ids: ['a'], is_approved: false },
    { photo_ids: ['a'], stars: 5 },
    { photo_ids: ['a'], stars: 3 },
    { photo_ids: ['a'], is_approved: true },
    { photo_ids: ['a'], downloadable: false },
  ]);
});

describe('cover and chapter', () => {
  const [ceremony, party] = [
    { id: 'k'.repeat(20), name: 'Ceremony' },
    { id: 'l'.repeat(20), name: 'Party' },
  ];
  beforeEach(() => {
    session.chapters = [ceremony, party];
  });
  afterEach(() => Object.assign(session, { chapters: [], cover_id: null, version: 1 }));

  test('V makes the photo the cover, and U takes that back', async () => {
    await open();
    await shows('a.jpg');
    await userEvent.keyboard('v');
    await waitFor(() => expect(isOn('Cover')).toBe('true'));
    await userEvent.keyboard('{ArrowRight}');
    await shows('b.jpg');
    expect(isOn('Cover')).toBe('false');
    await userEvent.keyboard('v');
    await waitFor(() => expect(isOn('Cover')).toBe('true'));
    await userEvent.keyboard('u');
    await waitFor(() => expect(isOn('Cover')).toBe('false'));
    await userEvent.keyboard('u');
    await waitFor(() => expect(writes).toHaveLength(4));
    expect(writes).toEqual([{ cover_id: 'a' }, { cover_id: 'b' }, { cover_id: 'a' }, { cover_id: null }]);
  });

  test('V is counted also before the cover before is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await open();
    await shows('a.jpg');
    answer = promise;
    await userEvent.keyboard('v{ArrowRight}');
    await shows('b.jpg');
    await userEvent.keyboard('vvv');
    resolve();
    await waitFor(() => expect(writes).toHaveLength(4));
    await waitFor(() => expect(isOn('Cover')).toBe('true'));
    expect(writes).toEqual([{ cover_id: 'a' }, { cover_id: 'b' }, { cover_id: null }, { cover_id: 'b' }]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('T opens the chapters, a digit moves the photo, 0 out of all; U takes both back', async () => {
    await open();
    await shows('a.jpg');
    await userEvent.keyboard('t');
    const chapters = within(screen.getByRole('dialog', { name: 'Move to chapter' }));
    expect(chapters.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '1Ceremony',
      '2Party',
      '0No chapter',
      'Cancel',
    ]);
    // That with Ctrl is the browser's, which shows another tab.
    await userEvent.keyboard('{Control>}1{/Control}');
    expect(screen.getByRole('dialog', { name: 'Move to chapter' })).toBeInTheDocument();
    await userEvent.keyboard('2');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Move to chapter' })).toBeNull());
    expect(await panel().findByRole('button', { name: /^Chapter: \u2068Party/ })).toBeInTheDocument();
    await userEvent.keyboard('t0');
    expect(await panel().findByRole('button', { name: /^Move to chapter/ })).toBeInTheDocument();
    await userEvent.keyboard('u');
    expect(await panel().findByRole('button', { name: /^Chapter: \u2068Party/ })).toBeInTheDocument();
    await userEvent.keyboard('u');
    expect(await panel().findByRole('button', { name: /^Move to chapter/ })).toBeInTheDocument();
    expect(writes).toEqual([party.id, null, party.id, null].map((chapter_id) => ({ photo_ids: ['a'], chapter_id })));
  });
});
