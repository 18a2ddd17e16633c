import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * The form of CHANGELOG.md. What waits under 'Unreleased' may be longer: it is shortened when a version is made of it.
 * The first version has no groups.
 */

const read = (file: string) => readFileSync(file, 'utf8');
const packageVersion = (JSON.parse(read('package.json')) as { version: string }).version;
/** The text below each heading of a level, by heading, in the order of the page. */
const below = (level: '##' | '###', text: string): [string, string][] =>
  text
    .split(new RegExp(`^${level} `, 'm'))
    .slice(1)
    .map((part) => [part.split('\n', 1)[0]!, part.slice(part.indexOf('\n') + 1)]);
const [[unreleased], ...versions] = below('##', read('CHANGELOG.md')) as [[string, string], ...[string, string][]];
const [newest = '', newestText = ''] = versions[0] ?? [];

/** What a reader of a version looks for. A version leaves out what it has nothing for, but never its Data. */
const groups = ['Data', 'Clients and guests', 'Visitors', 'Studio', 'Owner and operations', 'Security', 'Speed'];
const longestLine = 160;
/** The Data of a version that changes neither rows nor files. */
const nothingToDo = 'Nothing to do, and one can go back.';

test('the newest version stands below what is not released yet, with its date', () => {
  expect(unreleased).toBe('Unreleased');
  const [, version, date = ''] = /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(newest) ?? [];
  expect(version, newest).toBe(packageVersion);
  expect(new Date(date).toJSON()).toBe(`${date}T00:00:00.000Z`);
});

test('package-lock.json has the version of package.json', () => {
  const lock = JSON.parse(read('package-lock.json')) as { version: string; packages: { '': { version: string } } };
  expect([lock.version, lock.packages[''].version]).toEqual([packageVersion, packageVersion]);
});

test('a version begins with its Data, and goes on reader by reader', () => {
  const found = below('###', newestText).map(([heading]) => heading);
  expect(found[0]).toBe('Data');
  expect(found).toEqual(groups.filter((group) => found.includes(group)));
});

test('a version says each change in one line, once', () => {
  const [, ...readers] = below('###', newestText);
  const lines = readers.flatMap(([, text]) => text.split('\n').filter((line) => line !== ''));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).toMatch(/^- \S.*\.$/);
    expect(line.length, line).toBeLessThanOrEqual(longestLine);
  }
  expect(new Set(lines).size).toBe(lines.length);
});

test('Data says what to do before and after a deployment, and what going back means', () => {
  const [, data = ''] = below('###', newestText)[0] ?? [];
  if (data.trim() === nothingToDo) return;
  for (const heading of ['Before the deployment', 'After the deployment', 'Going back']) {
    expect(data).toContain(`#### ${heading}\n`);
  }
});

test('the commands that a version tells the owner to run exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  for (const [, script = ''] of newestText.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([script]);
});
