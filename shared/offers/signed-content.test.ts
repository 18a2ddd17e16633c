import { describe, expect, test } from 'vitest';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import { factsOf } from './offer-facts.ts';
import { signedContent } from './signed-content.ts';
import { unfinishedFields } from './unfinished.ts';

const line = { detail: '', quantity: 1, tax_ids: ['tax'] };
const content: OfferContent = {
  ...{ title: 'Nguyen Wedding', words: 'Here it is.' },
  session: { date: '2027-05-15', from: '13:00', to: '19:00', place: 'Avondale House' },
  packages: [
    { ...line, id: 'full', name: 'Full Day', price_cents: 75_000, service: '' },
    { ...line, id: 'event', name: 'Event', price_cents: 12_500, quantity: 8, service: '' },
  ],
  add_ons: [
    { ...line, id: 'second', name: 'Second', price_cents: 7_500, quantity: 6, is_optional: true },
    { ...line, id: 'usb', name: 'USB', price_cents: 2_500, is_optional: true },
  ],
  ...{ most_add_ons: null, discount: { label: 'Engagement', amount: { kind: 'cents', cents: 5_000 } } },
  taxes: [{ id: 'tax', name: 'Sales tax', rate: 8_250 }],
  plan: [
    { part: { kind: 'rate', rate: 50_000 }, due: { kind: 'signing' } },
    { part: { kind: 'rest' }, due: { kind: 'before_session', days: 14 } },
  ],
  terms: [
    { kind: 'paragraph', text: '{{client}} pays {{total}} for {{package}}: {{payments}}.' },
    { kind: 'box', text: 'I have read it.' },
  ],
  ...{ terms_from: null, signers: [], studio_signs: 'by-sending', valid_until: '2026-12-10' },
};
const offer = {
  ...{ id: 'offer', number: 12, currency: 'USD' as const, content, sent_on: '2026-11-26', client_name: 'Tom Nguyen' },
  studio: { name: 'Magnolia & Light', email: 'hello@example.org' },
  signers: [
    {
      id: 'studio',
      name: 'Magnolia & Light',
      as: '',
      email: 'hello@example.org',
      signed_at: '2026-11-26T12:00:00.000Z',
    },
    { id: 'client', name: 'Tom Nguyen', as: '', email: 'tom@example.org', signed_at: null },
  ],
  amends: null,
} satisfies Partial<ClientOffer>;
const choices = { package_id: 'full', add_on_ids: ['second', 'usb'] };

describe('what is signed', () => {
  test('has the sums of the mocks, to the cent, and the terms filled with them', () => {
    const signed = signedContent(offer, choices);
    expect(signed.total).toMatchObject({ subtotal_cents: 122_500, discount_cents: 5_000, total_cents: 127_194 });
    expect(signed.total.taxes).toMatchObject([{ taxable_cents: 117_500, tax_cents: 9_694 }]);
    expect(signed.payments.map(({ cents }) => cents)).toEqual([63_597, 63_597]);
    expect(signed.terms[0]).toEqual({
      kind: 'paragraph',
      text: 'Tom Nguyen pays $1,271.94 for Full Day: $635.97 on signing, $635.97 on May 1, 2027.',
    });
    expect(signed.lines.map(({ id }) => id)).toEqual(['full', 'second', 'usb']);
  });

  test('is the same before and after somebody else has signed', () => {
    const later = offer.signers.map((signer) => ({ ...signer, signed_at: '2026-12-01T12:00:00.000Z' }));
    expect(signedContent({ ...offer, signers: later }, choices)).toEqual(signedContent(offer, choices));
  });
});

test('while there is a choice, amounts in the terms are ranges and packages are alternatives', () => {
  const facts = factsOf(offer, null);
  expect(facts.total).toBe('$757.75 to $1,542.56');
  expect(facts.packages).toEqual(['Full Day', 'Event']);
  expect(facts.payments[0]).toEqual({ amount: '$378.88 to $771.28', due: 'on signing' });
});

test('a range of the terms is that of one payment, also where the lowest total leaves nothing to another', () => {
  const plan: OfferContent['plan'] = [
    { part: { kind: 'rest' }, due: { kind: 'signing' } },
    { part: { kind: 'cents', cents: 100_000 }, due: { kind: 'after_session', days: 1 } },
  ];
  expect(factsOf({ ...offer, content: { ...content, plan } }, null).payments).toEqual([
    { amount: '$0.00 to $542.56', due: 'on signing' },
    { amount: '$757.75 to $1,000.00', due: 'on May 16, 2027' },
  ]);
});

test('a total of nothing has words for its payments, so that no field stays in what is signed', () => {
  const discount: OfferContent['discount'] = { label: 'Gift', amount: { kind: 'rate', rate: 100_000 } };
  const signed = signedContent({ ...offer, content: { ...content, discount } }, choices);
  expect(signed).toMatchObject({ total: { total_cents: 0 }, payments: [] });
  expect(signed.terms[0]).toEqual({
    kind: 'paragraph',
    text: 'Tom Nguyen pays $0.00 for Full Day: $0.00 on signing.',
  });
});

describe('an offer that can’t be sent yet', () => {
  const unfinished = (values: Partial<OfferContent>, client_email = 'tom@example.org') =>
    unfinishedFields({ ...offer, content: { ...content, ...values } }, client_email, '2026-11-26');

  test('lacks nothing when it is complete, until the end of its last day', () => {
    expect(unfinished({})).toEqual({});
    expect(unfinished({ valid_until: '2026-11-26' })).toEqual({});
    expect(Object.keys(unfinished({ valid_until: '2026-11-25' }))).toEqual(['valid_until']);
  });

  test('says all that is missing at once, each at its field', () => {
    const nameless = { ...content.add_ons[0]!, name: '' };
    const fields = unfinished({ title: '', valid_until: null, terms: null, add_ons: [nameless] }, '');
    expect(Object.keys(fields).toSorted()).toEqual(['add_ons.0.name', 'client_email', 'terms', 'title', 'valid_until']);
  });

  test('names a field of the terms that nothing fills, and where it stands', () => {
    const terms = [{ kind: 'list' as const, items: ['One', 'At {{place}}'] }];
    expect(unfinished({ terms, session: { ...content.session, place: '' } })).toEqual({
      'terms.0':
        '{{place}} in item 2 of list 1 at the beginning has no value in this offer. Enter it, or take the field out of the terms.',
    });
  });

  test.each([
    ['the client’s address', [{ id: 'a', name: 'Linh', as: 'Spouse', email: 'TOM@example.org' }], 'signers.0.email'],
    ['the studio’s address', [{ id: 'a', name: 'Linh', as: 'Spouse', email: 'Hello@example.org' }], 'signers.0.email'],
    [
      'the address of another signer',
      ['a', 'b'].map((id) => ({ id, name: 'Linh', as: 'Spouse', email: 'linh@example.org' })),
      'signers.1.email',
    ],
    ['no name', [{ id: 'a', name: '', as: 'Spouse', email: 'linh@example.org' }], 'signers.0.name'],
    ['no role', [{ id: 'a', name: 'Linh', as: '', email: 'linh@example.org' }], 'signers.0.as'],
  ])('has a signer with %s', (_, signers, field) => {
    expect(Object.keys(unfinished({ signers }))).toEqual([field]);
  });
});
