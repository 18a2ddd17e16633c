import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const pages = globSync('docs/decisions/*.md').toSorted();
const numberOf = (page: string) => Number(/(\d+)-[^/]+$/.exec(page)?.[1]);

test('decisions are numbered without gaps', () => {
  expect(pages.map(numberOf)).toEqual(pages.map((_, index) => index + 1));
});

test.each(pages)('%s has its number, a date, a status, and what it supersedes', (page) => {
  const [heading = '', empty, facts = ''] = readFileSync(page, 'utf8').split('\n');
  expect(heading).toMatch(new RegExp(`^# ${numberOf(page)}\\. `));
  expect(empty).toBe('');
  const [, superseded = ''] =
    /^Date: \d{4}-\d\d-\d\d · Status: (?:accepted|superseded by \d+) · Supersedes: (nothing|\d+(?:, \d+)*|\d+ in part)$/.exec(
      facts,
    ) ?? [];
  expect(superseded, facts).not.toBe('');
  for (const number of superseded.match(/\d+/g) ?? []) expect(pages.map(numberOf)).toContain(Number(number));
});
