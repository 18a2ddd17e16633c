import { expect, test, vi } from 'vitest';
import type { PresetSettings } from '#shared/contract/sessions/presets.ts';
import { limits } from '#shared/limits.ts';
import { type PresetTarget, presetChanges } from './preset-changes.ts';

const session: PresetTarget = {
  chapters: [],
  photo_order: 'captured',
  placed_count: 0,
  client_words: 'Take your time',
  download_sizes: ['web', 'print', 'original'],
  download_allowance: null,
  client_may_share: false,
  ends_on: null,
};
const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false } as const;
const selection = { name: 'Album', included: 30, extra_cents: 1_500, minimum: 0, days: 14, client_words: '' };
const admin = { hasSelection: false, maySetAllowance: true };

const changes = (settings: PresetSettings, target: Partial<PresetTarget> = {}, facts: Partial<typeof admin> = {}) =>
  presetChanges(settings, { ...session, ...target }, { ...admin, ...facts });
const chapter = (name: string) => ({ id: `id-of-${name}`, name });
const namesAfter = (names: string[], now: string[]) =>
  changes({ chapters: names }, { chapters: now.map(chapter) }).edit.chapters?.map(({ name }) => name);

test('every setting of a preset is changed, and no other', () => {
  const settings = {
    photo_order: 'name',
    time_zone: 'Europe/Rome',
    client_words: '',
    download_sizes: ['web' as const],
    download_allowance: 10,
    client_may_share: true,
    watermark,
  } as const satisfies PresetSettings;
  expect(changes(settings)).toEqual({ edit: settings, leftOut: [] });
  for (const name of Object.keys(settings) as (keyof typeof settings)[]) {
    expect(changes({ [name]: settings[name] })).toEqual({ edit: { [name]: settings[name] }, leftOut: [] });
  }
  expect(changes({})).toEqual({ edit: {}, leftOut: [] });
});

test('a number of open days becomes a last day of the session’s own, counted from today in the studio’s time zone', () => {
  // In Houston it is still November 27.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-28T05:00:00.000Z') });
  expect(changes({ open_days: 90 }).edit).toEqual({ ends_on: '2027-02-25' });
  expect(changes({ open_days: 90 }, { ends_on: '2027-02-25' }).edit).toEqual({});
  expect(changes({ open_days: null }, { ends_on: '2027-02-25' }).edit).toEqual({ ends_on: null });
  expect(changes({ open_days: null }).edit).toEqual({});
  expect(changes({}, { ends_on: '2027-02-25' }).edit).toEqual({});
  vi.useRealTimers();
});

test('a setting that the session has already is not changed', () => {
  const { opacity, ...otherwise } = watermark;
  expect(
    changes(
      {
        chapters: ['ceremony'],
        photo_order: 'captured',
        time_zone: null,
        client_words: 'Take your time',
        download_sizes: ['original', 'web', 'print'],
        download_allowance: null,
        client_may_share: false,
        watermark,
      },
      { chapters: [chapter('Ceremony')], watermark: { opacity, ...otherwise } },
    ),
  ).toEqual({ edit: {}, leftOut: [] });
});

test('null is a value: no watermark, the studio’s time zone, and all photos', () => {
  const now = { watermark, time_zone: 'Europe/Rome', download_allowance: 5 };
  const none = { watermark: null, time_zone: null, download_allowance: null };
  expect(changes(none, now).edit).toEqual(none);
  expect(changes({ watermark: null, time_zone: null }).edit).toEqual({});
  expect(changes({ watermark: { ...watermark, opacity: 50 } }, { watermark }).edit.watermark?.opacity).toBe(50);
});

test('chapters are added behind those that precede them, and existing ones keep name and order', () => {
  expect(namesAfter(['Getting ready', 'Ceremony', 'Party'], [])).toEqual(['Getting ready', 'Ceremony', 'Party']);
  expect(namesAfter(['Getting ready', 'Ceremony', 'Party'], ['CÉREMONY'])).toEqual([
    'Getting ready',
    'CÉREMONY',
    'Party',
  ]);
  expect(namesAfter(['A', 'B', 'C'], ['X', 'C', 'A', 'Y'])).toEqual(['X', 'C', 'A', 'B', 'Y']);
  expect(namesAfter(['New'], ['X', 'Y'])).toEqual(['X', 'Y', 'New']);
  expect(namesAfter(['A'], ['X', 'A'])).toBeUndefined();
  const { edit } = changes({ chapters: ['Party'] }, { chapters: [chapter('Ceremony')] });
  expect(edit.chapters).toEqual([chapter('Ceremony'), { id: null, name: 'Party' }]);
});

test('a session gets no more chapters than it has room for', () => {
  const full = Array.from({ length: limits.chaptersPerSession - 1 }, (_, index) => chapter(`Chapter ${index}`));
  const { edit, leftOut } = changes({ chapters: ['A', 'B'] }, { chapters: full });
  expect(edit.chapters).toHaveLength(limits.chaptersPerSession);
  expect(leftOut).toEqual(['chapters']);
});

test('the order stays while photos are placed by hand', () => {
  const custom = { photo_order: 'custom' as const };
  expect(changes({ photo_order: 'name' }, { ...custom, placed_count: 1 })).toEqual({
    edit: {},
    leftOut: ['photo_order'],
  });
  expect(changes({ photo_order: 'name' }, custom).edit).toEqual({ photo_order: 'name' });
});

test('only who may set the download limit changes it', () => {
  const facts = { maySetAllowance: false };
  expect(changes({ download_allowance: 10 }, {}, facts)).toEqual({ edit: {}, leftOut: ['download_allowance'] });
  expect(changes({ download_allowance: null }, {}, facts)).toEqual({ edit: {}, leftOut: [] });
});

test('a selection is opened only where none is open or submitted', () => {
  expect(changes({ selection }).selection).toEqual(selection);
  expect(changes({ selection }, {}, { hasSelection: true })).toEqual({ edit: {}, leftOut: ['selection'] });
});
