import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const router = ['router', 'admin-routes'].map((name) => readFileSync(`web/app/routes/${name}.tsx`, 'utf8')).join('\n');
const opened = readFileSync('tests/e2e/screens/screens.spec.ts', 'utf8');

/** Paths without an ID of the screens in `/dashboard` and `/admin`, relative to these. */
const paths = [...router.matchAll(/path: '([^'/*:][^'*:]*)'/g)].map(([, path]) => path!);

test('tests/e2e/screens/screens.spec.ts opens every screen of the portal and the admin area whose path has no ID', () => {
  expect(paths).toContain('customers/deleted');
  expect(paths.filter((path) => !new RegExp(`/${path}['?]`).test(opened))).toEqual([]);
});
