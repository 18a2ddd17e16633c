import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepDraft } from '../../../lib/browser/drafts.ts';
import { failing } from '../../../lib/testing.ts';
import { sessionQuery } from './api.ts';
import { answerSession, answers, forgetSession, id, open, openPanel, session } from './session-testing.ts';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

beforeEach(answerSession);
afterEach(forgetSession);

test('a session request started before the announcement does not undo it', async () => {
  const path = `/api/admin/sessions/${id}`;
  const announced = {
    ...session,
    visible_count: 1,
    announced_at: '2025-05-05T12:00:00.000Z',
    announcement: { to: 'rosa@example.com', state: 'sent' },
  };
  answers[`${path}/announcement`] = () => {
    answers[path] = announced;
    return announced;
  };
  const { queries } = open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  const before = Promise.withResolvers<unknown>();
  answers[path] = () => before.promise;
  void queries.refetchQueries(sessionQuery(id));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/email sent to rosa@example.com/)).toBeInTheDocument();
  before.resolve(session);
  await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.getByText(/email sent to rosa@example.com/)).toBeInTheDocument();
});

test.each([
  [{ photos_count: 0, visible_count: 0 }, /no photos in this session yet/],
  [{ visible_count: 0 }, /can’t see any photo/],
  [{ client_email: '' }, /no email address/],
])('without visible photos or an address the announcement dialog does not open', async (change, reason) => {
  answers[`/api/admin/sessions/${id}`] = { ...session, ...change };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(reason);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the personal message is kept if the email was not sent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent('rosa@example.com');
  await userEvent.type(screen.getByLabelText('A personal line (optional)'), 'You were a joy.');
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The studio is busy.');
  await userEvent.click(screen.getByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByLabelText('A personal line (optional)')).toHaveValue('You were a joy.');
});

test('an announcement with a lost response is not shown as unsent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    const announcement = { to: 'rosa@example.com', state: 'queued' };
    answers[path] = { ...session, announced_at: '2025-05-05T12:00:00.000Z', announcement };
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/the email to rosa@example.com is on its way/)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('if the response and the refetch fail, the outcome is shown as unknown', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[`${path}/announcement`] = () => {
    answers[path] = failing(403, 'FORBIDDEN');
    throw new TypeError('Failed to fetch');
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It is not known whether the email was sent.');
});

const preview = (message = '') => ({
  to: 'rosa@example.com',
  subject: 'Your photos are ready: Family',
  html: `<html><head><style>.sheet{}</style></head><body><div class="sheet"><a href="https://studio.example/x">Open</a> ${message}</div></body></html>`,
  cover_path: null,
});
const watermarked = {
  ...session,
  watermark: { has_logo: false, text: 'Proof', opacity: 80, size: 'medium', clean_thumbnails: false },
  marks_pending: true,
};
const counted = (numbers: object) => ({
  waiting: 0,
  unmarkable: 0,
  markable: 298,
  marked: 77,
  told_zone: null,
  ...numbers,
});

test('the email is shown before it is sent, without links that lead away', async () => {
  answers[`/api/admin/sessions/${id}/announcement/preview`] = preview('You were a joy.');
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('The email');
  expect(frame.srcdoc).toContain('You were a joy.');
  expect(frame.srcdoc).not.toMatch(/href|<style/);
  expect(frame).toHaveAttribute('sandbox', 'allow-same-origin');
  expect(screen.getByText('Your photos are ready: Family')).toBeVisible();
});

test('while photos get their first watermark, the email can only wait for it, and can be taken back', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[path] = watermarked;
  answers[`${path}/photos/counts`] = counted({});
  answers[`${path}/announcement`] = () => {
    const waiting_announcement = { at: '2025-05-05T12:00:00.000Z', name: 'Elena', message: '' };
    return { ...watermarked, waiting_announcement };
  };
  open();
  await screen.findByText(/Marking 77 of 298/);
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('The watermark is on 77 of 298 photos. Until it is on all of them, the client sees');
  expect(screen.queryByRole('button', { name: /^Send the email/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send when the watermark is on all photos' }));
  expect(await screen.findByText(/The email is sent when the watermark is on all photos: 77 of 298/)).toBeVisible();
  // In place of the button that tells, also where the panel is closed.
  expect(screen.getByText('Waits for the watermark: 77 of 298')).toBeVisible();
  answers[`${path}/announcement`] = failing(503, 'BUSY', 'The studio is busy.');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the email' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The email still waits. The studio is busy.');
  answers[`${path}/announcement`] = watermarked;
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the email' }));
  expect(await screen.findByText('The client has not been told yet.')).toBeVisible();
  expect(screen.queryByText(/^Waits for the watermark/)).toBeNull();
});

test('in its panel, an email that waits is not sent', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[path] = { ...watermarked, waiting_announcement: { at: '2025-05-05T12:00:00.000Z', name: '', message: '' } };
  answers[`${path}/announcement`] = watermarked;
  open();
  await openPanel('Email waits for the watermark');
  await userEvent.click(screen.getByRole('button', { name: 'Don’t send it' }));
  expect(await screen.findByText('The client has not been told yet.')).toBeVisible();
});

