import { expect, test } from 'vitest';
import { outcomeOf } from './put.ts';

const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>…</Message></Error>`;

test.each([
  [200, '', 'stored'],
  // The ticket fixes key and checksum: those very bytes are there.
  [412, error('PreconditionFailed'), 'stored'],
  [409, error('ConditionalRequestConflict'), 'failed'],
  [500, error('InternalError'), 'failed'],
  [503, error('SlowDown'), 'failed'],
  [400, error('RequestTimeout'), 'failed'],
  [403, error('AccessDenied'), 'expired'],
  // Signed by a role whose session ended before the address did.
  [400, error('ExpiredToken'), 'expired'],
  [400, error('XAmzContentChecksumMismatch'), 'refused'],
  [400, '', 'refused'],
] as const)('S3’s %s %s means %s', (status, body, kind) => {
  expect(outcomeOf(status, body).kind).toBe(kind);
});
