import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Preset } from '#shared/contract/sessions/presets.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { KeptForm } from '../../../forms/kept-form.tsx';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { presetsQuery } from './api.ts';
import ApplyPresetDialog from './apply-preset.tsx';
import { PresetField } from './preset-field.tsx';
import { Presets } from './presets.tsx';

vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));

const preset: Preset = { id: 'p'.repeat(20), name: 'Wedding', settings: { client_words: 'What a day.' }, version: 3 };
let answers: Answers;
beforeEach(() => {
  answers = { 'GET /api/admin/presets': { items: [preset] } };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const show = (element: ReactNode) => showScreen([{ path: '/', element }], '/');

test('the dialog of a preset that somebody else deletes keeps what is typed, and says so', async () => {
  answers[`PATCH /api/admin/presets/${preset.id}`] = failing(404, 'NOT_FOUND', 'This does not exist.');
  const { queries } = show(<Presets />);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Wedding' }));
  const words = await screen.findByRole('textbox', { name: 'Words for the client' });
  await userEvent.type(words, ' Thank you.');
  answers['GET /api/admin/presets'] = { items: [] };
  await queries.invalidateQueries({ queryKey: presetsQuery.queryKey });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit Wedding' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Edit preset' })).toBeVisible();
  expect(words).toHaveValue('What a day. Thank you.');
  await userEvent.click(screen.getByRole('button', { name: 'Save preset' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The preset was not saved. This does not exist.');
});

test('why a preset was not deleted is said before the list is loaded again', async () => {
  answers[`DELETE /api/admin/presets/${preset.id}?version=3`] = failing(
    409,
    'CHANGED_MEANWHILE',
    'Somebody else changed this.',
  );
  show(<Presets />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Wedding' }));
  answers['GET /api/admin/presets'] = () => new Promise(() => {});
  await userEvent.click(screen.getByRole('button', { name: 'Delete preset' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The preset was not deleted. Somebody else changed this.');
});

test('a preset without a setting is refused at the first one, which need not be the one', async () => {
  show(<Presets />);
  await userEvent.click(await screen.findByRole('button', { name: 'New preset' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Minis');
  await userEvent.click(screen.getByRole('button', { name: 'Save preset' }));
  expect(await screen.findByRole('checkbox', { name: 'Chapters' })).toHaveAccessibleDescription(
    'Choose this or another setting.',
  );
});

const NewSession = () => (
  <KeptForm
    draft="new session"
    schema={Chosen}
    defaultValues={{ preset_id: '' }}
    describe={String}
    onSubmit={async () => {}}
  >
    <PresetField />
  </KeptForm>
);
const Chosen = z.object({ preset_id: z.string() });
const field = () => screen.findByRole('combobox', { name: 'Preset (optional)' });

test('a new session says that its presets could not be loaded, and loads them again', async () => {
  answers['GET /api/admin/presets'] = failing(503, 'BUSY', 'The studio is busy.');
  show(<NewSession />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The presets could not be loaded. The studio is busy.');
  answers['GET /api/admin/presets'] = { items: [preset] };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await field()).toHaveValue('');
});

test('a chosen preset that was deleted is named so until another one or none is chosen', async () => {
  const { queries } = show(<NewSession />);
  await userEvent.selectOptions(await field(), 'Wedding');
  answers['GET /api/admin/presets'] = { items: [] };
  await queries.invalidateQueries({ queryKey: presetsQuery.queryKey });
  expect(await screen.findByRole('option', { name: 'Deleted', selected: true })).toBeVisible();
  await userEvent.selectOptions(await field(), 'None');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('the dialog that applies a preset says what it waits for, and what could not be loaded', async () => {
  const session = { id: 's'.repeat(20) } as SessionDetails;
  const selections = Promise.withResolvers<unknown>();
  answers[`GET /api/admin/sessions/${session.id}/selections`] = () => selections.promise;
  show(<ApplyPresetDialog session={session} onClose={() => {}} />);
  expect(await screen.findByText('Loading selections...')).toBeInTheDocument();
  selections.resolve(failing(503, 'BUSY', 'The studio is busy.'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The selections of this session could not be loaded. The studio is busy.',
  );
});
