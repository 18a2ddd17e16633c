import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import * as z from 'zod';
import { apiKey } from './api-key.ts';
import { StudioError } from './errors.ts';
import type { Key } from './table.ts';

/*
 * A cursor is the encrypted key of the last row of a page, because the caller may not be allowed to see that row. It is
 * bound to one caller and one list and is invalid elsewhere.
 */

const Keys = z.record(z.string(), z.string());
const ivBytes = 12;
const tagBytes = 16;

/**
 * Returns the cursor of the next page; null on the last page.
 * @param list names caller and list, e.g. `${actor.sub} sessions`
 * @param last the key of this page's last row; undefined on the last page
 */
export async function encryptCursor(list: string, last: Key | undefined): Promise<string | null> {
  if (!last) return null;
  const key = await apiKey('cursors');
  const plaintext = JSON.stringify(last);
  // Deterministic IV (HMAC of the plaintext), so that the same page has the same cursor and the same ETag. Different
  // contents never share an IV.
  const iv = createHmac('sha256', key).update(`${list}\n${plaintext}`).digest().subarray(0, ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(list));
  const text = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/**
 * Decrypts a cursor to the key at which the previous page ended; undefined for the first page.
 * @throws StudioError INVALID when the cursor was not created for this list and this caller
 */
export async function decryptCursor(list: string, cursor: string | undefined): Promise<Key | undefined> {
  if (cursor === undefined) return undefined;
  const key = await apiKey('cursors');
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(list))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    return Keys.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw new StudioError('INVALID', undefined, { fields: { cursor: 'This is not a cursor of this list.' } });
  }
}
