import { expect, test } from 'vitest';
import { asTyped, typedPrice } from './typed-price.ts';

const most = 10_000_000_00;
const read = (typed: string) => typedPrice('USD', most).safeParse(typed);

test.each<[string, number | null]>([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['125', 12_500],
  ['125.5', 12_550],
  ['125.50', 12_550],
  ['0.29', 29],
  // Commas between thousands, and before cents.
  ['1,250', 125_000],
  ['$1,250.00', 125_000],
  ['12,500', 1_250_000],
  ['1,250,000', 125_000_000],
  ['12,50', 1_250],
  ['12,5', 1_250],
  ['1,250,50', 125_050],
  ['1.250,00', 125_000],
  ['1250,00', 125_000],
  // Signs, blanks and digits of keyboards.
  ['$ 125', 12_500],
  ['125 $', 12_500],
  ['US$125', 12_500],
  ['125 USD', 12_500],
  ['usd 12,50', 1_250],
  ['1 250', 125_000],
  ['1\u00a0250,50', 125_050],
  ['\u200b12,50\u200b', 1_250],
  ['１２．５０', 1_250],
  ['١٢٥', 12_500],
])('“%s” is taken as %s cents', (typed, cents) => {
  expect(read(typed).data).toBe(cents);
});

test.each([
  ...[
    'free',
    '$',
    'USD',
    '-5',
    '−5',
    '+5',
    '12-50',
    '12 50',
    '1 2 5',
    '1,250 500',
    '1.250',
    '12.345',
    '12,3456',
    '1,25,000',
    '12..5',
    '12,,5',
    '1.2.3',
    '1,2,3',
  ],
  ...['.', ',', '1e3', '0x10', '12 or 13', '$$5', '€5', 'NaN', 'Infinity', '½'],
])('“%s” is no amount', (typed) => {
  expect(read(typed).error?.issues[0]?.message).toBe('Please enter an amount such as 125 or 125.50.');
});

test('a price field shows cents as an amount, and nothing for what is none', () => {
  expect([12_550, 0, null, undefined, Number.NaN].map((cents) => asTyped(cents, 'USD'))).toEqual([
    '125.50',
    '0.00',
    '',
    '',
    '',
  ]);
});

test.each([
  ['USD', 'free', 'Please enter an amount such as 125 or 125.50.'],
  ['JPY', '125.50', 'Please enter an amount such as 125.'],
  ['USD', '1,000.01', 'Please enter an amount from $0 to $1,000.'],
  ['EUR', '1.000,01', 'Please enter an amount from €0 to €1,000.'],
  ['JPY', '100001', 'Please enter an amount from ¥0 to ¥100,000.'],
  ['USD', '9'.repeat(40), 'Please enter an amount from $0 to $1,000.'],
] as const)('in %s, “%s” is refused: %s', (currency, typed, words) => {
  expect(typedPrice(currency, 100_000).safeParse(typed).error?.issues[0]?.message).toBe(words);
});

test('a price in yen is shown without decimals', () => {
  expect(asTyped(12_500, 'JPY')).toBe('12500');
  expect(typedPrice('JPY', most).parse('12500')).toBe(12_500);
});
