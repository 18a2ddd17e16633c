import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import * as z from 'zod';
import { env } from './env.ts';
import { StudioError } from './errors.ts';
import type { Key } from './table.ts';

/**
 * Cursors are encrypted, because the key at which a page ended may be that of a row which the reader must not see, and
 * bound to reader and list, so that nobody goes on in another's list with it. All functions share the edge's secret.
 */
const key = () =>
  createHash('sha256')
    .update(`cursors\n${env('EDGE_SECRET')}`)
    .digest();
const Keys = z.record(z.string(), z.string());
const ivBytes = 12;
const tagBytes = 16;

/**
 * @param list names reader and list, e.g. `${actor.sub} sessions`.
 * @param last where the page ended; undefined on the last page.
 */
export function sealCursor(list: string, last: Key | undefined): string | null {
  if (!last) return null;
  const plain = JSON.stringify(last);
  // Of what it seals, so that the same page has the same cursor and can be known by its ETag; no two texts share one.
  const iv = createHmac('sha256', key()).update(`${list}\n${plain}`).digest().subarray(0, ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(Buffer.from(list));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** @throws StudioError INVALID when the cursor was not made for this list and this reader. */
export function openCursor(list: string, cursor: string | undefined): Key | undefined {
  if (cursor === undefined) return undefined;
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(list))
      .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    return Keys.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw new StudioError('INVALID', undefined, { fields: { cursor: 'This is not a cursor of this list.' } });
  }
}
