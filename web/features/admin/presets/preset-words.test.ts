import { expect, test } from 'vitest';
import type { PresetTarget } from '#shared/presets/preset-changes.ts';
import { presetChanges } from '#shared/presets/preset-changes.ts';
import { changedSettings, differingNames } from './preset-words.ts';

const session: PresetTarget = {
  chapters: [{ id: 'a', name: 'Ceremony' }],
  photo_order: 'captured',
  placed_count: 0,
  client_words: '',
  download_sizes: ['web', 'print', 'original'],
  download_allowance: null,
  ends_on: null,
  client_may_share: false,
};
const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium', clean_thumbnails: false } as const;

test('each changed setting is said before and after, and no other', () => {
  const changes = presetChanges(
    {
      chapters: ['Party'],
      photo_order: 'captured',
      client_words: 'Hello',
      download_sizes: ['original', 'web'],
      download_allowance: 1,
      client_may_share: true,
      watermark,
      selection: { name: 'Album', included: 30, extra_cents: 1_500, minimum: 5, days: 14, client_words: '' },
    },
    session,
    { hasSelection: false, maySetAllowance: true },
  );
  const lines = changedSettings(session, changes, 'USD').map(({ name, before, after }) =>
    `${name}: ${before} → ${after}`.replace(/[\u2068\u2069]/g, ''),
  );
  expect(lines).toEqual([
    'chapters: Ceremony → Ceremony, Party',
    'client_words: none → “Hello”',
    'download_sizes: all sizes → Web size, 2048 px; Original',
    'download_allowance: all photos → 1 photo',
    'client_may_share: not allowed → allowed',
    'watermark: none → “Proof”, medium, 40%',
    'selection: none is opened → “Album”: 30 photos, each further one $15, at least 5, for 14 days',
  ]);
  expect(changedSettings(session, { edit: {} }, 'USD')).toEqual([]);
  expect(changedSettings(session, { edit: { ends_on: '2027-02-25' } }, 'USD')).toEqual([
    { name: 'open_days', before: 'none', after: 'last day Feb 25, 2027' },
  ]);
});

test('what somebody else changed is named', () => {
  const other = { ...session, client_words: 'Hello', watermark, time_zone: 'Europe/Rome' };
  expect(differingNames(session, other)).toEqual(['Time zone', 'Words for the client', 'Watermark on proofs']);
  expect(differingNames(session, { ...session, ends_on: '2027-02-25' })).toEqual(['End of the gallery']);
  expect(differingNames(session, session)).toEqual([]);
});
