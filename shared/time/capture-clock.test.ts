import { expect, test } from 'vitest';
import { capturedAt } from './capture-clock.ts';

const rome = { time_zone: 'Europe/Rome' };
const clock = '2026-07-11T15:00:00.500';

test.each([
  ['the studio’s zone', { clock }, {}, '2026-07-11T20:00:00.500Z'],
  ['the session’s zone', { clock }, rome, '2026-07-11T13:00:00.500Z'],
  ['the file’s own zone', { clock, ahead: -300 }, rome, '2026-07-11T20:00:00.500Z'],
  ['a clock put forward', { clock, camera: 'A' }, { ...rome, clock_shifts: { A: 90 } }, '2026-07-11T13:01:30.500Z'],
  ['another camera’s clock', { clock, camera: 'B' }, { ...rome, clock_shifts: { A: 90 } }, '2026-07-11T13:00:00.500Z'],
  [
    'a clock put back across the change of time',
    { clock: '2026-03-29T03:10:00.000', camera: 'A' },
    { ...rome, clock_shifts: { A: -4_200 } },
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'a camera without a name',
    { clock },
    { ...rome, clock_shifts: { 'Unknown camera': 60 } },
    '2026-07-11T13:01:00.500Z',
  ],
  [
    'a camera that is called as what every object has',
    { clock, camera: 'constructor' },
    { ...rome, clock_shifts: {} },
    '2026-07-11T13:00:00.500Z',
  ],
  ['a time beyond the year 9999', { clock: '9999-12-31T23:59:59.000' }, {}, null],
  ['a shift beyond it', { clock: '9999-12-31T00:00:00.000', camera: 'A' }, { clock_shifts: { A: 864_000 } }, null],
  ['a clock that is none', { clock: 'broken' }, {}, null],
  ['a shift that is none', { clock, camera: 'A' }, { clock_shifts: { A: Number.NaN } }, null],
  ['no clock', undefined, rome, null],
])('%s', (_, capture, clocks, expected) => {
  expect(capturedAt(capture, clocks)).toBe(expected);
});
