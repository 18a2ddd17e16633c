import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { OfferContent } from '#shared/contract/offers/content.ts';
import type { OfferItems, OfferPage, StudioOffer } from '#shared/contract/offers/offers.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { newId } from '../../../lambdas/platform/ids.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newMessage, newPerson, newQuote, type Person } from '../../support/studio/api-world.ts';
import { newDraft, offerContent, sendDraft } from '../../support/studio/offers.ts';

let studio: ApiStudio;
let person: Person;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());
beforeEach(async () => {
  person = await newPerson();
});

const as = adminClaims();
const ask = (method: string, path: string, body?: unknown, claims = as) =>
  call(admin, method, `/api/admin${path}`, { as: claims, body });
const create = (from: object, claims = as) => ask('POST', '/offers', { request_id: randomUUID(), ...from }, claims);
const save = (id: string, version: number, content: unknown) => ask('PUT', `/offers/${id}`, { version, content });
const read = async (id: string) => (await ask('GET', `/offers/${id}`)).json<StudioOffer>();

describe('a draft begins', () => {
  test('empty for a customer, once for a repeated request, by staff, too', async () => {
    const staff = adminClaims('[staff]');
    const request = { request_id: randomUUID(), customer_id: person.customer };
    const [first, second] = await Promise.all([1, 2].map(() => ask('POST', '/offers', request, staff)));
    const offer = first!.json<StudioOffer>();
    expect(second!.json<StudioOffer>().id).toBe(offer.id);
    expect(offer).toMatchObject({ state: 'draft', number: null, title: '', least_cents: 0, most_cents: 0, version: 0 });
    expect(offer.content.plan).toEqual([{ part: { kind: 'rest' }, due: { kind: 'signing' } }]);
    const entries = (await everyRow()).timeline as { kind: string; customer_id: string }[];
    const created = entries.filter(
      ({ kind, customer_id }) => kind === 'offer-created' && customer_id === person.customer,
    );
    // The person's own draft is the other one.
    expect(created).toHaveLength(2);
  });

  test('with a quote’s name and price', async () => {
    const quote = await newQuote(person.login);
    const decision = { status: 'approved', price_cents: 12_550, version: 0 };
    await ask('PATCH', `/quotes/${quote.id}`, decision);
    const offer = (await create({ quote_id: quote.id })).json<StudioOffer>();
    expect(offer).toMatchObject({
      customer_id: person.customer,
      quote_id: quote.id,
      title: 'Prints',
      least_cents: 12_550,
    });
    expect(offer.content.add_ons).toMatchObject([{ name: 'Prints', price_cents: 12_550, is_optional: false }]);
  });

  test('without a line for a quote that has no price', async () => {
    expect((await create({ quote_id: person.quote })).json<StudioOffer>().content.add_ons).toEqual([]);
  });

  test('for the sender of a message, who becomes a customer once', async () => {
    const email = `${newId()}@example.com`;
    const [first, second] = [await newMessage({ email, name: 'Tom' }), await newMessage({ email, name: 'Tom' })];
    const offer = (await create({ message_id: first })).json<StudioOffer>();
    expect(offer).toMatchObject({ customer_name: 'Tom', client_email: email, message_id: first });
    expect((await create({ message_id: second })).json<StudioOffer>().customer_id).toBe(offer.customer_id);
  });

  test('once for a new sender whose draft is asked for twice at once', async () => {
    const message_id = await newMessage({ email: `${newId()}@example.com` });
    const request = { request_id: randomUUID(), message_id };
    const made = await Promise.all([1, 2, 3].map(() => ask('POST', '/offers', request)));
    expect(made.map(({ outcome }) => outcome)).toEqual(['201', '201', '201']);
    expect(new Set(made.map((answer) => answer.json<StudioOffer>().id)).size).toBe(1);
  });

  test('not for a sender in the trash, which is said', async () => {
    const email = `${newId()}@example.com`;
    const made = (await ask('POST', '/customers', { name: 'Tom', email })).json<Customer>();
    await ask('DELETE', `/customers/${made.id}`);
    const { outcome, error } = await create({ message_id: await newMessage({ email }) });
    expect([outcome, error.message]).toEqual([
      '400 INVALID',
      'The customer with this address is in the trash. Restore them first.',
    ]);
  });

  test.each(['customer_id', 'quote_id', 'message_id'])('for nothing that is missing: %s', async (name) => {
    expect((await create({ [name]: newId() })).outcome).toBe('404 NOT_FOUND');
  });
});

