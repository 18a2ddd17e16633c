import { createHash, randomBytes } from 'node:crypto';

/** Crockford's 32: no letter that is taken for a digit or another letter. A byte's lower five bits choose one without bias. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

const spell = (bytes: Uint8Array) => Array.from(bytes, (byte) => alphabet[byte & 31]).join('');
const random = (length: number) => spell(randomBytes(length));

/** A new id of 100 random bits: 20 lower-case letters and digits. */
export const newId = (): string => random(20);

/** The id that this text always gets: 130 bits of its hash. */
export const idFrom = (text: string): string => spell(createHash('sha256').update(text).digest().subarray(0, 26));

/** A customer's id for people, e.g. C-7K3M-2QXD. 40 random bits: the caller makes sure that it is new. */
export const newDisplayId = (): string => `C-${random(4)}-${random(4)}`.toUpperCase();
