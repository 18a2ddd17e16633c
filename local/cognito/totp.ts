import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Computes TOTP codes (RFC 6238) with the parameters that Cognito and authenticator apps use: SHA-1, 30 seconds, 6
 * digits.
 */
const stepMilliseconds = 30_000;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret in base32, 52 characters, as a person types it into the app. */
export function newSecret(): string {
  const bits = [...randomBytes(32)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Returns the code at a time (epoch milliseconds). */
export function codeAt(secret: string, time: number): string {
  return codeOfStep(secret, Math.floor(time / stepMilliseconds));
}

/**
 * Returns the time step of a code, at most one step from now, because clocks differ; undefined for a wrong code. The
 * caller stores the step, so that each code works once.
 */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const current = Math.floor(now / stepMilliseconds);
  return [current, current - 1, current + 1].find((step) => {
    const expectedCode = Buffer.from(codeOfStep(secret, step));
    const enteredCode = Buffer.from(code);
    return expectedCode.length === enteredCode.length && timingSafeEqual(expectedCode, enteredCode);
  });
}

function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decoded(secret)).update(counter).digest();
  const value = digest.readUInt32BE(digest.readUInt8(digest.length - 1) & 0xf) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
}

function decoded(secret: string): Buffer {
  const bits = [...secret].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
