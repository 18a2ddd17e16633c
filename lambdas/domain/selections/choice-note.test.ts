import { expect, test } from 'vitest';
import { noteOn } from './choice-note.ts';

test.each([
  ['', undefined, ''],
  ['Crop', undefined, 'Crop'],
  ['Crop', { note: '' }, 'Crop'],
  // An older choice with its own note.
  ['', { note: 'Warmer' }, 'Warmer'],
  ['Crop', { note: 'Crop' }, 'Crop'],
  ['Crop the fence', { note: 'Crop' }, 'Crop the fence'],
  ['Crop', { note: 'Warmer' }, 'Crop\nWarmer'],
])('the note on a photo with the note %j and the choice %j is %j', (note, choice, expected) => {
  expect(noteOn({ note }, choice)).toBe(expected);
});
