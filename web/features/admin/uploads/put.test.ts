import { expect, test } from 'vitest';
import { outcomeOf } from './put.ts';

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>…</Message></Error>`;

test.each([
  [200, '', 'stored'],
  // The ticket fixes key and checksum, so 412 means that the same bytes are stored.
  [412, error('PreconditionFailed'), 'stored'],
  [409, error('ConditionalRequestConflict'), 'failed'],
  [500, error('InternalError'), 'failed'],
  [503, error('SlowDown'), 'failed'],
  [400, error('RequestTimeout'), 'failed'],
  [403, error('AccessDenied'), 'expired'],
  // The temporary credentials that signed the URL have expired.
  [400, error('ExpiredToken'), 'expired'],
  [400, error('XAmzContentChecksumMismatch'), 'changed'],
  [400, '', 'changed'],
] as const)('S3’s response %s %s is %s', (status, body, kind) => {
  expect(outcomeOf(status, body).kind).toBe(kind);
});
