import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { isolated } from '#shared/text/isolated.ts';

type Content = ClientOffer['content'];

const parts: [name: string, ...(keyof Content)[]][] = [
  ['the lines and prices', 'packages', 'add_ons', 'most_add_ons', 'discount', 'taxes'],
  ['the payments', 'plan'],
  ['the terms', 'terms'],
  ['the session', 'session'],
  ['the last day to sign', 'valid_until'],
];

const list = new Intl.ListFormat('en-US');

/**
 * Returns sentences that say what differs between an offer as it was on the page and as it is now: 'Changed: the payments and the
 * terms.', 'Linh Tran has signed.'
 */
export function sayChanges(before: ClientOffer, after: ClientOffer): string[] {
  const changed = parts
    .filter(([, ...keys]) => keys.some((key) => !isSame(before.content[key], after.content[key])))
    .map(([name]) => name);
  if (!isSame(before.choices, after.choices)) changed.push('what was chosen');
  const signed = after.signers.filter(
    ({ id, signed_at }) => signed_at !== null && before.signers.find((signer) => signer.id === id)?.signed_at === null,
  );
  return [
    ...(changed.length > 0 ? [`Changed: ${list.format(changed)}.`] : []),
    ...signed.map(({ id, name }) => (id === 'client' ? 'You have signed.' : `${isolated(name)} has signed.`)),
  ];
}

const isSame = (first: unknown, second: unknown): boolean => JSON.stringify(first) === JSON.stringify(second);
