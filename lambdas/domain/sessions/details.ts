import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { addressFor } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import { readEmail } from '../emails/outbox.ts';
import { countDownloaded } from './allowance.ts';
import type { SessionRow } from './repository.ts';

/** Returns the recipient and state of an email to the client; null when there was none, or its record has expired. */
export async function emailStateOf(id: string | undefined): Promise<SessionDetails['announcement']> {
  const email = id === undefined ? undefined : await readEmail(id);
  return email && 'to' in email ? { to: email.to, state: email.state } : null;
}

/** A session with everything that its screen shows, but where it stands (`sessionStanding`). */
export type DetailedSession = SessionRow & Omit<SessionDetails, keyof SessionRow | 'state' | 'next_date'>;

/** Returns the session's details for the studio. */
export async function withDetails(row: SessionRow): Promise<DetailedSession> {
  const [customer, announcement, finished_announcement] = await Promise.all([
    readCustomer(row.customer_id),
    emailStateOf(row.announced_by),
    emailStateOf(row.finished_announced_by),
  ]);
  return {
    ...row,
    customer_name: customer?.name ?? null,
    client_email: customer ? addressFor(customer) : '',
    announcement,
    finished_announcement,
    downloads_used: await countUsed(row),
  };
}

/** Returns how many downloads count against the session's limit; null for a session without one. */
export const countUsed = async ({ id, download_allowance }: SessionRow): Promise<number | null> =>
  download_allowance === null ? null : countDownloaded(id);
