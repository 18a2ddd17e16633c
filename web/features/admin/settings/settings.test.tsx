import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Settings } from '#shared/contract/settings.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Component } from './settings.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const settings: Settings = {
  at_once: true,
  daily: true,
  reminders: false,
  gallery_reminders: true,
  exported_at: null,
  makes_exports: true,
};
let answers: Answers;
let requests: string[];
beforeEach(() => {
  answers = {
    'GET /api/admin/settings': settings,
    'GET /api/admin/presets': { items: [] },
    'GET /api/admin/settings/announcement-texts': { items: [], version: 0 },
    'GET /api/admin/settings/currency': { currency: 'USD', version: 0 },
    'GET /api/admin/settings/taxes': { items: [], version: 0 },
  };
  const fake = answerFetch(answers);
  requests = fake.asked;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => vi.unstubAllGlobals());

const open = () => showScreen([{ path: '/admin/settings', Component }], '/admin/settings');

test('emails to the studio are switched off, and reminders on; a failure keeps what was chosen', async () => {
  answers['PATCH /api/admin/settings'] = failing(503, 'BUSY', 'The studio is busy.');
  open();
  await userEvent.click(await screen.findByLabelText('Write to the studio at once'));
  await userEvent.click(screen.getByLabelText('Remind clients before a selection ends'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The settings were not saved. The studio is busy.');
  expect(screen.getByLabelText('Write to the studio at once')).not.toBeChecked();
  answers['PATCH /api/admin/settings'] = { ...settings, at_once: false, reminders: true };
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The settings are saved.')).toBeVisible();
  expect(requests.at(-1)).toBe(
    'PATCH /api/admin/settings {"at_once":false,"daily":true,"reminders":true,"gallery_reminders":true}',
  );
  await userEvent.click(screen.getByLabelText('Write to the studio once a day'));
  expect(screen.queryByText('The settings are saved.')).toBeNull();
});

test('the last export is said', async () => {
  answers['GET /api/admin/settings'] = { ...settings, exported_at: '2026-08-03T12:00:00.000Z' };
  open();
  expect(await screen.findByText('The last one was made on Aug 3, 2026.')).toBeVisible();
  expect(screen.getByText('npm run studio:export -- FOLDER')).toBeVisible();
});

test('who can’t make an export sees no command, and who makes it', async () => {
  answers['GET /api/admin/settings'] = { ...settings, makes_exports: false };
  open();
  expect(
    await screen.findByText(/The person who set up this website makes it, and is reminded each quarter/),
  ).toBeVisible();
  expect(screen.queryByText(/npm run/)).toBeNull();
});
