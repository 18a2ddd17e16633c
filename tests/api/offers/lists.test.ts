import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Customer } from '#shared/contract/customers.ts';
import type { ClientOffer } from '#shared/contract/offers/client-offers.ts';
import type { OfferFigures, OfferPage, StudioOffer } from '#shared/contract/offers/offers.ts';
import type { Waiting } from '#shared/contract/waiting.ts';
import { dayAhead, today } from '#shared/time/studio-time.ts';
import { app as admin } from '../../../lambdas/admin/app.ts';
import { app as client } from '../../../lambdas/client/app.ts';
import { sweepDeletedCustomer } from '../../../lambdas/domain/flows/customer-deletion.ts';
import { expireOffers } from '../../../lambdas/domain/offers/expiry.ts';
import { write } from '../../../lambdas/platform/table.ts';
import { everyRow } from '../../support/rows/every-row.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../../support/studio/api-studio.ts';
import { newPerson, type Person } from '../../support/studio/api-world.ts';
import { agreeOffer, newDraft, sendDraft } from '../../support/studio/offers.ts';

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
const ask = (method: string, path: string, body?: unknown) => call(admin, method, `/api/admin${path}`, { as, body });
const listed = async (group: string) =>
  (await ask('GET', `/offers?group=${group}`)).json<OfferPage>().items.map(({ id }) => id);
const figures = async () =>
  (await ask('GET', `/offer-figures?month=${today(new Date()).slice(0, 7)}`)).json<OfferFigures>();
const waiting = async () => (await ask('GET', '/waiting')).json<Waiting>().offers;
const readOwn = (id: string) => call(client, 'GET', `/api/client/offers/${id}`, { as: person.login });
const stateOf = async (id: string) => (await ask('GET', `/offers/${id}`)).json<StudioOffer>().state;

describe('the studio’s lists', () => {
  test('have an offer where it stands, the last changed first', async () => {
    const other = await newDraft(person.customer);
    expect((await listed('draft'))[0]).toBe(other);
    expect(await listed('draft')).toContain(person.offer);
    await sendDraft(person);
    expect(await listed('draft')).not.toContain(person.offer);
    expect((await listed('client'))[0]).toBe(person.offer);
    await ask('POST', `/offers/${person.offer}/withdraw`, { version: 2 });
    expect(await listed('client')).not.toContain(person.offer);
    expect((await listed('ended'))[0]).toBe(person.offer);
    await agreeOffer({ offer: other });
    expect((await listed('agreed'))[0]).toBe(other);
    const own = (await ask('GET', `/customers/${person.customer}/offers`)).json<OfferPage>();
    expect(own.items.map(({ id, state }) => [id, state])).toEqual([
      [other, 'agreed'],
      [person.offer, 'withdrawn'],
    ]);
  });

  test('count, and sum what was agreed in the month, without what was canceled', async () => {
    const before = await figures();
    await agreeOffer(person);
    const agreed = await figures();
    expect(agreed.agreed_cents - before.agreed_cents).toBe(75_775);
    expect(agreed.groups).toEqual({
      ...before.groups,
      draft: before.groups.draft - 1,
      agreed: before.groups.agreed + 1,
    });
    await ask('POST', `/offers/${person.offer}/cancel`, { version: 3 });
    expect(await figures()).toMatchObject({ agreed_cents: before.agreed_cents, agreed_count: before.agreed_count });
  });

  test('refuse what is no month and no list', async () => {
    expect((await ask('GET', '/offer-figures?month=2026-13')).outcome).toBe('400 INVALID');
    expect((await ask('GET', '/offers?group=mine')).outcome).toBe('400 INVALID');
  });
});

test('what waits names offers that were seen or agreed, and no others', async () => {
  const before = (await waiting())?.count ?? 0;
  await sendDraft(person);
  expect((await waiting())?.count ?? 0).toBe(before);
  await readOwn(person.offer);
  expect(await waiting()).toMatchObject({ count: before + 1 });
  expect((await waiting())?.items).toContainEqual({
    ...{ offer_id: person.offer, title: 'Nguyen Wedding', customer_name: 'Ada', state: 'seen' },
    ...{ signed_count: 1, signers_count: 3 },
  });
});

