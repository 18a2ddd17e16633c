import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/** Files that stand beside each other in one folder, at most. Unit tests stand beside their code and are not counted. */
const most = 24;

test(`a folder of code has at most ${most} files`, () => {
  const files = globSync('{infra,lambdas,local,shared,tests,web}/**/*.{ts,tsx,css,js,mjs}', {
    exclude: (path) => /(^|\/)node_modules$/.test(path),
  }).filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
  const folders = Map.groupBy(files, dirname);
  expect(folders.size).toBeGreaterThan(50);
  expect([...folders].filter(([, inside]) => inside.length > most).map(([folder]) => folder)).toEqual([]);
});

test(`a folder of tests has at most ${most} test files`, () => {
  const folders = Map.groupBy(globSync('tests/**/*.{test,spec}.ts'), dirname);
  expect(folders.size).toBeGreaterThan(20);
  expect([...folders].filter(([, inside]) => inside.length > most).map(([folder]) => folder)).toEqual([]);
});
