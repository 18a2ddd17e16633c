import type { OwnData } from '#shared/contract/own-data.ts';
import type { Client } from '../platform/auth.ts';
import { limit } from '../platform/guards.ts';
import { requireCustomer } from './customers/customers.ts';
import { toProfile } from './customers/repository.ts';
import { listDownloads } from './downloads/downloads.ts';
import { listVisiblePhotos } from './photos/gallery.ts';
import { listOwnQuotes } from './quotes/quotes.ts';
import { listGallery } from './sessions/sessions.ts';

/** Each reads everything that belongs to one client. */
const exportsPerHour = 10;
const hour = 3_600;

/**
 * Everything that the studio holds about a client, as far as they may see it: what is hidden from them elsewhere is
 * hidden here.
 * @throws StudioError TOO_MANY
 */
export async function gatherOwnData(actor: Client): Promise<OwnData> {
  await limit(`own data ${actor.customer_id}`, exportsPerHour, hour);
  const [customer, sessions, { items: downloads }] = await Promise.all([
    requireCustomer(actor.customer_id),
    listGallery(actor),
    listDownloads(actor),
  ]);
  const { status, login_email, contact_email } = customer;
  return {
    exported_at: new Date().toISOString(),
    profile: { ...toProfile(customer), status, login_email, contact_email },
    sessions: await Promise.all(
      sessions.map(async (session) => ({ ...session, photos: await listVisiblePhotos(actor, session.id) })),
    ),
    quotes: await allQuotes(actor),
    downloads,
  };
}

async function allQuotes(actor: Client): Promise<OwnData['quotes']> {
  const quotes: OwnData['quotes'] = [];
  let cursor: string | undefined;
  do {
    const page = await listOwnQuotes(actor, cursor);
    quotes.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return quotes;
}
