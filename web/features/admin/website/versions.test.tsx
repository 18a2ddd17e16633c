import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultWebsite, deployedWebsite } from '#shared/website/default-website.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Versions } from './versions.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const at = '2026-11-23T12:00:00.000Z';
let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/admin/website/versions': {
      items: [2, 1, 0].map((number) => ({ number, at: number ? at : null, by: '' })),
    },
    'GET /api/admin/website/versions/1': { number: 1, at, by: '', content: defaultWebsite },
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
});
afterEach(() => vi.unstubAllGlobals());

const compare = async (hasUnsaved: boolean, state: 'live' | 'failed' = 'live') => {
  const onRestored = vi.fn();
  const Component = () => (
    <Versions
      newest={{ number: 2, content: defaultWebsite }}
      state={state}
      draftVersion={7}
      hasUnsaved={hasUnsaved}
      onRestored={onRestored}
      onClose={() => undefined}
    />
  );
  showScreen([{ path: '/versions', Component }], '/versions');
  await userEvent.click(await screen.findByRole('button', { name: /^Compare ?version 1$/ }));
  return { onRestored, restore: await screen.findByRole('button', { name: 'Bring back version 1' }) };
};

test('the newest version is called published only while visitors see it', async () => {
  await compare(false);
  expect(screen.getByText('Version 2').parentElement).toHaveTextContent('Version 2 (published)');
  cleanup();
  await compare(false, 'failed');
  expect(screen.getByText('Version 2').parentElement).toHaveTextContent('Version 2 (not live)');
});

test('with unsaved changes a version can’t be brought back, and the button says why', async () => {
  const { restore } = await compare(true);
  expect(restore).toBeDisabled();
  expect(restore).not.toHaveAttribute('aria-busy');
  expect(restore).toHaveAccessibleDescription('Save or undo what you have typed first.');
});

test('a version that was not brought back says so, and can be tried again', async () => {
  const path = 'POST /api/admin/website/versions/1/restore';
  answers[path] = failing(503, 'BUSY', 'The studio is busy.');
  const { onRestored, restore } = await compare(false);
  await userEvent.click(restore);
  expect(await screen.findByRole('alert')).toHaveTextContent('The version was not brought back. The studio is busy.');
  expect(restore).not.toHaveAttribute('aria-busy');
  const draft = { version: 8, content: defaultWebsite, saved: { at, by: '' } };
  answers[path] = draft;
  await userEvent.click(restore);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onRestored).toHaveBeenCalledWith(draft, 1);
});

test('the website as it was deployed is the last of the versions, says what it is, and can be brought back', async () => {
  answers['GET /api/admin/website/versions/0'] = { number: 0, at: null, by: '', content: deployedWebsite };
  await compare(false);
  const versionTexts = screen.getAllByText(/^Version \d$/);
  expect(versionTexts.map(({ textContent }) => textContent)).toEqual(['Version 2', 'Version 1', 'Version 0']);
  expect(versionTexts.at(-1)!.parentElement).toHaveTextContent('The website as it was before anything was published');
  await userEvent.click(screen.getByRole('button', { name: /^Compare ?version 0$/ }));
  expect(await screen.findByRole('button', { name: 'Bring back version 0' })).toBeEnabled();
  expect(screen.getByText('Shown to visitors', { selector: 'ins' })).toBeInTheDocument();
});
