import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { browserStorage, tabStorage } from './storage.ts';

const stores = [
  ['localStorage', browserStorage],
  ['sessionStorage', tabStorage],
] as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const [, storage] of stores) for (const key of storage.keys()) storage.remove(key);
});

test.each(stores)('%s has what is set, until it is removed', (name, storage) => {
  storage.set('a', '1');
  expect(window[name].getItem('a')).toBe('1');
  expect(storage.get('a')).toBe('1');
  expect(storage.keys()).toEqual(['a']);
  storage.remove('a');
  expect(storage.get('a')).toBeNull();
  expect(storage.keys()).toEqual([]);
});

test.each(stores)('with a blocked %s, values stay in memory', (name, storage) => {
  vi.spyOn(window, name, 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(storage.get('a')).toBeNull();
  storage.set('a', '1');
  expect(storage.get('a')).toBe('1');
  expect(storage.keys()).toEqual(['a']);
  storage.remove('a');
  expect(storage.get('a')).toBeNull();
  expect(storage.keys()).toEqual([]);
});

test('a full storage keeps the newer value in memory, once', () => {
  browserStorage.set('a', '1');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  browserStorage.set('a', '2');
  expect(browserStorage.get('a')).toBe('2');
  expect(browserStorage.keys()).toEqual(['a']);
  full.mockRestore();
  browserStorage.set('a', '3');
  expect(browserStorage.get('a')).toBe('3');
  expect(localStorage.getItem('a')).toBe('3');
});

test('no other module of the site uses the browser’s storage or cookies', () => {
  const users = globSync('web/**/*.{ts,tsx}')
    .filter((file) => !/(\.test|-testing)\.tsx?$/.test(file))
    .filter((file) => /\b(localStorage|sessionStorage|indexedDB)\b|document\.cookie/.test(code(file)));
  expect(users).toEqual(['web/lib/browser/storage.ts']);
});

/** Returns the code of a file without its comments. */
const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
