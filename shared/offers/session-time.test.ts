import { expect, test } from 'vitest';
import { sessionTime } from './session-time.ts';

test.each([
  [null, null, ''],
  ['13:00', null, '1:00 PM'],
  ['13:00', '19:00', '1:00 to 7:00 PM'],
  ['10:30', '14:00', '10:30 AM to 2:00 PM'],
  ['12:00', '00:15', '12:00 PM to 12:15 AM'],
])('from %s to %s is %j', (from, to, said) => {
  expect(sessionTime({ from, to })).toBe(said);
});
