import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const pages = globSync('docs/decisions/*.md').toSorted();
const numberOf = (page: string) => Number(/(\d+)-[^/]+$/.exec(page)?.[1]);
const mostWords = 400;

/** A link to another decision, by its number: `[20](0020-two-user-pools.md)`. */
const link = String.raw`\[\d+\]\(\d{4}-[\w-]+\.md\)`;
const facts = new RegExp(
  String.raw`^Date: \d{4}-\d\d-\d\d · Status: (?:accepted|(?:superseded|superseded in part) by ${link}(?:, ${link})*)` +
    ` · Supersedes: (?:nothing|${link}(?: in part)?(?:, ${link}(?: in part)?)*)$`,
);

interface Superseding {
  older: number;
  newer: number;
  inPart: boolean;
}

/** Returns the facts of a page, the line below its heading. */
const factsOf = (page: string) => readFileSync(page, 'utf8').split('\n')[2] ?? '';

/** Returns what a page says that it supersedes, and by which others its status says that it is superseded. */
function supersedingsOf(page: string): { older: Superseding[]; newer: Superseding[] } {
  const number = numberOf(page);
  const [status = '', superseded = ''] = factsOf(page).split(' · Supersedes: ');
  const inPart = status.includes('superseded in part by');
  return {
    older: [...superseded.matchAll(/\[(\d+)\]\([^)]+\)( in part)?/g)].map(([, older, part]) => ({
      older: Number(older),
      newer: number,
      inPart: part !== undefined,
    })),
    newer: [...status.matchAll(/\[(\d+)\]/g)].map(([, newer]) => ({ older: number, newer: Number(newer), inPart })),
  };
}

test('decisions are numbered without gaps', () => {
  expect(pages.map(numberOf)).toEqual(pages.map((_, index) => index + 1));
});

test.each(pages)('%s has its number, a date, a status, and what it supersedes', (page) => {
  const [heading = '', empty] = readFileSync(page, 'utf8').split('\n');
  expect(heading).toMatch(new RegExp(`^# ${numberOf(page)}\\. `));
  expect(empty).toBe('');
  expect(factsOf(page)).toMatch(facts);
  for (const [, number, target] of factsOf(page).matchAll(/\[(\d+)\]\(([^)]+)\)/g)) {
    expect(
      pages.find((other) => basename(other) === target),
      target,
    ).toBeDefined();
    expect(numberOf(target!), target).toBe(Number(number));
  }
});

test('a decision that supersedes another is named by the other one, both as a whole or both in part', () => {
  const all = pages.map(supersedingsOf);
  const inOrder = (list: Superseding[]) => list.toSorted((a, b) => a.older - b.older || a.newer - b.newer);
  const said = inOrder(all.flatMap(({ older }) => older));
  expect(said.length).toBeGreaterThan(0);
  expect(inOrder(all.flatMap(({ newer }) => newer))).toEqual(said);
  for (const { older, newer } of said) expect(newer).toBeGreaterThan(older);
});

test.each(pages)(`%s has at most ${mostWords} words`, (page) => {
  expect(readFileSync(page, 'utf8').split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(mostWords);
});
