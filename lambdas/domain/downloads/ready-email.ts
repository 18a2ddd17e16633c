import type { Write } from '../../platform/table.ts';
import { addressFor, greetedAs, signInAddress } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import type { EmailOf } from '../emails/email-kinds.ts';
import { OutdatedEmailError, queueEmail } from '../emails/outbox.ts';
import { isAllowed } from './access.ts';
import { isExpired, watchedMs } from './downloads.ts';
import { type DownloadRow, readDownload } from './repository.ts';

/**
 * Returns the write that queues the email 'download ready'. None for a client without an address, for guests, for a
 * download that was prepared ahead, or while an open page shows the client the progress.
 */
export async function emailOfReady({ customer_id, id, created_at }: DownloadRow): Promise<Write[]> {
  const { watched_at, requested, link } = (await readDownload({ customer_id, id })) ?? {};
  if (!requested || link) return [];
  if (watched_at && Date.now() - Date.parse(watched_at) < watchedMs) return [];
  const customer = await readCustomer(customer_id);
  const to = customer?.status === 'active' ? addressFor(customer) : '';
  if (!customer || !to) return [];
  const download = { customer_id, id, created_at };
  return [
    queueEmail(
      `download-ready#${id}#${created_at}`,
      { kind: 'download-ready', to, sign_in_with: signInAddress(customer), name: greetedAs(customer), download },
      { recordId: customer_id },
    ),
  ];
}

/** The facts about a download in the email 'download ready'. */
export interface DownloadFacts {
  title: string;
  photos_count: number;
  parts: number;
}

/**
 * Returns the facts for the email about a download.
 * @throws OutdatedEmailError when the client can no longer download it
 */
export async function readDownloadFacts({ download }: EmailOf<'download-ready'>): Promise<DownloadFacts> {
  const row = download && (await readDownload(download));
  if (
    !row ||
    row.created_at !== download.created_at ||
    row.state !== 'ready' ||
    isExpired(row) ||
    !(await isAllowed(row))
  )
    throw new OutdatedEmailError('The download is out of date. The client can prepare it again.');
  const photos_count = row.parts.reduce((total, part) => total + part.photos_count, 0);
  return { title: row.title, photos_count, parts: row.parts.length };
}
