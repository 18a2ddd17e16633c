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
  /**
   * The link whose guests requested the download, with the sizes that it allowed then; missing in a client's download.
   */
  link: z
    .object({ id: z.string(), made_by: z.enum(['studio', 'client']), download_sizes: z.array(DownloadSize) })
    .optional(),
  /** The ids of all photos in the download, by session. */
  photos: z.record(z.string(), z.array(z.string())),
  /** The ids of the session's attachments in the download; only a download of a whole session's originals has some. */
  attachments: z.array(z.string()).default([]),
  /** False while the download is prepared ahead of the client's request; the client does not see it until then. */
  requested: z.boolean().default(true),
  /** The number of photos that had a file in `photo_size` at the last check; null when no file had to be made. */
  photos_made: z.number().nullable().default(null),
  state: z.enum(['preparing', 'ready', 'failed', 'withdrawn']),
  message: z.string().nullable(),
  /** All parts, of which the first `parts_ready` are stored in S3. Empty until the worker has planned them. */
  parts: z.array(Part),
  parts_ready: z.number(),
  prepared_bytes: z.number(),
  /** S3's id of the multipart upload of the next part. */
  upload_id: z.string().nullable(),
  /** The time of the request, which also distinguishes this preparation from an earlier one of the same photos. */
  created_at: z.string(),
  updated_at: z.string(),
  /** The time at which the client's open page last requested the progress. */
  watched_at: z.string().optional(),
  /** The Unix time in seconds at which the table's TTL deletes the row. */
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

/** Returns the write that changes a download; it fails when the preparation or its state is another one. */
export function changeDownload(
  { customer_id, id, state, created_at }: DownloadRow,
  set: Partial<Omit<DownloadRow, keyof DownloadKey>>,
): Write {
  const updated_at = new Date().toISOString();
  return downloads.change({ customer_id, id }, { set: { ...set, updated_at } }, { where: { state, created_at } });
}

/** Returns the write that changes a download prepared ahead; it fails when the client has requested it since. */
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
 * Returns the write that records that the client is watching the preparation. It does not change `updated_at`, which
 * shows whether the worker makes progress.
 */
export const noteWatched = ({ customer_id, id, state, created_at }: DownloadRow, watched_at: string): Write =>
  downloads.change({ customer_id, id }, { set: { watched_at } }, { where: { state, created_at } });
