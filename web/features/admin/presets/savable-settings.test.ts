import { expect, test } from 'vitest';
import type { StudioSelection } from '#shared/contract/selections.ts';
import { CreatePreset } from '#shared/contract/sessions/presets.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { isUsual, savableSettings } from './savable-settings.ts';
import { presetOf, presetSchema, typedPreset } from './typed-preset.ts';

const session = {
  chapters: [],
  photo_order: 'captured',
  placed_count: 0,
  client_words: '',
  download_sizes: ['web', 'print', 'original'],
  download_allowance: null,
  ends_on: null,
  client_may_share: false,
} as unknown as SessionDetails;
const selection = {
  name: 'Album',
  included: 30,
  extra_cents: null,
  minimum: 5,
  ends_on: '2026-11-15',
  created_at: '2026-11-01T18:00:00.000Z',
  client_words: 'For you',
  state: 'closed',
} as StudioSelection;
const admin = { maySetAllowance: true };

test('a session has no chapters, no order by hand and, for staff, no limit to save', () => {
  const usual = savableSettings(session, [], admin);
  expect(Object.keys(usual).filter((name) => !isUsual(name as keyof typeof usual, usual))).toEqual([]);
  expect(usual).not.toHaveProperty('chapters');
  expect(savableSettings({ ...session, photo_order: 'custom' }, [], admin)).not.toHaveProperty('photo_order');
  expect(savableSettings(session, [], { maySetAllowance: false })).not.toHaveProperty('download_allowance');
});

test('the selection that is not closed is saved with the days that it is open, or else the last one', () => {
  const open = { ...selection, name: 'Open', state: 'ended' } as StudioSelection;
  const last = { ...selection, name: 'Last', ends_on: null } as StudioSelection;
  expect(savableSettings(session, [open, last], admin).selection).toMatchObject({ name: 'Open', days: 14 });
  expect(savableSettings(session, [selection, last], admin).selection).toMatchObject({ name: 'Last', days: null });
});

test('a saved preset comes back from its form unchanged', () => {
  const preset = CreatePreset.parse({ name: 'Minis', settings: savableSettings(session, [selection], admin) });
  const typed = presetSchema('USD').parse(typedPreset(preset, 'USD'));
  expect(presetOf(typed, { studioName: 'Magnolia & Light', currency: 'USD' })).toEqual(preset);
});

test('what is wrong is said at the field where it is typed', () => {
  const typed = { ...typedPreset({ name: '', settings: {} }, 'USD'), has_selection: true, has_chapters: true };
  const paths = presetSchema('USD')
    .safeParse(typed)
    .error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toEqual(
    expect.arrayContaining(['name', 'chapters', 'selection.name', 'selection.included', 'selection.extra_cents']),
  );
  const none = presetSchema('USD').safeParse(typedPreset({ name: 'Minis', settings: {} }, 'USD'));
  expect(none.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'has_chapters: Choose this or another setting.',
  ]);
});
