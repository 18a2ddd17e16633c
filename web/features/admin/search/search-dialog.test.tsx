import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { useAreaKeys } from '../keys/area-keys.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const id = (letter: string) => letter.repeat(20);
const rosa = {
  id: id('r'),
  customer_id: 'C-0000-0001',
  name: 'Rosa Delgado',
  email: 'rosa@example.com',
  phone: '',
  status: 'active',
  created_at: '2026-05-01T12:00:00.000Z',
};
const family = {
  id: id('f'),
  customer_id: rosa.id,
  session_label: 'may2026-family',
  session_name: 'Family',
  session_date: '2026-05-04',
};
const place = { session_id: family.id, session_name: 'Family', customer_name: 'Rosa Delgado' };
const photo = {
  ...{ id: id('p'), file_name: 'IMG_4102.jpg', media_path: '/media/x', width: 3, height: 2, thumbhash: '' },
  ...{ focus: null, ...place },
};
const noFiles = { photos: [], attachments: [], is_more: false };

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/admin/customers': { items: [rosa], next_cursor: null },
    'GET /api/admin/session-names': { items: [family], next_cursor: null },
    'POST /api/admin/session-states': { items: [{ id: family.id, state: 'to_retouch' }] },
    'POST /api/admin/found-files': noFiles,
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => vi.unstubAllGlobals());

function Area() {
  const keys = useAreaKeys();
  const [note, setNote] = useState('');
  return (
    <>
      <input aria-label="Note" value={note} onChange={({ target }) => setNote(target.value)} />
      <button type="button">Here</button>
      {keys.dialog}
    </>
  );
}
const start = () => showScreen([{ path: '/admin', Component: Area }], '/admin');
const field = () => screen.findByRole('combobox');
async function search(text: string) {
  await userEvent.keyboard('/');
  await userEvent.clear(await field());
  await userEvent.keyboard(text);
}
const optionNames = () => screen.findAllByRole('option').then((all) => all.map(({ textContent }) => textContent));

test('/ opens the search, which finds customers and sessions by kind, with where a session stands', async () => {
  start();
  await search('rosa');
  const customers = within(await screen.findByRole('group', { name: 'Customers' }));
  expect(customers.getByRole('option', { name: /^Rosa Delgado/ })).toHaveAttribute('aria-selected', 'true');
  const sessions = within(screen.getByRole('group', { name: 'Sessions' }));
  expect(await sessions.findByRole('option', { name: /To retouch/ })).toHaveTextContent(
    'FamilyRosa Delgado · May 4, 2026 · To retouch',
  );
});

test('arrows choose, and Enter opens', async () => {
  start();
  await search('rosa');
  expect(await optionNames()).toHaveLength(2);
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('option', { name: /^Family/ })).toHaveAttribute('aria-selected', 'true');
  expect(await field()).toHaveAttribute('aria-activedescendant', screen.getByRole('option', { name: /^Family/ }).id);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  expect(await screen.findByText(`At /admin/session/${family.id}`)).toBeInTheDocument();
});

test('a chosen line stays chosen when files are found that stand before it', async () => {
  const files = Promise.withResolvers<unknown>();
  answers['POST /api/admin/found-files'] = () => files.promise;
  start();
  await search('new');
  expect(await optionNames()).toEqual(['New customer', 'New session']);
  await userEvent.keyboard('{ArrowDown}');
  files.resolve({ ...noFiles, photos: [photo] });
  await screen.findByRole('option', { name: /^IMG_4102/ });
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('New session');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('At /admin/session/create')).toBeInTheDocument();
});

test('files of one session are two lines, and names from right to left move no other word', async () => {
  const named = { ...place, session_name: 'משפחה' };
  const attachments = ['contract 4102.pdf', 'invoice 4102.pdf'].map((file_name, index) => ({
    ...{ id: String(index).repeat(20), file_name },
    ...named,
  }));
  answers['POST /api/admin/found-files'] = { ...noFiles, attachments };
  const warn = vi.spyOn(console, 'error');
  start();
  await search('4102');
  expect(await optionNames()).toEqual(attachments.map(({ file_name }) => `${file_name}משפחה · Rosa Delgado`));
  expect(screen.getAllByText('משפחה').every(({ localName }) => localName === 'bdi')).toBe(true);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('Escape closes it and returns the focus; the search is there again, ready to be replaced', async () => {
  start();
  const here = screen.getByRole('button', { name: 'Here' });
  here.focus();
  await search('family');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  expect(here).toHaveFocus();
  await userEvent.keyboard('/');
  expect(await field()).toHaveValue('family');
  await userEvent.keyboard('rosa');
  expect(await field()).toHaveValue('rosa');
});

test('/ and ? write in a field, and do nothing with a modifier', async () => {
  start();
  await userEvent.type(screen.getByLabelText('Note'), 'a/b?');
  expect(screen.getByLabelText('Note')).toHaveValue('a/b?');
  screen.getByRole('button', { name: 'Here' }).focus();
  await userEvent.keyboard('{Control>}/{/Control}{Meta>}/{/Meta}{Alt>}/{/Alt}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('? lists the keys of the screen, and then / is its dialog’s', async () => {
  start();
  await userEvent.keyboard('?');
  const keys = await screen.findByRole('dialog', { name: 'Keys' });
  expect(keys).toHaveTextContent('Search customers, sessions and files');
  await userEvent.keyboard('/');
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('photos and files are found by their number, and lead to where they are in their session', async () => {
  answers['POST /api/admin/found-files'] = {
    photos: [photo],
    attachments: [{ id: id('a'), file_name: 'IMG_4102.CR3', ...place }],
    is_more: true,
  };
  start();
  await search('4102');
  const found = await screen.findByRole('option', { name: /^IMG_4102\.jpg/ });
  expect(found).toHaveAttribute('href', `/admin/session/${family.id}?session=${family.id}&photo=${photo.id}`);
  const file = screen.getByRole('option', { name: /^IMG_4102\.CR3/ });
  expect(file).toHaveAttribute('href', `/admin/session/${family.id}#files`);
  expect(screen.getByText(/There are more files with this number/)).toBeInTheDocument();
});

test('an empty result and a failure are said, and differ', async () => {
  start();
  await search('nobody');
  expect(
    await screen.findByText((_, element) => /^Nothing is called “nobody”/.test(element?.textContent ?? ''), {
      selector: 'p',
    }),
  ).toBeInTheDocument();
  answers['POST /api/admin/found-files'] = failing(500, 'UNEXPECTED');
  await userEvent.keyboard('x');
  expect(await screen.findByText('Files could not be searched.')).toBeInTheDocument();
  expect(screen.queryByText(/Nothing is called/)).toBeNull();
});
