import type { AnnounceSession } from '#shared/contract/sessions.ts';
import type { Admin } from '../../platform/auth.ts';
import { StudioError } from '../../platform/errors.ts';
import { transact } from '../../platform/table.ts';
import { addressFor, greetedAs } from '../customers/addresses.ts';
import { readCustomer } from '../customers/repository.ts';
import { askToKeepReady } from '../jobs/download-jobs.ts';
import { recordActivity } from '../timeline/record.ts';
import { recordAnnouncement } from './announcement-writes.ts';
import { countUsed, type DetailedSession, emailStateOf } from './details.ts';
import { changedMeanwhile, requireLive } from './find.ts';
import type { SessionRow } from './repository.ts';

/**
 * Announces the gallery: queues the email to the client and the preparation of the whole session's download.
 * `announced_at` is the time of the last announcement that the studio has seen, so that pressing the button twice sends
 * one email.
 * @throws StudioError NOT_FOUND; INVALID without visible photos or without an address; CHANGED_MEANWHILE with the
 * current session in `details.current` when another request announced it first
 */
export async function announceSession(
  actor: Admin,
  id: string,
  { announced_at, message }: AnnounceSession,
): Promise<DetailedSession> {
  const row = await requireLive(id);
  if ((row.announced_at ?? null) !== announced_at) throw await changedMeanwhile(id);
  if (row.visible_count === 0) {
    throw new StudioError('INVALID', 'The client can’t see any photo of this session yet. Show some first.');
  }
  const { name, greeting, to } = await requireRecipient(row);
  const announced = {
    announced_at: new Date().toISOString(),
    announced_by: `gallery-ready#${id}#${announced_at ?? 'first'}`,
  };
  const downloads_used = await countUsed(row);
  await transact([
    recordAnnouncement(row, announced, () => changedMeanwhile(id)),
    ...recordActivity(
      actor,
      { kind: 'announced', session: row, ...(message && { words: message }) },
      { [announced.announced_by]: { kind: 'gallery-ready', to, name: greeting, session_id: id, message } },
    ),
  ]);
  await askToKeepReady({ id, ...announced }, { photosChanged: false });
  return {
    ...row,
    ...announced,
    customer_name: name,
    client_email: to,
    announcement: { to, state: 'queued' },
    finished_announcement: await emailStateOf(row.finished_announced_by),
    downloads_used,
  };
}

/**
 * Returns the name and greeting of a session's client, and the address for the studio's emails.
 * @throws StudioError INVALID for a client without an address, or with a closed account
 */
export async function requireRecipient({
  customer_id,
}: SessionRow): Promise<{ name: string; greeting: string; to: string }> {
  const customer = await readCustomer(customer_id);
  if (customer?.status !== 'active') {
    throw new StudioError('INVALID', 'This customer’s account is closed. Reopen it first.');
  }
  const to = addressFor(customer);
  if (!to) throw new StudioError('INVALID', 'This customer has no email address to write to. Add one first.');
  return { name: customer.name, greeting: greetedAs(customer), to };
}