describe('saving', () => {
  test('stores everything, computes the range of the total, and makes a version', async () => {
    const saved = await read(await newDraft(person.customer));
    // 750.00 - 50.00, and 1,000.00 + 450.00 + 25.00 - 50.00, both with 8.25% of tax.
    expect(saved).toMatchObject({
      version: 1,
      least_cents: 75_775,
      most_cents: 154_256,
      signers_count: 3,
      signed_count: 0,
    });
    expect(saved.content).toEqual(offerContent());
  });

  test('of an older version is a conflict with the stored draft, and loses nothing of it', async () => {
    const { outcome, error } = await save(person.offer, 0, offerContent({ title: 'Mine' }));
    expect(outcome).toBe('409 CHANGED_MEANWHILE');
    expect(error.details).toMatchObject({ current: { title: 'Nguyen Wedding', version: 1 } });
    expect((await read(person.offer)).version).toBe(1);
  });

  test('of the same content again is no conflict', async () => {
    const id = await newDraft(person.customer);
    expect((await save(id, 0, offerContent())).json<StudioOffer>().version).toBe(1);
  });

  test('of two at once stores one, and tells the other', async () => {
    const outcomes = await Promise.all(
      ['Mine', 'Yours'].map(async (title) => (await save(person.offer, 1, offerContent({ title }))).outcome),
    );
    expect(outcomes.toSorted()).toEqual(['200', '409 CHANGED_MEANWHILE']);
  });

  test('of a sent offer is a conflict', async () => {
    await sendDraft(person);
    expect((await save(person.offer, 1, offerContent({ title: 'New' }))).outcome).toBe('409 CHANGED_MEANWHILE');
  });

  test('can take the last day away again', async () => {
    await save(person.offer, 1, offerContent({ valid_until: null }));
    expect((await read(person.offer)).valid_until).toBeNull();
  });

  const [addOn] = offerContent().add_ons;
  const wrong: Record<string, [Partial<Record<keyof OfferContent, unknown>>, string, string]> = {
    'a negative add-on': [
      { add_ons: [{ ...addOn, price_cents: -100 }] },
      'content.add_ons.0.price_cents',
      'A price can’t be negative. Use the discount to subtract an amount.',
    ],
    'a discount of 101%': [
      { discount: { label: 'Friends', amount: { kind: 'rate', rate: 101_000 } } },
      'content.discount.amount.rate',
      'A discount can be at most 100%.',
    ],
    'half a cent': [
      { add_ons: [{ ...addOn, price_cents: 0.5 }] },
      'content.add_ons.0.price_cents',
      'A price has whole cents.',
    ],
    'a tax that the offer does not have': [
      { taxes: [] },
      'content.packages.0.tax_ids',
      'Full Day has a tax that this offer does not have.',
    ],
    'two lines of one id': [{ add_ons: [addOn, addOn] }, 'content.lines', 'Two of them have the same id.'],
    'a title that is too long': [
      { title: 'x'.repeat(limits.offerTitle + 1) },
      'content.title',
      `A title can have at most ${limits.offerTitle} characters.`,
    ],
  };
  test.each(Object.entries(wrong))('refuses %s where it is', async (_, [values, field, message]) => {
    const { outcome, error } = await save(person.offer, 1, { ...offerContent(), ...values });
    expect([outcome, error.fields?.[field]]).toEqual(['400 INVALID', message]);
  });
});

describe('deleting a draft', () => {
  test('takes it out of every list, and its row expires', async () => {
    const id = await newDraft(person.customer);
    expect((await ask('DELETE', `/offers/${id}?version=1`, undefined, adminClaims('[staff]'))).outcome).toBe('204');
    expect((await ask('GET', `/offers/${id}`)).outcome).toBe('404 NOT_FOUND');
    const lists = ['/offers?group=draft', `/customers/${person.customer}/offers`];
    for (const list of lists) {
      const { items } = (await ask('GET', list)).json<OfferPage>();
      expect(items.map((offer) => offer.id)).toContain(person.offer);
      expect(items.map((offer) => offer.id)).not.toContain(id);
    }
    const row = (await everyRow()).offers?.find((offer) => offer.offer_id === id);
    expect(row?.expires_at).toBeGreaterThan(Date.now() / 1_000 + 29 * 86_400);
  });

  test('of another version, or of a sent offer, is a conflict', async () => {
    expect((await ask('DELETE', `/offers/${person.offer}?version=0`)).outcome).toBe('409 CHANGED_MEANWHILE');
    await sendDraft(person);
    expect((await ask('DELETE', `/offers/${person.offer}?version=2`)).outcome).toBe('409 CHANGED_MEANWHILE');
  });
});

test('packages and add-ons of the published website can be copied, with their prices', async () => {
  const { packages, add_ons } = (await ask('GET', '/offer-items')).json<OfferItems>();
  expect(packages[0]).toEqual({
    name: expect.any(String),
    detail: expect.any(String),
    price_cents: expect.any(Number),
    per: expect.stringMatching(/^(session|hour)$/),
    service: expect.any(String),
  });
  expect(packages.every(({ price_cents }) => price_cents > 0)).toBe(true);
  expect(add_ons.length).toBeGreaterThan(0);
});
