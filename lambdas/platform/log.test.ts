import { expect, test } from 'vitest';
import { redact } from './log.ts';

test.each([
  'authorization',
  'Cookie',
  'set-cookie',
  'access_token',
  'EDGE_SECRET',
  'password',
  'body',
  'note',
  'Policy',
])('the field %s is never logged', (name) => {
  expect(redact(name, 'content')).toBe('[redacted]');
});

test('tokens and signatures of links are removed from texts', () => {
  expect(redact('message', 'Bearer abc.def and eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl')).toBe(
    'Bearer [token] and [token]',
  );
  expect(redact('url', '/originals/a?Policy=eyJx&Signature=ab~c&Key-Pair-Id=K1')).toBe(
    '/originals/a?Policy=[redacted]&Signature=[redacted]&Key-Pair-Id=[redacted]',
  );
  expect(redact('url', 'https://s3/x?X-Amz-Credential=AK%2F1&X-Amz-Date=1&X-Amz-Signature=ff')).toBe(
    'https://s3/x?X-Amz-Credential=[redacted]&X-Amz-Date=1&X-Amz-Signature=[redacted]',
  );
});

test('other values are logged unchanged', () => {
  expect(redact('message', 'A message failed.')).toBe('A message failed.');
  expect(redact('attempts', 3)).toBe(3);
});
