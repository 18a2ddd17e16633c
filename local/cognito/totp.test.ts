import { expect, test } from 'vitest';
import { codeAt, newSecret, stepOf } from './totp.ts';

/** The secret of RFC 6238's appendix B, '12345678901234567890', in base32; the codes there have two digits more. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('at %d seconds the code equals the RFC’s', (seconds, code) => {
  expect(codeAt(secret, seconds * 1_000)).toBe(code);
});

test('a code is accepted one step early or late, and no further', () => {
  const now = 1_000_000 * 30_000;
  const generated = newSecret();
  expect(generated).toMatch(/^[A-Z2-7]{52}$/);
  expect(stepOf(generated, codeAt(generated, now), now)).toBe(1_000_000);
  expect(stepOf(generated, codeAt(generated, now - 30_000), now)).toBe(999_999);
  expect(stepOf(generated, codeAt(generated, now + 30_000), now)).toBe(1_000_001);
  expect(stepOf(generated, codeAt(generated, now + 90_000), now)).toBeUndefined();
  expect(stepOf(generated, '12345', now)).toBeUndefined();
});
