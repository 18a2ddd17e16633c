import type { OfferGroup } from '#shared/contract/offers/offers.ts';
import { type Conditions, type Key, table, type Write } from '../../platform/table.ts';
import { indexKeysOf, ListedOffer, NumbersRow, OfferRow, StepRow } from './row.ts';

const key = ['offer_id', 'part'] as const;
const offers = table('OFFERS_TABLE', { key }, OfferRow);
const steps = table('OFFERS_TABLE', { key }, StepRow);
const numbers = table('OFFERS_TABLE', { key }, NumbersRow);
/** The offers table, by its indexes, which lack what an offer says. */
const lists = table(
  'OFFERS_TABLE',
  {
    key,
    indexes: {
      by_customer: ['customer_id', 'created_at'],
      by_group: ['group', 'changed_at'],
      by_month: ['agreed_in', 'agreed_at'],
    },
  },
  ListedOffer,
);

/** The offers table, by the index of those that can expire, which has only keys. */
const expiring = table(
  'OFFERS_TABLE',
  { key, indexes: { expiring: ['expiring', 'valid_until'] } },
  OfferRow.pick({ offer_id: true, part: true }),
);

const keyOf = (offer_id: string) => ({ offer_id, part: 'offer' });
const numbersKey = { offer_id: 'numbers', part: 'numbers' } as const;

/** Returns the offer; strongly consistent, because decisions depend on it. */
export const readOffer = (id: string) => offers.get(keyOf(id), { consistent: true });

/** Returns the steps of an offer in their order; strongly consistent. */
export const readSteps = (id: string) => steps.all({ partition: id, begins: 'step#', consistent: true });

/** Returns the number of the offer that was sent last; undefined before the first. */
export const readLastNumber = async () => (await numbers.get(numbersKey, { consistent: true }))?.last;

/** Returns the write that takes the number after `last`; it fails when another request has taken it. */
export const takeNumber = (last: number | undefined): Write =>
  last === undefined
    ? numbers.insert({ ...numbersKey, last: 1 })
    : numbers.change(numbersKey, { set: { last: last + 1 } }, { where: { last } });

/** Returns a page of one of the studio's lists, the last changed first. */
export const readGroup = (group: OfferGroup, size: number, from?: Key) =>
  lists.page({ index: 'by_group', partition: group, descending: true, leaveOutDamaged: true }, size, from);

/** Returns all offers of one of the studio's lists that were changed since. For times that are always few days ago. */
export const readGroupSince = (group: OfferGroup, since: string) =>
  lists.all({ index: 'by_group', partition: group, since, leaveOutDamaged: true });

/** Returns the offers that were agreed in a month, `YYYY-MM`, canceled ones, too. */
export const readAgreedIn = (month: string) =>
  lists.all({ index: 'by_month', partition: month, leaveOutDamaged: true });

/** Returns a page of a customer's offers, the newest first. */
export const readByCustomer = (customerId: string, size: number, from?: Key) =>
  lists.page({ index: 'by_customer', partition: customerId, descending: true, leaveOutDamaged: true }, size, from);

/** Returns every offer of a customer. */
export const readAllByCustomer = (customerId: string): Promise<ListedOffer[]> =>
  lists.all({ index: 'by_customer', partition: customerId });

/** Returns a page of the ids of sent offers whose last day is `until` or before. */
export const readExpiring = (until: string, size: number, from?: Key) =>
  expiring.page({ index: 'expiring', partition: 'offer', until, leaveOutDamaged: true }, size, from);

export const insertOffer = (row: OfferRow): Write => offers.insert({ ...row, ...present(indexKeysOf(row)) });

/**
 * Returns the write that changes an offer and its keys in the indexes; it fails when the offer has changed since it was read.
 * Attributes that are undefined in `set` are removed.
 */
export function changeOffer(row: OfferRow, set: Partial<OfferRow>, { where, onConflict }: Conditions = {}): Write {
  const [keysBefore, keysAfter] = [indexKeysOf(row), indexKeysOf({ ...row, ...set })];
  const changedKeys = Object.fromEntries(
    Object.entries(keysAfter).filter(([name, value]) => keysBefore[name as keyof typeof keysBefore] !== value),
  );
  const all = { ...set, ...changedKeys };
  const remove = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return offers.change(
    keyOf(row.offer_id),
    { set: present(all), remove },
    {
      where: { version: row.version, steps_count: row.steps_count, customer_id: row.customer_id, ...where },
      ...(onConflict && { onConflict }),
    },
  );
}

const present = (attributes: object) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

/** Returns the write of a step; it fails when the offer has a step of this number. */
export const insertStep = (step: StepRow): Write => steps.insert(step);

/** Returns the condition that an offer is agreed, for a transaction about an amendment of it. */
export const staysAgreed = (id: string, onConflict: () => Error): Write =>
  offers.check(keyOf(id), { where: { state: 'agreed' }, onConflict });

/** Returns the write that moves an offer to the customer to whom its record was joined. */
export const moveOffer = ({ offer_id, customer_id, joined_from = [] }: ListedOffer, to: string): Write =>
  offers.change(
    keyOf(offer_id),
    { set: { customer_id: to, joined_from: [...joined_from, customer_id] } },
    { where: { customer_id } },
  );

/** Returns the write that moves an offer back when the join is undone. */
export const returnOffer = ({ offer_id, customer_id, joined_from = [] }: ListedOffer): Write =>
  offers.change(
    keyOf(offer_id),
    { set: { customer_id: joined_from.at(-1), joined_from: joined_from.slice(0, -1) } },
    { where: { customer_id } },
  );

/** Returns the writes that erase an offer with its steps, the offer last, so that an interrupted erasure finds it again. */
export const eraseOfferRows = async (id: string): Promise<Write[]> => [
  ...(await readSteps(id)).map(({ offer_id, part }) => steps.delete({ offer_id, part })),
  offers.delete(keyOf(id)),
];

/** Returns the writes by which an offer and its steps expire, at a Unix time in seconds. Until then it stays in its lists. */
export const expireOfferRows = async (id: string, expires_at: number): Promise<Write[]> => [
  ...(await readSteps(id)).map(({ offer_id, part }) => steps.change({ offer_id, part }, { set: { expires_at } })),
  offers.change(keyOf(id), { set: { expires_at } }),
];