describe('the last day', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

  test('once over, the offer has expired for everybody, and the sweep records it once', async () => {
    await sendDraft(person);
    expect(await expireOffers(inDays(14), () => false)).toMatchObject({ expired: 0 });
    expect(await stateOf(person.offer)).toBe('sent');
    expect((await expireOffers(inDays(15), () => false)).expired).toBeGreaterThan(0);
    expect((await expireOffers(inDays(15), () => false)).expired).toBe(0);
    expect((await readOwn(person.offer)).json<ClientOffer>().state).toBe('expired');
    expect(await listed('ended')).toContain(person.offer);
    const offer = (await ask('GET', `/offers/${person.offer}`)).json<StudioOffer>();
    expect(offer.steps.map(({ kind, by }) => [kind, by])).toMatchObject([
      ['sent', expect.any(String)],
      ['expired', ''],
    ]);
    expect(offer.is_unchanged).toBe(true);
  });

  test('of an offer whose row is damaged does not keep those of others from being recorded', async () => {
    const damaged = await newDraft(person.customer);
    for (const offer of [damaged, person.offer]) await sendDraft({ offer });
    const setCurrency = (currency: string) =>
      write({
        Update: {
          TableName: process.env.OFFERS_TABLE!,
          Key: { offer_id: damaged, part: 'offer' },
          UpdateExpression: 'SET currency = :currency',
          ExpressionAttributeValues: { ':currency': currency },
        },
      });
    await setCurrency('none');
    expect(await expireOffers(inDays(15), () => false)).toMatchObject({ failed: 1, isDone: true });
    expect(await stateOf(person.offer)).toBe('expired');
    await setCurrency('USD');
    expect(await expireOffers(inDays(15), () => false)).toMatchObject({ expired: 1, failed: 0 });
  });

  test('does not end an agreed offer', async () => {
    await agreeOffer(person);
    await expireOffers(inDays(400), () => false);
    expect(await stateOf(person.offer)).toBe('agreed');
  });

  test('is the day that the studio chose, in its time zone', async () => {
    const offer = await newDraft(person.customer, { valid_until: dayAhead(2, new Date()) });
    await sendDraft({ offer });
    const { items } = (await ask('GET', `/customers/${person.customer}/offers`)).json<OfferPage>();
    expect(items.find(({ id }) => id === offer)?.valid_until).toBe(dayAhead(2, new Date()));
  });
});

describe('a customer with offers', () => {
  test('in the trash has them in no list, and restored has all of them again', async () => {
    await sendDraft(person);
    await readOwn(person.offer);
    await ask('DELETE', `/customers/${person.customer}`);
    expect(await listed('client')).not.toContain(person.offer);
    expect((await ask('GET', `/offers/${person.offer}`)).outcome).toBe('404 NOT_FOUND');
    expect((await readOwn(person.offer)).status).toBeGreaterThanOrEqual(400);
    expect((await waiting())?.items.map(({ offer_id }) => offer_id) ?? []).not.toContain(person.offer);
    await ask('POST', `/customers/${person.customer}/restore`);
    expect(await listed('client')).toContain(person.offer);
  });

  test('erased leaves none but the agreed one, which expires after its legal period', async () => {
    const email = `${person.offer}@example.com`;
    const { id } = (await ask('POST', '/customers', { name: 'Tom', email })).json<Customer>();
    const [agreed, sent, draft] = [await newDraft(id), await newDraft(id), await newDraft(id)];
    await agreeOffer({ offer: agreed });
    await sendDraft({ offer: sent });
    await ask('DELETE', `/customers/${id}`);
    expect(await sweepDeletedCustomer(id, new Date(Date.now() + 60_000).toISOString())).toBe(true);
    const rows = ((await everyRow()).offers ?? []) as { offer_id: string; expires_at?: number }[];
    expect(rows.filter(({ offer_id }) => offer_id === sent || offer_id === draft)).toEqual([]);
    const kept = rows.filter(({ offer_id }) => offer_id === agreed);
    expect(kept).toHaveLength(2);
    const sevenYears = Date.now() / 1_000 + 7 * 365 * 86_400;
    for (const { expires_at } of kept) expect(expires_at).toBeGreaterThan(sevenYears);
    // Nothing new is written about somebody who is erased.
    const addition = await ask('POST', `/offers/${agreed}/amendment`, { request_id: randomUUID() });
    expect(addition.outcome).toBe('404 NOT_FOUND');
    expect((await ask('POST', `/offers/${agreed}/cancel`, { version: 3 })).outcome).toBe('404 NOT_FOUND');
    const later = (await everyRow()).timeline as { customer_id: string }[];
    expect(later.filter(({ customer_id }) => customer_id === id)).toEqual([]);
  });

  test('joined to another record keeps the offers there, and an undo takes them back', async () => {
    const made = (
      await ask('POST', '/customers', { name: 'Tom', email: `tom-${person.offer}@example.com` })
    ).json<Customer>();
    const offer = await newDraft(made.id);
    await sendDraft({ offer });
    const own = async (id: string) =>
      (await ask('GET', `/customers/${id}/offers`)).json<OfferPage>().items.map((item) => item.id);
    const { version } = (await ask('GET', `/customers/${person.customer}`)).json<Customer>();
    const joined = await ask('POST', `/customers/${person.customer}/join`, {
      ...{ other: made.id, version, other_version: made.version },
    });
    expect(joined.outcome).toBe('200');
    expect((await own(person.customer)).toSorted()).toEqual([offer, person.offer].toSorted());
    expect((await readOwn(offer)).json<ClientOffer>()).toMatchObject({ state: 'seen', client_name: 'Tom' });
    await ask('POST', `/customers/${made.id}/restore`);
    expect(await own(made.id)).toEqual([offer]);
    expect(await own(person.customer)).toEqual([person.offer]);
  });
});
