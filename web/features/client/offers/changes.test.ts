import { expect, test } from 'vitest';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import { sayChanges } from './changes.ts';

const signer = (id: string, name: string, signed_at: string | null = null) => ({
  id,
  name,
  as: '',
  email: '',
  signed_at,
});
const offer = (values: object = {}, content: object = {}) =>
  ({
    ...{ choices: null, signers: [signer('client', 'Tom'), signer('s', 'Linh Tran')], ...values },
    content: { packages: [], add_ons: [], plan: [], terms: [], session: {}, taxes: [], valid_until: null, ...content },
  }) as unknown as ClientOffer;
const time = '2026-11-24T18:00:00.000Z';

test('nothing is said of an offer that is the same', () => {
  expect(sayChanges(offer(), offer())).toEqual([]);
});

test('each part that differs is named once', () => {
  const after = offer({ choices: { package_id: null, add_on_ids: [] } }, { packages: [{}], taxes: [{}], terms: [{}] });
  expect(sayChanges(offer(), after)).toEqual(['Changed: the lines and prices, the terms, and what was chosen.']);
});

test('who has signed meanwhile is named', () => {
  const signers = [signer('client', 'Tom', time), signer('s', 'Linh Tran', time)];
  expect(sayChanges(offer(), offer({ signers }))).toEqual(['You have signed.', '\u2068Linh Tran\u2069 has signed.']);
});
