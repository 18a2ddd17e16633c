import type { Waiting } from '#shared/contract/waiting.ts';
import { limits } from '#shared/limits.ts';
import { dayMs } from '../../platform/time.ts';
import { toSummaries } from '../offers/reading.ts';
import { readGroup, readGroupSince } from '../offers/repository.ts';
import { firstRows, toKind } from './waiting-kinds.ts';

/** The states of offers with the client of which the studio wants to know: somebody has looked at it, or signed. */
const told = new Set(['seen', 'signed']);

/** Returns the offers that the client has seen or some have signed, and those that were agreed within some days. */
export async function readWaitingOffers(now = new Date()): Promise<Waiting['offers']> {
  const since = new Date(now.getTime() - limits.offerAgreedDays * dayMs).toISOString();
  const [{ rows: withClient }, agreed] = await Promise.all([
    readGroup('client', limits.attention),
    readGroupSince('agreed', since),
  ]);
  const offers = (await toSummaries([...withClient, ...agreed])).filter(
    ({ state }) => state === 'agreed' || told.has(state),
  );
  return toKind(
    offers.length,
    offers.map(({ agreed_at, seen_at, created_at }) => agreed_at ?? seen_at ?? created_at),
    firstRows(offers).map(({ id, title, customer_name, state, signed_count, signers_count }) => ({
      ...{ offer_id: id, title, customer_name, state, signed_count, signers_count },
    })),
  );
}
