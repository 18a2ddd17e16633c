import type { Stage } from '#shared/contract/photos/photos.ts';

/**
 * `uploaded`: S3 responded 200, or 412 for the same bytes. `present`: the session already has this file, possibly from this run
 * under another name. `refused`: this file can't be accepted. `failed`: can be retried. `stale`: the file on the disk is not the
 * chosen one, and has to be chosen again.
 */
export type UploadState =
  | 'waiting'
  | 'reading'
  | 'sending'
  | 'uploaded'
  | 'present'
  | 'refused'
  | 'failed'
  | 'stale'
  | 'cancelled';

export interface UploadItem {
  id: number;
  name: string;
  size: number;
  state: UploadState;
  /** Number of bytes sent. */
  sent: number;
  /** Whether the file is attached for download instead of shown as a photo. */
  attached: boolean;
  /** The other name under which the session has a file that is `present`. */
  same_as?: string;
  message?: string;
}

export interface UploadSnapshot {
  items: readonly UploadItem[];
  /** Number of uploaded or present files, of `total` selected. */
  completed: number;
  total: number;
  running: boolean;
  /** Target of the files that were added last. */
  customer: string | undefined;
  session: string | undefined;
  /** Whether the browser is offline; the run continues when the network is back. */
  paused: boolean;
  /** `completed` / `total` in percent, rounded. */
  percent: number;
  /** Ids of photos that got a ticket and are not uploaded: the session lists them as pending. */
  unsent: readonly string[];
}

export interface UploadTarget {
  customer: string;
  session: string;
  is_approved: boolean;
  downloadable: boolean;
  /** Stage of files that become photos; proofs if omitted. */
  stage?: Stage;
  /** Set if the files are attached for download. */
  attach?: true;
}
