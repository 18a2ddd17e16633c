import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/dashboard', '/dashboard/gallery?page=2#top', '/%2F%2Fevil.example', '/a//b'])(
  '%s is a path on our origin',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/x/%2e%2e//evil.example',
  'https://evil.example/',
  'https:/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  ' /dashboard',
  '@evil.example',
  'null',
  '',
  null,
  undefined,
])('%j is rejected', (path) => {
  expect(ownPath(path)).toBeNull();
});

test('an accepted path stays on our origin when resolved again', () => {
  for (const path of ['/%2F%2Fevil.example', '/%5Cevil.example', '/a//b', '/?to=//evil.example']) {
    expect(new URL(ownPath(path) ?? '', location.href).origin).toBe(location.origin);
  }
});
