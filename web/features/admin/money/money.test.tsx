import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EditCurrency, EditTaxes, StudioCurrency, Tax, Taxes } from '#shared/contract/money.ts';
import { type Answers, answerFetch, failing, showScreen } from '../../../lib/testing.ts';
import { Money } from './money.tsx';

const role = vi.hoisted(() => ({ isStaff: false }));
vi.mock('../../../lib/auth/auth.ts', () => ({ accessToken: async () => 'token' }));
vi.mock('../is-staff.ts', () => ({ useIsStaff: () => role.isStaff }));

const sales: Tax = { id: 'a'.repeat(32), name: 'Sales tax', rate: 8_250 };
const city: Tax = { id: 'b'.repeat(32), name: 'City tax', rate: 1_000 };
let answers: Answers;
/** What the API has stored. */
let currency: StudioCurrency;
let taxes: Taxes;
const changed = (current: object) => failing(409, 'CHANGED_MEANWHILE', 'Changed.', { details: { current } });
beforeEach(() => {
  role.isStaff = false;
  currency = { currency: 'USD', version: 0 };
  taxes = { items: [sales, city], version: 3 };
  answers = {
    'GET /api/admin/settings/currency': () => currency,
    'PUT /api/admin/settings/currency': (edit: EditCurrency) => {
      if (edit.version !== currency.version) return changed(currency);
      currency = { currency: edit.currency, version: edit.version + 1 };
      return currency;
    },
    'GET /api/admin/settings/taxes': () => taxes,
    'PUT /api/admin/settings/taxes': ({ items, version }: EditTaxes) => {
      if (version !== taxes.version) return changed(taxes);
      taxes = { items, version: version + 1 };
      return taxes;
    },
  };
  vi.stubGlobal('fetch', answerFetch(answers).fetch);
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const show = () => showScreen([{ path: '/', element: <Money /> }], '/');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (code: string) => userEvent.selectOptions(await screen.findByLabelText('Currency'), code);
const retype = async (name: string, text: string) => {
  const field = await screen.findByRole('textbox', { name });
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
};

test('another currency is saved after it is said that amounts keep their numbers', async () => {
  show();
  expect(await screen.findByLabelText('Currency')).toHaveValue('USD');
  await choose('EUR');
  expect(screen.getByRole('status')).toHaveTextContent('nothing is converted: a price of $125.00 becomes €125.00');
  await choose('JPY');
  expect(screen.getByRole('status')).toHaveTextContent('a price of $125.00 becomes ¥12,500');
  expect(screen.queryByText(/The currency is saved/)).toBeNull();
  await press('Save currency');
  expect(await screen.findByText(/The currency is saved/)).toBeVisible();
  expect(currency).toEqual({ currency: 'JPY', version: 1 });
});

test('a currency that somebody else has changed meanwhile is shown beside the chosen one', async () => {
  show();
  await choose('EUR');
  currency = { currency: 'GBP', version: 1 };
  await press('Save currency');
  expect(await screen.findByText(/GBP: pounds/, { ignore: 'option' })).toBeVisible();
  expect(currency.currency).toBe('GBP');
});

test('a failure to save says so and keeps the choice', async () => {
  answers['PUT /api/admin/settings/currency'] = failing(503, 'BUSY', 'The studio is busy.');
  show();
  await choose('EUR');
  await press('Save currency');
  expect(await screen.findByText('The currency was not saved. The studio is busy.')).toBeVisible();
  expect(screen.getByLabelText('Currency')).toHaveValue('EUR');
});

test('a tax is added with the rate as people type it, edited and deleted', async () => {
  show();
  await press('New tax');
  await retype('Name', 'County tax');
  await retype('Rate in percent', '0,125');
  await press('Save tax');
  expect(await screen.findByText('0.125%')).toBeVisible();
  expect(taxes.items.at(-1)).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), name: 'County tax', rate: 125 });
  await press('Edit Sales tax');
  expect(await screen.findByRole('textbox', { name: 'Rate in percent' })).toHaveValue('8.25');
  await retype('Rate in percent', '9 %');
  await press('Save tax');
  expect(await screen.findByText('9%')).toBeVisible();
  await press('Delete City tax');
  await press('Delete tax');
  await vi.waitFor(() => expect(screen.queryByText('City tax')).toBeNull());
  expect(taxes.items.map(({ name, rate }) => [name, rate])).toEqual([
    ['Sales tax', 9_000],
    ['County tax', 125],
  ]);
});

test.each([
  ['', 'Please enter a rate, such as 8.25.'],
  ['-1', 'A rate can’t be negative.'],
  ['100.001', 'A rate can be at most 100%.'],
  ['8.2555', 'A rate is a percentage from 0 to 100 with at most three decimals.'],
  ['ten', 'A rate is a percentage from 0 to 100 with at most three decimals.'],
])('the rate “%s” is refused at its field: %s', async (typed, words) => {
  show();
  await press('New tax');
  await retype('Name', 'sales TAX');
  await retype('Rate in percent', typed);
  await press('Save tax');
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText('Another tax has this name already.')).toBeVisible();
  expect(taxes.version).toBe(3);
});

test('a tax is added although another one was changed meanwhile; one whose answer was lost is added once', async () => {
  show();
  await press('New tax');
  await retype('Name', 'County tax');
  await retype('Rate in percent', '1');
  taxes = { items: [{ ...sales, rate: 8_000 }, city], version: 4 };
  const store = answers['PUT /api/admin/settings/taxes'] as (edit: EditTaxes) => Taxes;
  answers['PUT /api/admin/settings/taxes'] = (edit: EditTaxes) => {
    if (edit.version !== taxes.version) return changed(taxes);
    store(edit);
    answers['PUT /api/admin/settings/taxes'] = store;
    return failing(503, 'BUSY', 'The studio is busy.');
  };
  await press('Save tax');
  expect(await screen.findByText('The tax was not saved. The studio is busy.')).toBeVisible();
  await press('Save tax');
  expect(await screen.findByText('County tax')).toBeVisible();
  expect(taxes.items.map(({ name, rate }) => [name, rate])).toEqual([
    ['Sales tax', 8_000],
    ['City tax', 1_000],
    ['County tax', 1_000],
  ]);
});

test('a rate that both have changed is asked about', async () => {
  show();
  await press('Edit Sales tax');
  await retype('Rate in percent', '9');
  taxes = { items: [{ ...sales, rate: 7_000 }, city], version: 4 };
  await press('Save tax');
  expect(await screen.findByText(/^7$/)).toBeVisible();
  expect(taxes.items[0]!.rate).toBe(7_000);
});

test('staff read currency and taxes, and change neither', async () => {
  role.isStaff = true;
  show();
  expect(await screen.findByText('Only admins can change the currency or taxes.')).toBeVisible();
  expect(await screen.findByLabelText('Currency')).toBeDisabled();
  expect(await screen.findByText('8.25%')).toBeVisible();
  for (const name of ['Save currency', 'New tax', 'Edit Sales tax', 'Delete Sales tax']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});
