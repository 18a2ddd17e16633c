import { expect, test } from 'vitest';
import { studioPhoto } from '../../../../photos/testing.ts';
import { sayHeldOf, sayShown } from './unmarkable.ts';

const visible = studioPhoto('visible');
const waiting = studioPhoto('waiting', { is_approved: false, awaits_mark: true });
const small = studioPhoto('small', { is_approved: false, awaits_mark: true, unmarkable: 'small' });
const faint = studioPhoto('faint', { is_approved: false, awaits_mark: true, unmarkable: 'faint' });

test.each([
  [[visible], '1 photo is visible to the client.'],
  [[visible, visible], '2 photos are visible to the client.'],
  [[waiting], '1 photo waits for its watermark, and is hidden until then.'],
  [
    [visible, waiting, waiting],
    '1 photo is visible to the client. 2 photos wait for their watermarks, and are hidden until then.',
  ],
  [
    [visible, visible, small],
    '2 photos are visible to the client. 1 photo stays hidden: it is too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace it by a larger file.',
  ],
  [
    [small, small],
    '2 photos stay hidden: they are too small for the watermark’s letters. Choose a shorter text under “Change watermark”, or replace them by larger files.',
  ],
  [
    [faint, visible, faint],
    '1 photo is visible to the client. 2 photos stay hidden: the watermark changes too little of them to be seen. Choose more letters or a higher opacity under “Change watermark”.',
  ],
])('says how many photos are visible now, how many are not, and why: %#', (photos, expectedText) => {
  expect(sayShown(photos)).toBe(expectedText);
});

test('says of a whole session how many photos wait, and how many stay hidden', () => {
  expect(sayHeldOf({ waiting: 0, unmarkable: 0 })).toBe('');
  expect(sayHeldOf({ waiting: 1_200, unmarkable: 1 })).toBe(
    '1,200 photos wait for their watermarks, and are hidden until then. 1 photo stays hidden from clients, because the watermark can’t be seen on it: see why under “Hidden”.',
  );
});
