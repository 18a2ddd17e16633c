import { createHash } from 'node:crypto';
import { partitionOf, type ReadyAttachment } from '../../../lambdas/domain/attachments/repository.ts';
import { countsOf } from '../../../lambdas/domain/photos/row/counts.ts';
import type { PendingPhoto, ReadyPhoto } from '../../../lambdas/domain/photos/row/lifecycle.ts';
import { insertPhoto } from '../../../lambdas/domain/photos/row/repository.ts';
import { countPhotos } from '../../../lambdas/domain/sessions/photo-counts.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { transact } from '../../../lambdas/platform/table.ts';

interface SessionKeys {
  id: string;
  customer_id: string;
}

const common = ({ id: session_id, customer_id }: SessionKeys, id: string) => ({
  session_id,
  id,
  customer_id,
  file_name: 'IMG_1.jpg',
  content_type: 'image/jpeg' as const,
  size: 1_000,
  sha256: createHash('sha256').update(id).digest('base64'),
  is_approved: true,
  downloadable: true,
  uploaded_at: new Date().toISOString(),
  media_key: newId(),
});

/** A pending photo: its ticket exists, its file has not arrived. */
export function pendingPhoto(session: SessionKeys): PendingPhoto {
  const base = common(session, newId());
  return { ...base, state: 'pending', asked_at: base.uploaded_at, kept_key: null };
}

/** A ready photo as processing leaves it, without its files. */
export function readyPhoto(session: SessionKeys, values: Partial<ReadyPhoto> = {}): ReadyPhoto {
  const base = common(session, values.id ?? newId());
  return {
    ...base,
    state: 'ready',
    width: 3_000,
    height: 2_000,
    thumbhash: 'MwYKDQaXaHh4d3eAh4eHeHB2Zw==',
    captured_at: null,
    original_key: `originals/${session.customer_id}/${session.id}/${base.id}`,
    crc32: 'AAAAAA==',
    derivative_bytes: 500,
    is_favorite: false,
    note: '',
    ...values,
  };
}

/** A ready attachment as it is registered, without its file. */
export function readyAttachment(
  { id, customer_id }: SessionKeys,
  values: Partial<ReadyAttachment> = {},
): ReadyAttachment {
  const own = values.id ?? newId();
  return {
    session_id: partitionOf(id),
    id: own,
    customer_id,
    state: 'ready',
    file_name: 'IMG_1.CR3',
    size: 1_000,
    sha256: createHash('sha256').update(own).digest('base64'),
    attached_at: new Date().toISOString(),
    original_key: `originals/${customer_id}/${id}/${own}`,
    crc32: 'AAAAAA==',
    ...values,
  };
}

/** Stores ready photos of a session and counts them as registration does. */
export async function storePhotos(session_id: string, photos: ReadyPhoto[]): Promise<void> {
  for (let start = 0; start < photos.length; start += 50) {
    const some = photos.slice(start, start + 50);
    await transact([...some.map((photo) => insertPhoto(photo)), countPhotos(session_id, countsOf(some))]);
  }
}
