import * as z from 'zod';
import { table, type Write } from '../../platform/table.ts';

const Part = z.object({ key: z.string(), file_name: z.string(), size: z.number(), photos_count: z.number() });
export type Part = z.infer<typeof Part>;

/**
 * A download of a client's. `withdrawn`: a photo in it was hidden, deleted or closed to downloads, so its archives are
 * gone. The same set of photos always has the same id.
 */
export const DownloadRow = z.object({
  customer_id: z.string(),
  id: z.string(),
  kind: z.enum(['session', 'favorites']),
  session_id: z.string().nullable(),
  title: z.string(),
  state: z.enum(['preparing', 'ready', 'failed', 'withdrawn']),
  message: z.string().nullable(),
  /** All of them from the beginning; the first `parts_ready` lie in S3. Empty until the worker has made its plan. */
  parts: z.array(Part),
  parts_ready: z.number(),
  prepared_bytes: z.number(),
  /** The multipart upload of the part that comes next. */
  upload_id: z.string().nullable(),
  /** Distinguishes this preparation from an earlier one of the same photos. */
  created_at: z.string(),
  updated_at: z.string(),
  /** Seconds since 1970: the table's TTL. */
  expires_at: z.number(),
});
export type DownloadRow = z.infer<typeof DownloadRow>;
export type DownloadKey = Pick<DownloadRow, 'customer_id' | 'id'>;

const downloads = table('DOWNLOADS_TABLE', { key: ['customer_id', 'id'] }, DownloadRow);

export const readDownload = ({ customer_id, id }: DownloadKey) =>
  downloads.get({ customer_id, id }, { consistent: true });

/** A customer's downloads, also those that are over; TTL clears them within days. */
export const readDownloads = (customerId: string) => downloads.all({ partition: customerId });

export const insertDownload = (row: DownloadRow, otherwise: () => Error): Write => downloads.insert(row, otherwise);

/** Changes a download while it is the same preparation in the same state. */
export function changeDownload(
  { customer_id, id, state, created_at }: DownloadRow,
  set: Partial<Omit<DownloadRow, keyof DownloadKey>>,
  otherwise: () => Error,
): Write {
  const updated_at = new Date().toISOString();
  return downloads.change(
    { customer_id, id },
    { set: { ...set, updated_at } },
    { where: { state, created_at }, otherwise },
  );
}
