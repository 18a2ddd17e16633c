import { createHash, randomBytes } from 'node:crypto';

/**
 * Crockford's base 32, which has no letter that looks like a digit or another letter. The low five bits of a byte
 * select one of the 32 without bias.
 */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const spell = (bytes: Uint8Array) => Array.from(bytes, (byte) => alphabet[byte & 31]).join('');
const random = (length: number) => spell(randomBytes(length));

/** Returns a new id of 100 random bits: 20 lower-case letters and digits. */
export const newId = (): string => random(20);

/** Returns an id of 130 bits of a text's hash: the same text has the same id. */
export const idFrom = (text: string): string => secretFrom(createHash('sha256').update(text).digest());

/** Returns a secret of 130 bits from random or hashed bytes. */
export const secretFrom = (bytes: Uint8Array): string => spell(bytes.subarray(0, 26));

/** Returns a new secret of 130 random bits. */
export const newSecret = (): string => random(26);

/**
 * Returns a new display id for a customer, e.g. C-7K3M-2QXD. It has only 40 random bits: the caller checks that it is
 * free.
 */
export const newDisplayId = (): string => `C-${random(4)}-${random(4)}`.toUpperCase();
