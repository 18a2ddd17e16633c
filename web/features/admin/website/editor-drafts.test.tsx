import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { defaultWebsite } from '#shared/website/default-website.ts';
import { failing } from '../../../lib/testing.ts';
import {
  answers,
  answerWebsite,
  draft,
  forgetWebsite,
  home,
  newHeadline,
  open,
  outline,
  publishButton,
  published,
  queries,
  signIn,
  since,
} from './editor-testing.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerWebsite);
afterEach(forgetWebsite);

test('a draft that was not saved keeps what was typed', async () => {
  answers['PUT /api/admin/website/draft'] = failing(503, 'BUSY', 'The studio is busy.');
  await open();
  const headline = screen.getByRole('textbox', { name: 'Headline' });
  await userEvent.clear(headline);
  await userEvent.paste('Light, kept');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The draft was not saved. The studio is busy.');
  expect(headline).toHaveValue('Light, kept');
  expect(screen.getByText('1 change, not saved')).toBeInTheDocument();
});

test('a save shows the part with the field that is wrong, and says so until it is corrected', async () => {
  await open();
  const headline = screen.getByRole('textbox', { name: 'Headline' });
  await userEvent.clear(headline);
  await userEvent.click(headline);
  await userEvent.paste('x'.repeat(61));
  await userEvent.click(outline().getByRole('button', { name: 'Scrapbook' }));
  expect(headline).not.toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('A headline can have at most 60 characters.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Some fields need another look');
  expect(outline().getByRole('option', { name: 'Home: Hero (needs another look)' })).toBeInTheDocument();
  await userEvent.clear(headline);
  await userEvent.click(headline);
  await userEvent.paste('Light, kept');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(since(0)).toEqual([]);
});

/** The server's website: it refuses a save over another version with the stored draft. */
function storeDrafts() {
  const stored = { now: draft() };
  answers['PUT /api/admin/website/draft'] = ({
    version,
    content,
  }: {
    version: number;
    content: typeof defaultWebsite;
  }) => {
    if (version !== stored.now.version) {
      return failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current: stored.now } });
    }
    stored.now = { ...draft(content), version: version + 1 };
    return stored.now;
  };
  return {
    stored,
    theySave: (change: (content: typeof defaultWebsite) => typeof defaultWebsite) => {
      stored.now = { ...draft(change(stored.now.content)), version: stored.now.version + 1 };
    },
  };
}
const headline = () => screen.getByRole('textbox', { name: 'Headline' });
const type = async (text: string) => {
  await userEvent.clear(headline());
  await userEvent.paste(text);
};
const saveDraft = () => userEvent.click(screen.getByRole('button', { name: 'Save draft' }));

test('a save keeps what another tab has saved of other fields, shows it and says so, and so does the next one', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, tagline: 'Theirs' } }));
  await saveDraft();
  const news = await screen.findByRole('region', { name: 'Changed in the meantime' });
  expect(news).toHaveFocus();
  expect(news).toHaveTextContent(/^Saved, together with what Elena Marsh has changed in the meantime:.*Theirs/);
  expect(stored.now.content.home).toMatchObject({ headline: 'Mine', tagline: 'Theirs' });
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  expect(headline()).toHaveValue('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, tagline: 'Theirs again' } }));
  await type('Mine again');
  await saveDraft();
  expect(await screen.findByDisplayValue('Theirs again')).toBeInTheDocument();
  expect(stored.now.content.home).toMatchObject({ headline: 'Mine again', tagline: 'Theirs again' });
});

test('a field that both have changed is chosen in sight, with the focus, before anything is saved', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, headline: 'Theirs', tagline: 'Theirs, too' } }));
  await saveDraft();
  const conflict = await screen.findByRole('region', { name: 'Changed by two people' });
  expect(conflict).toHaveFocus();
  const field = within(conflict).getByRole('group', { name: 'Home · Hero · Headline' });
  expect(within(field).getByRole('radio', { name: /^Yours/ })).toHaveAccessibleName('Yours Mine');
  await saveDraft();
  expect(conflict).toHaveFocus();
  expect(since(0)).toHaveLength(1);
  await userEvent.click(within(field).getByRole('radio', { name: 'Stored now Theirs' }));
  await userEvent.click(within(field).getByRole('radio', { name: 'Yours Mine' }));
  await saveDraft();
  expect(await screen.findByDisplayValue('Theirs, too')).toBeInTheDocument();
  expect(stored.now.content.home).toMatchObject({ headline: 'Mine', tagline: 'Theirs, too' });
  expect(screen.queryByRole('region', { name: 'Changed by two people' })).toBeNull();
});

test('a draft that was saved once more while one chose is asked about anew', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  theySave((content) => ({ ...content, home: { ...content.home, headline: 'Theirs' } }));
  await saveDraft();
  await userEvent.click(await screen.findByRole('radio', { name: 'Yours Mine' }));
  theySave((content) => ({ ...content, home: { ...content.home, headline: 'Theirs again' } }));
  await saveDraft();
  expect(await screen.findByRole('radio', { name: 'Stored now Theirs again' })).not.toBeChecked();
  expect(screen.getByRole('radio', { name: 'Yours Mine' })).not.toBeChecked();
  expect(stored.now.content.home.headline).toBe('Theirs again');
  await userEvent.click(screen.getByRole('radio', { name: 'Stored now Theirs again' }));
  await saveDraft();
  await waitFor(() => expect(headline()).toHaveValue('Theirs again'));
});

test('what was typed before a reload is merged with what was saved since, and can be discarded', async () => {
  const { stored, theySave } = storeDrafts();
  await open();
  await type('Mine');
  cleanup();
  queries.clear();
  signIn({ isStaff: false });
  theySave((content) => ({ ...content, home: { ...content.home, tagline: 'Theirs' } }));
  answers['GET /api/admin/website'] = () => ({ draft: stored.now, ...published('live') });
  await open();
  expect(screen.getByText('Your unsaved changes are still here.')).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Changed in the meantime' })).toHaveTextContent(
    /^Elena Marsh has changed the draft in the meantime\. .*Theirs/,
  );
  expect(headline()).toHaveValue('Mine');
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(headline()).toHaveValue(home.headline);
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  expect(screen.queryByText('Your unsaved changes are still here.')).toBeNull();
});

test('who publishes what another tab has changed sees it first', async () => {
  const { theySave } = storeDrafts();
  answers['GET /api/admin/website'] = { draft: draft(newHeadline), ...published('live') };
  answers['POST /api/admin/website/publish'] = failing(409, 'CHANGED_MEANWHILE', 'Changed.', {
    details: {
      current: { ...draft({ ...newHeadline, home: { ...newHeadline.home, tagline: 'Theirs' } }), version: 8 },
    },
  });
  theySave((content) => content);
  await open();
  await userEvent.click(publishButton()!);
  await userEvent.click(screen.getByRole('button', { name: 'Publish 1 change' }));
  expect(await screen.findByRole('region', { name: 'Changed in the meantime' })).toHaveTextContent(
    /^Elena Marsh has changed the draft in the meantime\. It is shown here/,
  );
  expect(screen.getByDisplayValue('Theirs')).toBeInTheDocument();
  expect(publishButton()).toBeEnabled();
});
