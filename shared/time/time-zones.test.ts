import { expect, test } from 'vitest';
import { EditSession } from '../contract/sessions/sessions.ts';
import { zoneNameAt, zonesAt } from './time-zones.ts';

const july = Date.UTC(2026, 6, 11, 13);
const december = Date.UTC(2026, 11, 11, 13);

test('zones of the offset at that date stand first, the well-known before the others and the fixed one last', () => {
  const { first, others } = zonesAt(july, 120);
  expect(first.slice(0, 3)).toEqual(['Europe/Rome', 'Europe/Paris', 'Europe/Madrid']);
  expect(first.at(-1)).toBe('Etc/GMT-2');
  expect(first).not.toContain('Europe/Athens');
  expect(others).toContain('America/Chicago');
  expect(zonesAt(december, 120).first[0]).toBe('Europe/Athens');
  expect(zonesAt(july, 345).first).toEqual([expect.stringMatching(/^Asia\/Kat.*du$/)]);
});

test.each([
  ['Europe/Rome', july, 'Rome, GMT+2'],
  ['Europe/Rome', december, 'Rome, GMT+1'],
  ['America/Argentina/Buenos_Aires', july, 'Buenos Aires, GMT-3'],
  ['America/St_Johns', december, 'St Johns, GMT-3:30'],
  ['Etc/GMT-2', july, 'GMT+2'],
  ['UTC', july, 'GMT'],
])('%s is named at %d', (zone, instant, name) => {
  expect(zoneNameAt(zone, instant)).toBe(name);
});

test.each(['Europe/Rome', 'Etc/GMT-2', 'UTC', 'America/Argentina/Buenos_Aires'])(
  '%s is a session’s time zone',
  (zone) => {
    expect(EditSession.safeParse({ time_zone: zone, version: 0 }).success).toBe(true);
  },
);

test.each(['+02:00', 'GMT+2', 'Rome', 'Europe/Nowhere', '', '<b>', 'x'.repeat(61)])(
  '%j is none: a browser could not show times in it',
  (zone) => {
    expect(EditSession.safeParse({ time_zone: zone, version: 0 }).success).toBe(false);
  },
);

test.each([
  [{ a: 0.5 }],
  [{ a: 1e12 }],
  [{ '': 1 }],
  [Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`c${at}`, 1]))],
])('clocks that no camera has are refused', (clock_shifts) => {
  expect(EditSession.safeParse({ clock_shifts, version: 0 }).success).toBe(false);
});
