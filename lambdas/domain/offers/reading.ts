import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferFigures, OfferGroup, OfferItems, OfferPage, StudioOffer } from '#shared/contract/offers/offers.ts';
import { OfferGroup as Groups } from '#shared/contract/offers/offers.ts';
import { limits } from '#shared/limits.ts';
import type { Admin } from '../../platform/auth.ts';
import { decryptCursor, encryptCursor } from '../../platform/cursors.ts';
import { StudioError } from '../../platform/errors.ts';
import { requireCustomer } from '../customers/customers.ts';
import { type CustomerRow, readCustomer, readCustomers } from '../customers/repository.ts';
import { readPublishedPrices } from '../website/facts.ts';
import { readAmended } from './amended.ts';
import { readPresentFacts } from './present-facts.ts';
import { readAgreedIn, readByCustomer, readGroup, readOffer, readSteps } from './repository.ts';
import type { ListedOffer, OfferRow } from './row.ts';
import { toClientOffer, toStudioOffer, toSummary } from './views.ts';

/**
 * Returns the row of an offer. An agreed one can be read after its customer was erased.
 * @throws StudioError NOT_FOUND, also for a deleted draft, and for an offer of a customer in the trash
 */
export const requireOffer = async (actor: Admin, id: string): Promise<OfferRow> => (await requireAny(actor, id)).row;

async function requireAny(_actor: Admin, id: string): Promise<{ row: OfferRow; customer: CustomerRow | undefined }> {
  const row = await readOffer(id);
  if (!row || row.state === 'deleted') throw new StudioError('NOT_FOUND');
  const customer = await readCustomer(row.customer_id);
  if (customer?.status === 'deleted') throw new StudioError('NOT_FOUND');
  return { row, customer };
}

/**
 * Returns the row of an offer with its steps, and its customer if they were not erased.
 * @throws StudioError NOT_FOUND as in `requireOffer`
 */
export async function requireWithSteps(actor: Admin, id: string) {
  const found = await requireAny(actor, id);
  return { ...found, steps: await readSteps(id) };
}

/**
 * Returns an offer for the studio.
 * @throws StudioError NOT_FOUND
 */
export async function readStudioOffer(actor: Admin, id: string): Promise<StudioOffer> {
  const { row, steps, customer } = await requireWithSteps(actor, id);
  return toStudioOffer(row, steps, customer);
}

/** Returns the error for an act on an offer that changed since it was seen, with the present offer. */
export const changedError = async (actor: Admin, id: string): Promise<StudioError> =>
  new StudioError('CHANGED_MEANWHILE', undefined, { details: { current: await readStudioOffer(actor, id) } });

/**
 * Returns an offer as its client sees it, or would see it if the draft were sent now.
 * @throws StudioError NOT_FOUND
 */
export async function previewOffer(actor: Admin, id: string): Promise<ClientOffer> {
  const row = await requireOffer(actor, id);
  const { parties, currency } =
    row.parties === undefined
      ? await readPresentFacts(await requireCustomer(row.customer_id))
      : { ...row, parties: row.parties };
  return toClientOffer({ ...row, currency }, parties, await readAmended(row));
}

/** Returns a page of one list of offers, the last changed first. Leaves out offers of customers in the trash. */
export async function listOffers(
  actor: Admin,
  { group, cursor }: { group: OfferGroup; cursor?: string | undefined },
): Promise<OfferPage> {
  const cursorScope = `${actor.sub} ${group} offers`;
  const { rows, last, damaged } = await readGroup(
    group,
    limits.offersPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  return { items: await toSummaries(rows), next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/**
 * Returns a page of a customer's offers, the newest first.
 * @throws StudioError NOT_FOUND
 */
export async function listCustomerOffers(actor: Admin, customerId: string, cursor?: string): Promise<OfferPage> {
  const customer = await requireCustomer(customerId);
  const cursorScope = `${actor.sub} offers of ${customerId}`;
  const { rows, last, damaged } = await readByCustomer(
    customerId,
    limits.offersPerPage,
    await decryptCursor(cursorScope, cursor),
  );
  const items = rows.filter(({ state }) => state !== 'deleted').map((row) => toSummary(row, customer));
  return { items, next_cursor: await encryptCursor(cursorScope, last), damaged };
}

/** Returns offers as the studio's lists show them, without those of customers in the trash. */
export async function toSummaries(rows: ListedOffer[]) {
  const customers = await customersOf(rows);
  return rows.filter(isOfPresent(customers)).map((row) => toSummary(row, customers.get(row.customer_id)));
}

const customersOf = async (rows: ListedOffer[]): Promise<Map<string, CustomerRow>> =>
  rows.length > 0 ? readCustomers(rows.map(({ customer_id }) => customer_id)) : new Map();

const isOfPresent =
  (customers: Map<string, CustomerRow>) =>
  ({ customer_id }: ListedOffer): boolean =>
    customers.get(customer_id)?.status !== 'deleted';

/**
 * Returns what was agreed in a month, and how many offers each list has. A canceled offer is not among the agreed ones, and offers
 * of customers in the trash are in none.
 */
export async function readFigures(_actor: Admin, month: string): Promise<OfferFigures> {
  const [agreedInMonth, ...groups] = await Promise.all([
    readAgreedIn(month),
    ...Groups.options.map(async (group) => (await readGroup(group, limits.attention)).rows),
  ]);
  const customers = await customersOf([...agreedInMonth, ...groups.flat()]);
  const agreed = agreedInMonth.filter(({ state }) => state === 'agreed').filter(isOfPresent(customers));
  return {
    month,
    agreed_count: agreed.length,
    agreed_cents: agreed.reduce((sum, { most_cents }) => sum + most_cents, 0),
    groups: Object.fromEntries(
      Groups.options.map((group, index) => [group, groups[index]!.filter(isOfPresent(customers)).length]),
    ) as OfferFigures['groups'],
  };
}

/** Returns the packages and add-ons of the published website, with their prices, to be copied into a draft. */
export async function listItems(_actor: Admin): Promise<OfferItems> {
  const { packages, add_ons } = await readPublishedPrices();
  return {
    packages: packages.map(({ name, duration, inclusions, price_cents, per, service }) => ({
      ...{ name, service, per, price_cents: price_cents ?? 0 },
      detail: [duration, ...inclusions].filter(Boolean).join(', '),
    })),
    add_ons: add_ons.map(({ name, detail, price_cents, per }) => ({
      name,
      detail,
      per,
      price_cents: price_cents ?? 0,
    })),
  };
}
