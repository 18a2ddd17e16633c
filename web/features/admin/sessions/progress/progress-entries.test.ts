import { expect, test } from 'vitest';
import type { StudioAttachment } from '#shared/contract/attachments.ts';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import type { StudioSelection } from '#shared/contract/selections.ts';
import { dayOf } from '../../../../lib/dates.ts';
import { studioSession } from '../testing.ts';
import { type ProgressFacts, progressEntriesOf } from './progress-entries.ts';

const session = studioSession('s', 40);
const told = '2026-11-08T18:00:00.000Z';
const facts: ProgressFacts = {
  session,
  counts: undefined,
  arrivals: { pending: [], interrupted: [], failed: [], missing: 0, ended: undefined, hasMore: false, isUnsure: false },
  selections: undefined,
  attachments: undefined,
  currency: 'USD',
  statedZone: undefined,
};
const photos = (count: number) => Array.from({ length: count }, () => ({}) as UnsettledPhoto);
const selection = (name: string, change: Partial<StudioSelection>) =>
  ({ name, included: 30, extra_cents: null, chosen_count: 27, state: 'open', ...change }) as StudioSelection;
const file = (state: StudioAttachment['state'], attached_at = new Date().toISOString()) =>
  ({ state, attached_at }) as StudioAttachment;
const saysOf = (change: Partial<ProgressFacts>) =>
  progressEntriesOf({ ...facts, ...change }).map(({ tone, name, text }) => [tone, name ? `${name}: ${text}` : text]);
const ofSession = (change: Partial<typeof session>) => ({ session: { ...session, ...change } });

test('a session of which nothing is to be said has its emails and settings', () => {
  expect(saysOf({})).toEqual([
    ['done', 'Not told yet'],
    ['done', 'Settings'],
  ]);
});

test('an email that waits for the watermark is said, also when it waits for more', () => {
  const waiting_announcement = { at: told, name: 'Rosa', message: '' };
  expect(saysOf(ofSession({ waiting_announcement, marks_pending: true }))).toContainEqual([
    'done',
    'Email waits for the watermark',
  ]);
  expect(saysOf(ofSession({ waiting_announcement }))).toContainEqual(['alert', 'Email still waits']);
  expect(saysOf(ofSession({ waiting_announcement }))).not.toContainEqual(['done', 'Not told yet']);
});

test('what failed comes first, then what the studio has to decide', () => {
  const arrivals = { ...facts.arrivals, failed: photos(2), missing: 1_200, pending: photos(3), hasMore: true };
  const statedZone = { ahead: 120, photos_count: 3, clock: '2026-07-11T15:05:00.000', without_zone: 2 };
  const attachments = { items: [file('failed'), file('pending', told), file('ready'), file('pending')], trash: [] };
  const announced = { announced_at: told, announcement: { to: 'rosa@example.com', state: 'failed' as const } };
  expect(saysOf({ ...ofSession({ ...announced, notes: 'Ring twice.' }), arrivals, statedZone, attachments })).toEqual([
    ['alert', '2 failed'],
    ['alert', 'More than 1,200 never arrived'],
    ['alert', 'Email not delivered'],
    ['alert', '2 files failed'],
    ['ask', 'Photos say GMT+2'],
    ['done', 'More than 3 arriving'],
    ['done', '2 files'],
    ['done', 'Notes'],
    ['done', 'Settings'],
  ]);
});

test.each([
  ['queued', 'done', 'Email on its way'],
  ['sent', 'done', `Told on ${dayOf(told)}`],
  ['returned', 'alert', 'Email came back'],
] as const)('an email that is %s', (state, tone, text) => {
  const announcement = { to: 'rosa@example.com', state };
  expect(saysOf(ofSession({ announced_at: told, announcement }))).toContainEqual([tone, text]);
  const finished = { finished_announced_at: told, finished_announcement: announcement };
  const verb = text.replace('Told', 'Told of finished photos');
  expect(saysOf(ofSession(finished))).toContainEqual([tone, verb]);
});

test('finished photos that the client was not told of are counted', () => {
  const counts = { finished_new: 5 } as PhotoCounts;
  expect(saysOf({ ...ofSession({ finished_count: 9 }), counts })).toContainEqual(['done', '5 finished, not told of']);
});

test.each([
  [
    [selection('Album', { state: 'submitted' }), selection('Prints', {})],
    ['Album: submitted', 'Prints: 27 of 30 chosen'],
  ],
  [[selection('a', {}), selection('b', {}), selection('c', {})], ['3 selections']],
  [[], ['1 deleted selection']],
])('selections by name while they are few: %#', (items, texts) => {
  const says = saysOf({ selections: { items, deleted: [selection('Old', {})] } }).map(([, text]) => text);
  expect(says).toEqual(['Not told yet', ...texts, 'Settings']);
});

test('what could not be loaded, or can’t be read, is not shown as missing', () => {
  const arrivals = { ...facts.arrivals, isUnsure: true };
  expect(
    saysOf({ arrivals, selections: 'failed', attachments: 'failed' }).filter(([tone]) => tone === 'alert'),
  ).toEqual([
    ['alert', 'Uploads could not be checked'],
    ['alert', 'Selections could not be loaded'],
    ['alert', 'Files could not be loaded'],
  ]);
  const selections = { items: [], deleted: [], damaged: ['x'] };
  expect(saysOf({ selections })).toContainEqual(['alert', '1 damaged selection']);
});

test('settings that are being applied, or hide photos, have entries of their own', () => {
  const watermark = { has_logo: false, text: 'Proof', opacity: 40, size: 'medium' as const, clean_thumbnails: false };
  const change = { watermark, marks_pending: true, clocks_pending: true, download_allowance: 20 } as const;
  const counts = { marked: 120, markable: 430, unmarkable: 1 } as PhotoCounts;
  expect(saysOf({ ...ofSession(change), counts })).toEqual([
    ['ask', '1 without watermark, hidden'],
    ['done', 'Not told yet'],
    ['done', 'Marking 120 of 430'],
    ['done', 'Reordering by capture time...'],
    ['done', '0 of 20 downloads used'],
    ['done', 'Settings'],
  ]);
});
