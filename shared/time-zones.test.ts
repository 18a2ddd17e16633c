import { expect, test } from 'vitest';
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
