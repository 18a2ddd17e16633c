import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnnouncementText, EditAnnouncementTexts } from '#shared/contract/wording/announcement-texts.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { AnnouncementTextList } from './announcement-texts.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const path = '/api/admin/settings/announcement-texts';
const wedding = { name: 'Wedding', text: 'What a day, {{first name}}.' };
const family = { name: 'Family', text: 'You were a joy.' };
let answers: Answers;
/** What the API has stored. */
let stored: { items: AnnouncementText[]; version: number };
beforeEach(() => {
  stored = { items: [wedding, family], version: 3 };
  answers = {
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: ({ items, version }: EditAnnouncementTexts) => {
      if (version !== stored.version) return changedMeanwhile();
      stored = { items, version: version + 1 };
      return stored;
    },
    [`POST ${path}/preview`]: ({ text }: { text: string }) => ({
      ...{ to: 'maya@example.com', subject: 'Your photos are ready', cover_path: null },
      html: `<div class="sheet">${text.replace('{{first name}}', 'Maya')}</div>`,
    }),
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());
const changedMeanwhile = () => failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current: stored } });
/** Somebody else stores other texts. */
const store = (items: AnnouncementText[]) => {
  stored = { items, version: stored.version + 1 };
};

const show = () => showScreen([{ path: '/', element: <AnnouncementTextList /> }], '/');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const retype = async (name: string, text: string) => {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), text.replaceAll('{', '{{'));
};

test('a text is added, edited, renamed and deleted, and shown in an email while it is typed', async () => {
  show();
  await press('New text');
  await retype('Name', 'Portrait');
  await retype('Text', 'Dear {{first name}},');
  await waitFor(async () =>
    expect((await screen.findByTitle<HTMLIFrameElement>('The email')).srcdoc).toContain('Dear Maya,'),
  );
  await press('Save text');
  await press('Edit Wedding');
  expect(await field('Text')).toHaveValue(wedding.text);
  await retype('Name', 'Weddings');
  await press('Save text');
  await press('Delete Family');
  await press('Delete text');
  await waitFor(() => expect(screen.queryByText('Family')).toBeNull());
  expect(stored.items).toEqual([
    { name: 'Weddings', text: wedding.text },
    { name: 'Portrait', text: 'Dear {{first name}},' },
  ]);
});

test('a field that no announcement has, and the name of another text, are refused at their fields', async () => {
  show();
  await press('Edit Wedding');
  await retype('Name', 'FAMILY');
  await retype('Text', '{{photos}} and {{new photos}}');
  await press('Save text');
  expect(await field('Name')).toHaveAccessibleDescription(/Another text has this name already\./);
  expect(await field('Text')).toHaveAccessibleDescription(/No announcement has both {{photos}} and {{new photos}}/);
  expect(stored.version).toBe(3);
});

test('what others change in other texts stays, whatever is done to one', async () => {
  show();
  await press('Edit Wedding');
  store([wedding, { ...family, text: 'Such a joy.' }]);
  await retype('Text', 'What a night.');
  await press('Save text');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored.items).toEqual([
    { ...wedding, text: 'What a night.' },
    { ...family, text: 'Such a joy.' },
  ]);
  store([...stored.items, { name: 'Minis', text: 'Quick.' }]);
  await press('New text');
  await retype('Name', 'Portrait');
  await retype('Text', 'Hello.');
  await press('Save text');
  await screen.findByText('Minis');
  store(stored.items.filter(({ name }) => name !== 'Wedding'));
  await press('Delete Family');
  await press('Delete text');
  await waitFor(() => expect(screen.queryByText('Family')).toBeNull());
  expect(stored.items.map(({ name }) => name)).toEqual(['Minis', 'Portrait']);
});

test('a text that others have changed, too, is decided by hand, and not deleted unseen', async () => {
  show();
  await press('Edit Wedding');
  store([{ ...wedding, text: 'Theirs.' }, family]);
  await retype('Text', 'Mine.');
  await press('Save text');
  expect(await screen.findByText(/Somebody else changed “Text” in the meantime, too/)).toBeVisible();
  await press('Cancel');
  await press('Discard');
  store([wedding, { ...family, text: 'Theirs.' }]);
  await press('Delete Family');
  await press('Delete text');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The text was not deleted. Somebody else changed this in the meantime.',
  );
  expect(stored.items).toHaveLength(2);
});

test('a text that others have deleted while it is edited is kept', async () => {
  show();
  await press('Edit Wedding');
  store([family]);
  await retype('Text', 'What a night.');
  await press('Save text');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored.items).toEqual([family, { ...wedding, text: 'What a night.' }]);
});
