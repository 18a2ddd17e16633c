import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { OfferSummary, SaveOffer, StudioOffer } from '#shared/contract/offers/offers.ts';
import { rangeOf } from '#shared/offers/chosen-lines.ts';
import { groupOf } from '#shared/offers/offer-state.ts';
import { dayAhead } from '#shared/time/studio-time.ts';
import { type Answers, failing } from '../../../lib/testing.ts';

/** Ids of what the offers of the tests have. */
export const ids = {
  offer: 'o'.repeat(20),
  customer: 'c'.repeat(20),
  fullDay: 'f'.repeat(20),
  event: 'e'.repeat(20),
  second: 's'.repeat(20),
  tax: 't'.repeat(20),
  template: 'w'.repeat(20),
};

const salesTax = { id: ids.tax, name: 'Sales tax', rate: 8_250 };

/** What an offer says that can be sent. */
export const contentOf = (values: Partial<OfferContent> = {}): OfferContent => ({
  title: 'Nguyen Wedding',
  words: '',
  session: { date: '2031-05-15', from: '13:00', to: '19:00', place: 'Avondale House' },
  packages: [
    {
      ...{ id: ids.fullDay, name: 'Full Day', detail: '', price_cents: 75_000 },
      quantity: 1,
      tax_ids: [],
      service: '',
    },
    { ...{ id: ids.event, name: 'Event', detail: '', price_cents: 12_500 }, quantity: 8, tax_ids: [], service: '' },
  ],
  add_ons: [],
  most_add_ons: null,
  discount: null,
  taxes: [],
  plan: [{ part: { kind: 'rest' }, due: { kind: 'signing' } }],
  terms: [{ kind: 'paragraph', text: '{{client}} pays {{total}}.' }],
  terms_from: { template_id: ids.template, name: 'Wedding', version: 2 },
  signers: [],
  studio_signs: 'by-sending',
  valid_until: dayAhead(14, new Date()),
  ...values,
});

/** An offer as the studio sees it. */
export function studioOffer(values: Partial<StudioOffer> = {}): StudioOffer {
  const content = values.content ?? contentOf();
  return {
    ...{ id: ids.offer, number: null, customer_id: ids.customer, customer_name: 'Tom Nguyen', title: content.title },
    ...{ state: 'draft', currency: 'USD', ...rangeOf(content), signed_count: 0, signers_count: 2 },
    ...{ session_date: content.session.date, valid_until: content.valid_until, created_at: '2026-11-20T10:00:00Z' },
    ...{ sent_at: null, seen_at: null, agreed_at: null, ended_at: null, replaced_by: null, amends: null, version: 3 },
    ...{ content, client_name: 'Tom Nguyen', client_email: 'tom@example.org', quote_id: null, message_id: null },
    ...{ replaces: null, saved_at: '2026-11-20T10:42:00Z', saved_by: 'Dana', choices: null, signatures: [], steps: [] },
    ...{ is_unchanged: true, message: '' },
    ...values,
  };
}

/** An offer as its client reads it. */
export function clientOffer(offer: StudioOffer): ClientOffer {
  const { signers, terms_from: _, ...content } = offer.content;
  const studio = { name: 'Magnolia & Light', email: 'studio@example.org' };
  return {
    ...{ id: offer.id, number: offer.number, state: offer.state, version: offer.version, currency: offer.currency },
    ...{ content, sent_on: '2026-11-24', client_name: offer.client_name, studio },
    signers: [
      { id: 'studio', as: '', ...studio, signed_at: null },
      { id: 'client', as: '', name: offer.client_name, email: offer.client_email, signed_at: null },
      ...signers.map((signer) => ({ ...signer, signed_at: null })),
    ],
    ...{ choices: null, hash: null, ended_at: null, ended_words: '', replaced_by: null, amends: null },
  };
}

/** An API that stores one offer, and has the lists around it. */
export function offerApi(first: StudioOffer) {
  const stored = { offer: first };
  const path = `/api/admin/offers/${first.id}`;
  /** What every save has sent. */
  const saves: SaveOffer[] = [];
  const changed = () => failing(409, 'CHANGED_MEANWHILE', 'It was changed.', { details: { current: stored.offer } });
  const store = (values: Partial<StudioOffer>) => {
    const content = values.content ?? stored.offer.content;
    const derived = { title: content.title, ...rangeOf(content) };
    stored.offer = { ...stored.offer, ...derived, ...values, version: stored.offer.version + 1 };
    return stored.offer;
  };
  const answers: Answers = {
    [`GET ${path}`]: () => stored.offer,
    [`PUT ${path}`]: (save: SaveOffer) => {
      saves.push(save);
      if (save.version !== stored.offer.version || stored.offer.state !== 'draft') return changed();
      return store({ content: save.content, saved_at: new Date().toISOString() });
    },
    'GET /api/admin/settings/taxes': { items: [salesTax], version: 1 },
    'GET /api/admin/templates': {
      items: [
        { id: ids.template, kind: 'terms', name: 'Wedding', version: 2, saved_at: null },
        { id: 'p'.repeat(20), kind: 'plan', name: 'Two halves', version: 0, saved_at: null },
      ],
    },
    [`GET /api/admin/templates/${'p'.repeat(20)}`]: {
      ...{ id: 'p'.repeat(20), name: 'Two halves', version: 0, saved_at: null, saved_by: '' },
      content: {
        kind: 'plan',
        payments: [
          { part: { kind: 'rate', rate: 50_000 }, due: { kind: 'signing' } },
          { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
        ],
      },
    },
    'GET /api/admin/offer-items': {
      packages: [{ name: 'Mini', detail: 'One hour', price_cents: 30_000, per: 'session', service: 'portraits' }],
      add_ons: [{ name: 'Second Photographer', detail: '', price_cents: 7_500, per: 'hour' }],
    },
    [`GET ${path}/preview`]: () => clientOffer(stored.offer),
  };
  return { stored, saves, store, changed, answers, path };
}

/** The API's answers to the lists of offers. */
export function listAnswers(offers: OfferSummary[]): Answers {
  const groups = ['draft', 'client', 'agreed', 'ended'] as const;
  const inGroup = (group: (typeof groups)[number]) => offers.filter(({ state }) => groupOf(state) === group);
  const lists = groups.map((group) => [
    `GET /api/admin/offers?group=${group}`,
    { items: inGroup(group), next_cursor: null, damaged: [] },
  ]);
  return Object.fromEntries(lists);
}
