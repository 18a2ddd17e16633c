import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StudioCurrency, Taxes } from '#shared/contract/money.ts';
import { limits } from '#shared/limits.ts';
import { app as admin } from '../../lambdas/admin/app.ts';
import { readPublishedFacts } from '../../lambdas/domain/website/facts.ts';
import { newId } from '../../lambdas/platform/ids.ts';
import { forget, forgetCurrency } from '../support/routes/prepare.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';

/** The currency of all prices, and the studio's taxes. */

let studio: ApiStudio;
beforeAll(async () => {
  studio = await startApiStudio();
});
afterAll(() => studio?.close());
beforeEach(async () => {
  await forgetCurrency();
  await forget('taxes');
});

const as = adminClaims();
const staff = adminClaims('[staff]');
const ask = (method: string, path: string, body?: unknown, who = as) =>
  call(admin, method, `/api/admin/settings/${path}`, { as: who, body });

test('prices are in dollars until an admin chooses another currency', async () => {
  expect((await ask('GET', 'currency')).json<StudioCurrency>()).toEqual({ currency: 'USD', version: 0 });
  const saved = await ask('PUT', 'currency', { currency: 'EUR', version: 0 });
  expect(saved.json<StudioCurrency>()).toEqual({ currency: 'EUR', version: 1 });
  expect((await readPublishedFacts()).currency).toBe('EUR');
  expect((await ask('PUT', 'currency', { currency: 'JPY', version: 1 })).status).toBe(200);
  expect((await ask('GET', 'currency')).json<StudioCurrency>()).toEqual({ currency: 'JPY', version: 2 });
});

test('of two changes of the currency, the second is told of the first', async () => {
  await ask('PUT', 'currency', { currency: 'EUR', version: 0 });
  for (const version of [0, 7]) {
    const refused = await ask('PUT', 'currency', { currency: 'GBP', version });
    expect(refused.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(refused.error.details?.current).toEqual({ currency: 'EUR', version: 1 });
  }
  expect((await readPublishedFacts()).currency).toBe('EUR');
});

test('a currency that the studio can’t choose is refused', async () => {
  const refused = await ask('PUT', 'currency', { currency: 'XXX', version: 0 });
  expect(refused.error.fields).toEqual({ currency: 'Please choose one of the currencies.' });
});

test.each([
  ['currency', { currency: 'EUR' }],
  ['taxes', { items: [] }],
])('a version that can’t be counted on is refused: %s', async (path, values) => {
  const refused = await ask('PUT', path, { ...values, version: Number.MAX_SAFE_INTEGER });
  expect([refused.outcome, Object.keys(refused.error.fields ?? {})]).toEqual(['400 INVALID', ['version']]);
});

const sales = () => ({ id: newId(), name: 'Sales tax', rate: 8_250 });

test('taxes are stored in their order, and of two changes the second is told of the first', async () => {
  expect((await ask('GET', 'taxes')).json<Taxes>()).toEqual({ items: [], version: 0 });
  const items = [sales(), { id: newId(), name: 'City tax', rate: 125 }];
  expect((await ask('PUT', 'taxes', { items, version: 0 })).json<Taxes>()).toEqual({ items, version: 1 });
  for (const version of [0, 7]) {
    const refused = await ask('PUT', 'taxes', { items: [], version });
    expect(refused.outcome).toBe('409 CHANGED_MEANWHILE');
    expect(refused.error.details?.current).toEqual({ items, version: 1 });
  }
  const reversed = items.toReversed();
  expect((await ask('PUT', 'taxes', { items: reversed, version: 1 })).json<Taxes>().items).toEqual(reversed);
});

test.each([
  ['negative', { rate: -1 }, { 'items.0.rate': 'A rate can’t be negative.' }],
  ['above 100%', { rate: 100_001 }, { 'items.0.rate': 'A rate can be at most 100%.' }],
  [
    'finer than three decimals',
    { rate: 0.5 },
    { 'items.0.rate': 'A rate is a percentage from 0 to 100 with at most three decimals.' },
  ],
  ['without a name', { name: ' ' }, { 'items.0.name': 'Please enter a name.' }],
])('a tax that is %s is refused by its field, and nothing is stored', async (_, change, fields) => {
  const refused = await ask('PUT', 'taxes', { items: [{ ...sales(), ...change }], version: 0 });
  expect(refused.error.fields).toEqual(fields);
  expect((await ask('GET', 'taxes')).json<Taxes>().items).toEqual([]);
});

test('two taxes of one name or id, and too many, are refused', async () => {
  const tax = sales();
  const named = await ask('PUT', 'taxes', { items: [tax, { ...sales(), name: ' SALES  tax' }], version: 0 });
  expect(named.error.fields).toEqual({ 'items.1.name': 'Another tax has this name already.' });
  const same = await ask('PUT', 'taxes', { items: [tax, { ...tax, name: 'Other' }], version: 0 });
  expect(same.error.fields).toEqual({ 'items.1.id': 'Another tax has this id already.' });
  const many = Array.from({ length: limits.taxes + 1 }, (_, index) => ({ ...sales(), name: `Tax ${index}` }));
  expect((await ask('PUT', 'taxes', { items: many, version: 0 })).error.fields).toEqual({
    items: 'There can be at most 20 taxes. Delete one first.',
  });
});

test('staff read the currency and the taxes, and change neither', async () => {
  for (const path of ['currency', 'taxes']) expect((await ask('GET', path, undefined, staff)).status).toBe(200);
  expect((await ask('PUT', 'currency', { currency: 'EUR', version: 0 }, staff)).outcome).toBe('403 FORBIDDEN');
  expect((await ask('PUT', 'taxes', { items: [sales()], version: 0 }, staff)).outcome).toBe('403 FORBIDDEN');
  expect((await ask('GET', 'currency')).json<StudioCurrency>().version).toBe(0);
  expect((await ask('GET', 'taxes')).json<Taxes>().version).toBe(0);
});
