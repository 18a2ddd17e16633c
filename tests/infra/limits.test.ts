import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import { throttles } from '../../infra/blueprint/throttles.ts';

/** docs/security.md says of each limit whom a stranger can keep out with it, for how long, and who hears of it. */

const table = readFileSync('docs/security.md', 'utf8').split('## Limits: whom they keep out')[1]!.split('\n### ')[0]!;
const rows = table.split('\n').filter((line) => /^\| [`t]/.test(line));
const named = new Set(rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name)));

const files = globSync('lambdas/**/*.ts').filter((file) => !file.endsWith('.test.ts') && !file.endsWith('guards.ts'));

test('each key that is counted has a row', () => {
  const counted = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    if (!/\b(limit|limitNetworks|countCall|countMember)\b[^;]*platform\/guards\.ts'/.test(code)) return [];
    // What a key begins with, before the name of whom it counts; `key` is a variable with such a text.
    const keys = [
      ...code.matchAll(/(?:(?:limit|limitNetworks|isLimited|countCall|countMember)\(|const key = )\s*[`']([^`'$]+)/g),
    ];
    expect(keys, `${file} counts calls by a key that this test can read`).not.toEqual([]);
    return keys.map(([, key]) => key!.trim());
  });
  expect(counted.length).toBeGreaterThan(10);
  expect(counted.filter((key) => !named.has(key))).toEqual([]);
});

test('each number of how many there can be has a row', () => {
  const totals = Object.keys(limits).filter((name) =>
    /(Per(Session|Link|Photo)|Together|InLibrary|Allowance)$/.test(name),
  );
  const perRequest = ['chaptersPerSession', 'camerasPerSession'];
  expect(totals.filter((name) => !named.has(name) && !perRequest.includes(name))).toEqual([]);
});

test('each throttle of the API has a row', () => {
  const throttled = Object.keys(throttles.routes);
  expect(throttled).toContain('guest');
  for (const name of throttled) expect(table).toContain(`| throttle \`${name}\``);
  expect(table).toContain('| throttle of the whole API');
});

test('each row says whom, for how long, and who hears of it', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows)
    expect(
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ).not.toContain('');
  for (const row of rows) expect(row.split('|'), row).toHaveLength(6);
});

test('each refusal of a caller says what to do', () => {
  for (const file of files) {
    const calls = readFileSync(file, 'utf8').matchAll(/\blimit(?:Networks)?\(((?:[^()]|\([^()]*\))*)\)/g);
    for (const [call, given] of calls) {
      if (!given!.includes('Seconds')) continue;
      const isAnswered = /, tooMany\w*Message,?\s*$/.test(given!) || file.endsWith('sign-in-codes.ts');
      expect(isAnswered, `${file}: ${call}`).toBe(true);
    }
  }
});
