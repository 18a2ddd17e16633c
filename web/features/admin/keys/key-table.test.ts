import { expect, test } from 'vitest';
import { cullingKeys } from '../sessions/culling/culling-keys.tsx';
import { gridKeys } from '../sessions/grid/grid-keys.ts';
import { type KeyTable, pressOf } from './key-table.ts';
import { areaKeys, listKeys } from './tables.ts';

const tables: KeyTable[] = [areaKeys, listKeys, gridKeys, cullingKeys];

test.each([
  [{ key: '/' }, '/'],
  // On a German keyboard, '/' and '?' need Shift.
  [{ key: '/', shiftKey: true }, '/'],
  [{ key: '?', shiftKey: true }, '?'],
  // On a French one, digits do.
  [{ key: '3', shiftKey: true }, '3'],
  [{ key: 'H' }, 'h'],
  [{ key: 'H', shiftKey: true }, 'shift+h'],
  [{ key: 'Delete', shiftKey: true }, 'shift+delete'],
  [{ key: 'z', ctrlKey: true }, 'mod+z'],
  [{ key: 'z', metaKey: true }, 'mod+z'],
  [{ key: 'x', altKey: true }, 'alt+x'],
])('%j is %j', (init, press) => {
  expect(pressOf(new KeyboardEvent('keydown', init))).toBe(press);
});

test('no table binds a key to two acts, and each says what its keys do', () => {
  for (const { title, keys } of tables) {
    const presses = keys.flatMap(({ press }) => press);
    expect(presses, title).toEqual([...new Set(presses)]);
    for (const { shown, says } of keys)
      expect(
        [shown, says].every((text) => text.trim() !== ''),
        title,
      ).toBe(true);
  }
});

test('no table of a part takes a key of the whole area, or that of another part beside it', () => {
  const besides = tables.filter((table) => table !== cullingKeys);
  const presses = besides.flatMap(({ keys }) => keys.flatMap(({ press }) => press));
  expect(presses).toEqual([...new Set(presses)]);
});
