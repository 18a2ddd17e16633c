import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type defaultWebsite, deployedWebsite } from '#shared/website/default-website.ts';
import { failing } from '../../../lib/testing.ts';
import { websiteQuery } from './api.ts';
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
  status,
} from './editor-testing.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerWebsite);
afterEach(forgetWebsite);

test('while a version is being published the screen says which, and “Live” only once visitors see it', async () => {
  answers['GET /api/admin/website'] = { draft: draft(), ...published('publishing') };
  await open();
  expect(status()).toContain('Publishing Visitors see version 3 in a moment...');
  expect(screen.queryByText('Live')).toBeNull();
  answers['GET /api/admin/website'] = { draft: draft(), ...published('live') };
  // The editor refetches by itself.
  expect(await screen.findByText('Live')).toBeInTheDocument();
  expect(screen.getByText(/^Version 3, published .*by Elena Marsh$/)).toBeInTheDocument();
});

test('a failed publication says what visitors see and what to do, and is published again', async () => {
  answers['GET /api/admin/website'] = { draft: draft(), ...published('failed') };
  answers['POST /api/admin/website/publish'] = { draft: draft(), ...published('live') };
  await open();
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Publishing failed. Visitors may still see the former version, at least on some pages. Publish again, or ask whoever runs the site.',
  );
  expect(screen.queryByText('Live')).toBeNull();
  expect(status()).toContainEqual(expect.stringMatching(/^Not liveVersion 3, published .*by Elena Marsh$/));
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  expect(dialog.getByText('The newest version is published again.')).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(since(0)).toEqual(['POST /api/admin/website/publish {"version":7}']);
});

test('a deployment that did not reach visitors is not called live, and can’t be mended by publishing', async () => {
  answers['GET /api/admin/website'] = { draft: draft(deployedWebsite), published: null, state: 'failed' };
  await open();
  expect(screen.queryByText('Live')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent(/at least on some pages. Ask whoever runs the site.$/);
  expect(publishButton()).toBeDisabled();
});

test('a refused publication keeps the dialog and says why; nothing to publish can’t be published', async () => {
  answers['GET /api/admin/website'] = { draft: draft(newHeadline), ...published('live') };
  answers['POST /api/admin/website/publish'] = failing(503, 'BUSY', 'The studio is busy.');
  await open();
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  expect(dialog.getByText(home.headline, { selector: 'del' })).toBeInTheDocument();
  expect(dialog.getByText('Light, kept', { selector: 'ins' })).toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Nothing was published. The studio is busy.');
  const newest = { ...published('live', newHeadline).published, number: 4 };
  const done = { draft: draft(newHeadline), published: newest, state: 'publishing' };
  answers['POST /api/admin/website/publish'] = done;
  answers['GET /api/admin/website'] = { ...done, state: 'live' };
  await userEvent.click(dialog.getByRole('button', { name: 'Publish 1 change' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/^Version 4, published/)).toBeInTheDocument();
  expect(publishButton()).toBeDisabled();
});

test('staff save a draft and are told who publishes', async () => {
  signIn({ isStaff: true });
  answers['PUT /api/admin/website/draft'] = ({ version, content }: { version: number; content: object }) => ({
    ...draft(),
    version: version + 1,
    content,
  });
  await open();
  expect(screen.getByText('Admins publish.')).toBeInTheDocument();
  const headline = screen.getByRole('textbox', { name: 'Headline' });
  await userEvent.clear(headline);
  await userEvent.paste('Light, kept');
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  expect(await screen.findByText('Admins publish.')).toBeInTheDocument();
  expect(screen.getByText(/^1 change, saved/)).toBeInTheDocument();
  expect(publishButton()).toBeNull();
  expect(queries.getQueryData(websiteQuery.queryKey)?.draft).toMatchObject({ version: 8 });
  expect(queries.getQueryData(websiteQuery.queryKey)?.draft.content.home.headline).toBe('Light, kept');
});

test('a draft with unfinished rows is saved, and the list before a publication says what is missing', async () => {
  const sent: { content: typeof defaultWebsite }[] = [];
  answers['PUT /api/admin/website/draft'] = (body: { content: typeof defaultWebsite }) => {
    sent.push(body);
    return { ...draft(body.content), version: 8 };
  };
  await open();
  await userEvent.click(outline().getByRole('button', { name: 'Testimonials' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a testimonial' }));
  await userEvent.click(outline().getByRole('button', { name: 'Add-ons' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add an add-on' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(publishButton()).toBeEnabled());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent[0]!.content.testimonials).toMatchObject([{ name: '', words: '' }]);
  expect(sent[0]!.content.sessions.add_ons.at(-1)).toMatchObject({ name: '', price_cents: null });
  await userEvent.click(publishButton()!);
  const dialog = within(screen.getByRole('dialog', { name: 'What will change' }));
  const lacking = within(dialog.getByRole('alert')).getAllByRole('listitem');
  expect(lacking.map(({ textContent }) => textContent)).toEqual([
    'Add-ons, number 4: Please enter a name.',
    'Add-ons, number 4: Please enter a price.',
    'Testimonials, number 1: Please enter a name.',
    'Testimonials, number 1: Please enter the words of the testimonial.',
  ]);
  expect(dialog.getByRole('button', { name: /^Publish/ })).toBeDisabled();
});
