import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { conditionsOf, type PendingPhoto, type Transition, transitions } from './lifecycle.ts';

const page = await readFile(new URL('../../../../docs/photo-lifecycle.md', import.meta.url), 'utf8');

/** Transitions that do not change the state, whichever it is. */
const keepsState = (name: string) => ['settle', 'mark', 'clock', 'replace', 'refuseVersion'].includes(name);

test('the diagram in docs shows every transition between states, and no other', () => {
  const drawn = [...page.matchAll(/^ {2}(\S+) --> (\S+): (\w+)$/gm)].map(
    ([, from, to, name]) => `${from} ${name} ${to}`,
  );
  const declared = Object.entries(transitions).flatMap(([name, { from, to }]) =>
    from.flatMap((state) => {
      const targets: readonly string[] = to.length === 0 ? ['[*]'] : keepsState(name) ? [state] : to;
      return targets.map((target) => `${state} ${name} ${target}`);
    }),
  );
  expect(drawn.toSorted()).toEqual(declared.toSorted());
});

test('the table in docs names the attributes that each transition guards', () => {
  const rows = new Map(
    [...page.matchAll(/^\| `(\w+)` \|[^|]*\| ([^|]*) \|$/gm)].map(([, name = '', cell = '']) => [name, cell]),
  );
  const cellOf = (name: string): string =>
    (rows.get(name) ?? '').replace(/^as `(\w+)`$/, (_, otherName) => cellOf(otherName));
  const named = (name: string) => [...cellOf(name).matchAll(/`(\w+)`/g)].map(([, attribute]) => attribute);
  expect([...rows.keys()].toSorted()).toEqual(Object.keys(transitions).toSorted());
  for (const [name, { guards }] of Object.entries(transitions)) expect(named(name), name).toEqual([...guards]);
});

test('the condition of a transition holds while state and guarded attributes are unchanged; absent counts as a value', () => {
  const photo = { state: 'pending', asked_at: '2026-05-01T00:00:00.000Z' } as PendingPhoto;
  expect(conditionsOf('expire' satisfies Transition, photo)).toEqual({ state: 'pending', asked_at: photo.asked_at });
  expect(conditionsOf('ask', photo)).toEqual({ state: 'pending', original_key: undefined });
});
