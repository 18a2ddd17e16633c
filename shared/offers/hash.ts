import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';

/**
 * Returns the SHA-256 of a value in canonical JSON, as 64 hexadecimal digits: the same value has the same hash, whatever the
 * order of its fields.
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function hashOf(value: object): string {
  const json = canonicalize(value);
  if (json === undefined) throw new Error('This value has no JSON.');
  return bytesToHex(sha256(utf8ToBytes(json)));
}
