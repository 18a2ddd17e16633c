import * as z from 'zod';
import { DownloadSize } from '#shared/contract/photos/photos.ts';
import { table, type Write } from '../../platform/table.ts';

const Part = z.object({
  key: z.string(),
  file_name: z.string(),
  size: z.number(),
  photos_count: z.number(),
  attachments_count: z.number().default(0),
});
export type Part = z.infer<typeof Part>;

/**
 * A download of a client, or of a link's guests. `withdrawn`: a photo in it was hidden, deleted or made not
 * downloadable, and its archives are deleted. The same set of photos always has the same id.
 */
export const DownloadRow = z.object({
  customer_id: z.string(),
  id: z.string(),
  kind: z.enum(['session', 'chapter', 'favorites', 'photos']),
  photo_size: DownloadSize.default('original'),
  session_id: z.string().nullable(),
  chapter_id: z.string().nullable().default(null),
  title: z.string(),
  /** The link for whose guests it is, with what the link allowed when they requested it; absent from a client's own. */
  link: z
    .object({ id: z.string(), made_by: z.enum(['studio', 'client']), download_sizes: z.array(DownloadSize) })
    .optional(),
  /** Ids of all its photos, by session. */
  photos: z.record(z.string(), z.array(z.string())),
  /** Ids of the session's attachments in it; only all originals of a session have them. */
  attachments: z.array(z.string()).default([]),
  /** False while it is prepared ahead of the client's request, who does not see it until then. */
  requested: z.boolean().default(true),
  /** Photos that had a file in `photo_size` when last checked; null when none had to be made. */
  photos_made: z.number().nullable().default(null),
  state: z.enum(['preparing', 'ready', 'failed', 'withdrawn']),
  message: z.string().nullable(),
  /** All parts; the first `parts_ready` of them are stored in S3. Empty until the worker has planned them. */
  parts: z.array(Part),
  parts_ready: z.number(),
  prepared_bytes: z.number(),
  /** S3's id of the multipart upload of the next part. */
  upload_id: z.string().nullable(),
  /** Distinguishes this preparation from an earlier one of the same photos. */
  created_at: z.string(),
  updated_at: z.string(),
  /** When its client last requested its progress from an open page. */
  watched_at: z.string().optional(),
  /** Unix time in seconds: the table's TTL. */
  expires_at: z.number(),
});
export type DownloadRow = z.infer<typeof DownloadRow>;
export type DownloadKey = Pick<DownloadRow, 'customer_id' | 'id'>;

const downloads = table('DOWNLOADS_TABLE', { key: ['customer_id', 'id'] }, DownloadRow);

export const readDownload = ({ customer_id, id }: DownloadKey) =>
  downloads.get({ customer_id, id }, { consistent: true });

/** Returns a customer's downloads, including expired ones that TTL has not deleted yet. */
export const readDownloads = (customerId: string) => downloads.all({ partition: customerId, leaveOutDamaged: true });

export const insertDownload = (row: DownloadRow): Write => downloads.insert(row);

/** Changes a download while it is the same preparation in the same state. */
export function changeDownload(
  { customer_id, id, state, created_at }: DownloadRow,
  set: Partial<Omit<DownloadRow, keyof DownloadKey>>,
): Write {
  const updated_at = new Date().toISOString();
  return downloads.change({ customer_id, id }, { set: { ...set, updated_at } }, { where: { state, created_at } });
}

/** Changes a download that was prepared ahead, unless the client has requested it since. */
export const changeUnrequested = (
  { customer_id, id, state, created_at }: DownloadRow,
  set: Pick<DownloadRow, 'state'>,
): Write =>
  downloads.change(
    { customer_id, id },
    { set: { ...set, updated_at: new Date().toISOString() } },
    { where: { state, created_at, requested: false } },
  );

/**
 * Records that the client is watching the preparation. Does not change `updated_at`, which shows whether the worker
 * makes progress.
 */
export const noteWatched = ({ customer_id, id, state, created_at }: DownloadRow, watched_at: string): Write =>
  downloads.change({ customer_id, id }, { set: { watched_at } }, { where: { state, created_at } });
