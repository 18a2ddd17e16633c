import { createHash } from 'node:crypto';
import { insertPhoto, type PendingPhoto, type ReadyPhoto } from '../../lambdas/domain/photos/repository.ts';
import { countPhotos } from '../../lambdas/domain/sessions/repository.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { transact } from '../../lambdas/platform/table.ts';

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

/** A photo that a ticket was given for and whose file has not come. */
export function pendingPhoto(session: SessionKeys): PendingPhoto {
  const base = common(session, newId());
  return { ...base, state: 'pending', asked_at: base.uploaded_at, kept_key: null };
}

/** A ready photo as processing leaves one, without its files. */
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
    is_favorite: false,
    note: '',
    ...values,
  };
}

/** Stores ready photos of a session, counted as registration counts them. */
export async function storePhotos(session_id: string, photos: ReadyPhoto[]): Promise<void> {
  for (let start = 0; start < photos.length; start += 50) {
    const some = photos.slice(start, start + 50);
    await transact([
      ...some.map((photo) => insertPhoto(photo, () => new Error('This id is taken.'))),
      countPhotos(session_id, { photos: some.length, visible: some.filter((photo) => photo.is_approved).length }),
    ]);
  }
}