test('while further photos get the watermark, the dialog says that they are hidden, and the email can be sent or wait', async () => {
  const path = `/api/admin/sessions/${id}`;
  answers[path] = { ...watermarked, marks_shown: '2025-05-05T12:00:00.000Z' };
  answers[`${path}/photos/counts`] = counted({ waiting: 221 });
  open();
  await screen.findByText(/Marking 77 of 298/);
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByRole('dialog')).toHaveTextContent('Photos without it are hidden from the client');
  expect(screen.getByRole('button', { name: 'Send the email now' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send when the watermark is on all photos' })).toBeVisible();
});

test('the personal line begins with one of the studio’s texts, and keeps what was typed', async () => {
  answers['/api/admin/settings/announcement-texts'] = {
    items: [{ name: 'Wedding', text: 'What a day, {{first name}}.' }],
    version: 3,
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  const line = screen.getByLabelText('A personal line (optional)');
  await userEvent.click(await screen.findByRole('button', { name: 'Wedding' }));
  expect(line).toHaveValue('What a day, {{first name}}.');
  expect(screen.getByRole('button', { name: 'Wedding' })).toHaveAttribute('aria-pressed', 'true');
  await userEvent.clear(line);
  await userEvent.type(line, 'You were a joy.');
  await userEvent.click(screen.getByRole('button', { name: 'Wedding' }));
  expect(line).toHaveValue('What a day, {{first name}}.\n\nYou were a joy.');
  await userEvent.click(screen.getByRole('button', { name: 'Keep this text for other clients' }));
  const { items } = { items: [{ name: 'Joy', text: 'What a day, {{first name}}.\n\nYou were a joy.' }] };
  answers['/api/admin/settings/announcement-texts'] = { items, version: 4 };
  await userEvent.type(screen.getByLabelText('Name of the text'), 'Joy{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(await screen.findByRole('button', { name: 'Joy' })).toHaveAttribute('aria-pressed', 'true');
});

test('a text is kept for other clients beside one that somebody else has added meanwhile', async () => {
  const path = '/api/admin/settings/announcement-texts';
  const theirs = { name: 'Minis', text: 'Quick.' };
  const both = { items: [theirs, { name: 'Joy', text: 'You were a joy.' }], version: 5 };
  answers[path] = { items: [], version: 3 };
  const responses = [
    failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current: { items: [theirs], version: 4 } } }),
    Response.json(both),
  ];
  const fetchFirst = globalThis.fetch;
  const sent: object[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return fetchFirst(input);
    sent.push(JSON.parse(String(init.body)));
    return responses.shift();
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.type(screen.getByLabelText('A personal line (optional)'), 'You were a joy.');
  await userEvent.click(screen.getByRole('button', { name: 'Keep this text for other clients' }));
  await userEvent.type(screen.getByLabelText('Name of the text'), 'Joy');
  await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
  expect(await screen.findByRole('button', { name: 'Joy' })).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('button', { name: 'Minis' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent.at(-1)).toEqual({ items: both.items, version: 4 });
});

test('a field that the email does not have is refused at the personal line', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  await userEvent.type(screen.getByLabelText('A personal line (optional)'), 'Dear {{{{name}}');
  await userEvent.click(screen.getByRole('button', { name: 'Send the email' }));
  expect(await screen.findByText(/There is no field {{name}} here/)).toBeVisible();
});

test('a draft with a field that the email does not have has no preview until that is mended', async () => {
  const preview = vi.fn(() => ({
    to: 'rosa@example.com',
    subject: 'Your photos',
    html: '<p>Hello</p>',
    cover_path: null,
  }));
  answers[`/api/admin/sessions/${id}/announcement/preview`] = preview;
  keepDraft(`announcement ${id}`, { message: 'Dear {{name}}' });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Tell the client/ }));
  expect(screen.getByText('The email is shown here when its words have no mistake.')).toBeVisible();
  expect(preview).not.toHaveBeenCalled();
  await userEvent.clear(screen.getByLabelText('A personal line (optional)'));
  expect(await screen.findByRole('region', { name: 'Preview of the email' })).toHaveTextContent('Your photos');
});
