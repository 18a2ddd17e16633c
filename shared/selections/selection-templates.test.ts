import { expect, test } from 'vitest';
import { packages } from '../website/default-website.ts';
import { selectionTemplates } from './selection-templates.ts';

test('each package that says how many photos it includes is a template', () => {
  expect(selectionTemplates(packages)).toEqual([
    { name: 'Half Session', included: 10 },
    { name: 'Full Session', included: 20 },
    { name: 'Full Day', included: 75 },
  ]);
});

test.each([
  ['10+ edited images', 10],
  ['1,200 photos', 1_200],
  ['30 fully hand-retouched digital photographs', 30],
  ['1 picture', 1],
  ['5 prints', 5],
])('%s', (inclusion, included) => {
  expect(selectionTemplates([{ name: 'A', inclusions: ['2 locations', inclusion] }])).toEqual([
    { name: 'A', included },
  ]);
});

test.each(['1–2 nearby locations', '0 images', 'All edited images', 'Private gallery', '6 hours', '2 imageless days'])(
  '%s is no number of photos',
  (inclusion) => {
    expect(selectionTemplates([{ name: 'A', inclusions: [inclusion] }])).toEqual([]);
  },
);
