import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type defaultWebsite, deployedWebsite } from '#shared/website/default-website.ts';
import {
  answers,
  answerWebsite,
  builtInCards,
  draft,
  forgetWebsite,
  newHeadline,
  open,
  publishButton,
  published,
  since,
} from './editor-testing.tsx';
import type { BuiltInPicture } from './pictures/picture-context.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerWebsite);
afterEach(forgetWebsite);

const firstPublication = async (builtInPictures: Record<string, BuiltInPicture>) => {
  const content = { ...newHeadline, pictures: deployedWebsite.pictures };
  answers['GET /api/admin/website'] = { draft: draft(content), published: null, state: 'live' };
  const saved: (typeof defaultWebsite)[] = [];
  answers['PUT /api/admin/website/draft'] = (body: { content: typeof defaultWebsite }) => {
    saved.push(body.content);
    return { ...draft(body.content), version: 8 };
  };
  answers['POST /api/admin/website/publish'] = { draft: draft(content), ...published('publishing', content) };
  await open(builtInPictures);
  await userEvent.click(publishButton()!);
  return { dialog: within(screen.getByRole('dialog', { name: 'What will change' })), saved };
};

test('the first publication asks first what visitors see in places with a stand-in, and takes nothing off unasked', async () => {
  const { dialog, saved } = await firstPublication(builtInCards(true));
  const question = dialog.getByRole('group', {
    name: /^9 places still have stand-ins.*What should visitors see there\?$/,
  });
  expect(question.compareDocumentPosition(dialog.getByRole('list')) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  for (const answer of within(question).getAllByRole('radio')) expect(answer).not.toBeChecked();
  expect(dialog.getByText(/Versions keeps it as version 0\.$/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  const failure = dialog.getByRole('alert');
  expect(failure).toHaveTextContent('Please answer the question about the stand-ins first.');
  // The question is scrolled into view with the button, and has the focus.
  expect(failure.closest('.dialog-foot')).toContainElement(dialog.getByRole('button', { name: 'Publish 1 change' }));
  expect(within(question).getAllByRole('radio')[0]).toHaveFocus();
  expect(since(0)).toEqual([]);
  await userEvent.click(within(question).getByRole('radio', { name: /^The stand-ins, as today/ }));
  expect(failure).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved).toEqual([]);
  expect(since(0)).toEqual(['POST /api/admin/website/publish {"version":7}']);
});

test('places that are left out at the first publication are among what will change', async () => {
  const { dialog, saved } = await firstPublication(builtInCards(true));
  await userEvent.click(dialog.getByRole('radio', { name: /^Nothing/ }));
  expect(dialog.getByText('Shown to visitors', { selector: 'del' })).toBeInTheDocument();
  expect(dialog.getByText('Left out', { selector: 'ins' })).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 2 changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(saved.map(({ pictures }) => pictures.stand_ins)).toEqual([false]);
  expect(since(0).at(-1)).toBe('POST /api/admin/website/publish {"version":8}');
});

test('a studio whose pictures are all its own is asked nothing', async () => {
  const { dialog } = await firstPublication(builtInCards(false));
  expect(dialog.queryByRole('radio')).toBeNull();
  expect(dialog.getByRole('button', { name: 'Publish 1 change' })).toBeEnabled();
});
