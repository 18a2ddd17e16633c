import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';

const idOf = (letter: string) => letter.repeat(20);
/** The ids of a package and of an add-on. */
export const [fullDay, keepsake] = [idOf('a'), idOf('d')];
const [event, second, tax, spouse] = [idOf('b'), idOf('c'), idOf('e'), idOf('f')];
const line = { detail: '', quantity: 1, tax_ids: [tax] };
/** The time of every act. */
export const time = '2026-11-24T18:00:00.000Z';

/** A seen offer with two packages, two add-ons to choose, a discount, a tax, two payments, terms, and three signers. */
export const offer = (
  values: Partial<ClientOffer> = {},
  content: Partial<ClientOffer['content']> = {},
): ClientOffer => ({
  ...{ id: 'o'.repeat(20), number: 12, state: 'seen', version: 2, currency: 'USD', sent_on: '2026-11-24' },
  ...{ client_name: 'Tom Nguyen', studio: { name: 'Magnolia & Light', email: 'dana@example.com' } },
  signers: [
    { id: 'studio', name: 'Magnolia & Light', as: '', email: 'dana@example.com', signed_at: time },
    { id: 'client', name: 'Tom Nguyen', as: '', email: 'tom@example.org', signed_at: null },
    { id: spouse, name: 'Linh Tran', as: 'Spouse', email: 'linh@example.org', signed_at: null },
  ],
  ...{ choices: null, hash: null, ended_at: null, ended_words: '', replaced_by: null, amends: null },
  ...values,
  content: {
    ...{ title: 'Nguyen Wedding', words: 'Here is what we talked about.', valid_until: '2026-12-10' },
    session: { date: '2027-05-15', from: '13:00', to: '19:00', place: 'Avondale House' },
    packages: [
      { ...line, id: fullDay, name: 'Full Day', detail: 'Several locations', price_cents: 75_000, service: '' },
      { ...line, id: event, name: 'Event', price_cents: 12_500, quantity: 8, service: '' },
    ],
    add_ons: [
      { ...line, id: second, name: 'Second Photographer', price_cents: 7_500, quantity: 6, is_optional: true },
      { ...line, id: keepsake, name: 'USB Keepsake', price_cents: 2_500, is_optional: true },
    ],
    most_add_ons: null,
    discount: { label: 'engagement client', amount: { kind: 'cents', cents: 5_000 } },
    taxes: [{ id: tax, name: 'Sales tax', rate: 8_250 }],
    plan: [
      { part: { kind: 'rate', rate: 50_000 }, due: { kind: 'signing' } },
      { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
    ],
    terms: [
      { kind: 'heading', text: 'Payment' },
      { kind: 'paragraph', text: 'You pay {{total}}.' },
      { kind: 'heading', text: 'Cancellation' },
      { kind: 'list', items: ['Free until April 15, 2027.'] },
      { kind: 'box', text: 'I have read the part on cancellation.' },
    ],
    studio_signs: 'by-sending',
    ...content,
  },
});

/** The path of the offer in the API. */
export const path = `/api/client/offers/${'o'.repeat(20)}`;
