import { expect, test } from 'vitest';
import { offerTotal } from './offer-total.ts';

const sales = { id: 'sales', name: 'Sales tax', rate: 8_250 };
const city = { id: 'city', name: 'City tax', rate: 1_125 };
const unused = { id: 'unused', name: 'Unused', rate: 5_000 };

test('a discount in percent is spread over the lines, and each tax is computed on its lines after it', () => {
  const lines = [
    { price_cents: 75_000, quantity: 1, tax_ids: ['sales', 'city'] },
    { price_cents: 2_500, quantity: 3, tax_ids: ['sales'] },
    { price_cents: 12_501, quantity: 1, tax_ids: [] },
  ];
  expect(offerTotal(lines, { kind: 'rate', rate: 10_000 }, [sales, city, unused])).toEqual({
    line_cents: [75_000, 7_500, 12_501],
    subtotal_cents: 95_001,
    discount_cents: 9_500,
    taxes: [
      // The discount is 7,500, 750 and 1,250 cents: of its largest remainders, the third line's is the smallest.
      { ...sales, taxable_cents: 74_250, tax_cents: 6_126 },
      { ...city, taxable_cents: 67_500, tax_cents: 759 },
    ],
    total_cents: 95_001 - 9_500 + 6_126 + 759,
  });
});

test('one tax on many lines is rounded once', () => {
  const lines = Array.from({ length: 10 }, () => ({ price_cents: 106, quantity: 1, tax_ids: ['sales'] }));
  // 8.745 cents a line, which would be 9 each.
  expect(offerTotal(lines, null, [sales]).taxes[0]!.tax_cents).toBe(87);
});

test('a discount takes at most the subtotal', () => {
  const lines = [{ price_cents: 30_000, quantity: 1, tax_ids: ['sales'] }];
  const nothing = { subtotal_cents: 30_000, discount_cents: 30_000, total_cents: 0 };
  expect(offerTotal(lines, { kind: 'cents', cents: 50_000 }, [sales])).toMatchObject(nothing);
  expect(offerTotal(lines, { kind: 'rate', rate: 101_000 }, [sales])).toMatchObject(nothing);
});

test('an offer without lines, and one of nothing, have the total 0', () => {
  expect(offerTotal([], { kind: 'cents', cents: 500 }, [sales]).total_cents).toBe(0);
  const free = [{ price_cents: 0, quantity: 3, tax_ids: ['sales'] }];
  expect(offerTotal(free, { kind: 'cents', cents: 500 }, [sales]).total_cents).toBe(0);
});

test.each([
  ['a negative price', { price_cents: -1, quantity: 1, tax_ids: [] }],
  ['half a cent', { price_cents: 0.5, quantity: 1, tax_ids: [] }],
  ['a negative quantity', { price_cents: 1, quantity: -1, tax_ids: [] }],
  ['a line beyond exact integers', { price_cents: Number.MAX_SAFE_INTEGER, quantity: 2, tax_ids: [] }],
  ['a tax that the offer doesn’t have', { price_cents: 1, quantity: 1, tax_ids: ['none'] }],
])('%s is refused', (_, line) => {
  expect(() => offerTotal([line], null, [sales])).toThrow(RangeError);
});

test('a negative discount and a negative tax are refused', () => {
  const line = { price_cents: 100, quantity: 1, tax_ids: ['sales'] };
  expect(() => offerTotal([line], { kind: 'cents', cents: -1 }, [sales])).toThrow(RangeError);
  expect(() => offerTotal([line], { kind: 'rate', rate: -1 }, [sales])).toThrow(RangeError);
  expect(() => offerTotal([line], null, [{ ...sales, rate: -1 }])).toThrow(RangeError);
});
