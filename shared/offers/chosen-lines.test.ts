import { describe, expect, test } from 'vitest';
import type { OfferAddOn, OfferPackage } from '#shared/contract/offers/content.ts';
import { chosenLines, firstChoices, hasChoice, rangeOf, totalOf, wrongChoices } from './chosen-lines.ts';
import type { Tax } from './offer-total.ts';

const line = { detail: '', quantity: 1, tax_ids: [] as string[] };
const packageOf = (id: string, price_cents: number): OfferPackage => ({
  ...line,
  id,
  name: id,
  price_cents,
  service: '',
});
const addOn = (id: string, price_cents: number, is_optional = true): OfferAddOn => ({
  ...line,
  ...{ id, name: id, price_cents, is_optional },
});
const offer = {
  packages: [packageOf('full', 75_000), packageOf('event', 100_000)],
  add_ons: [addOn('travel', 3_000, false), addOn('second', 45_000), addOn('usb', 2_500)],
  most_add_ons: null as number | null,
  discount: null,
  taxes: [] as Tax[],
};
const choose = (package_id: string | null, ...add_on_ids: string[]) => ({ package_id, add_on_ids });

describe('what can be chosen', () => {
  test('is one of the packages and any optional add-ons', () => {
    expect(wrongChoices(offer, choose('event', 'usb', 'second'))).toBeUndefined();
    expect(wrongChoices(offer, firstChoices(offer))).toBeUndefined();
  });

  test.each([
    ['no package', offer, choose(null), 'Please choose one of the packages.'],
    ['a foreign package', offer, choose('usb'), 'Please choose one of the packages.'],
    ['a package where there is none', { ...offer, packages: [] }, choose('full'), 'This offer has no packages.'],
    [
      'an add-on that is included anyway',
      offer,
      choose('full', 'travel'),
      'An add-on is not part of this offer anymore.',
    ],
    ['an add-on twice', offer, choose('full', 'usb', 'usb'), 'An add-on can be chosen once.'],
    [
      'more than the most',
      { ...offer, most_add_ons: 1 },
      choose('full', 'usb', 'second'),
      'Please choose at most 1 of the add-ons.',
    ],
  ])('is not %s', (_, of, choices, reason) => {
    expect(wrongChoices(of, choices)).toBe(reason);
  });

  test('is nothing with one package and included add-ons', () => {
    const fixed = { ...offer, packages: offer.packages.slice(0, 1), add_ons: offer.add_ons.slice(0, 1) };
    expect([hasChoice(offer), hasChoice(fixed), hasChoice({ ...fixed, packages: [] })]).toEqual([true, false, false]);
  });
});

test('the chosen lines are in the order of the offer, with what is included', () => {
  expect(chosenLines(offer, choose('event', 'usb', 'second')).map(({ id }) => id)).toEqual([
    'event',
    'travel',
    'second',
    'usb',
  ]);
  expect(totalOf(offer, choose('event', 'usb')).total_cents).toBe(105_500);
});

describe('the range of the total', () => {
  /** The lowest and the highest total of all choices that are possible. */
  const bySearch = (of: typeof offer) => {
    const optional = of.add_ons.filter(({ is_optional }) => is_optional).map(({ id }) => id);
    const sets = Array.from({ length: 2 ** optional.length }, (_, bits) =>
      optional.filter((_id, bit) => bits & (1 << bit)),
    );
    const sums = (of.packages.length > 0 ? of.packages.map(({ id }) => id) : [null]).flatMap((package_id) =>
      sets
        .map((add_on_ids) => ({ package_id, add_on_ids }))
        .filter((choices) => wrongChoices(of, choices) === undefined)
        .map((choices) => totalOf(of, choices).total_cents),
    );
    return { least_cents: Math.min(...sums), most_cents: Math.max(...sums) };
  };

  test.each([
    ['all of it', offer, 78_000, 150_500],
    ['without packages', { ...offer, packages: [] }, 3_000, 50_500],
    ['with one add-on at most', { ...offer, most_add_ons: 1 }, 78_000, 148_000],
    ['of nothing', { ...offer, packages: [], add_ons: [] }, 0, 0],
  ])('%s', (_, of, least_cents, most_cents) => {
    expect(rangeOf(of)).toEqual({ least_cents, most_cents });
    expect(bySearch(of)).toEqual({ least_cents, most_cents });
  });

  test('has the add-on that costs most with its tax', () => {
    const taxed = {
      ...offer,
      taxes: [{ id: 'tax', name: 'Tax', rate: 20_000 }],
      add_ons: [addOn('plain', 1_100), { ...addOn('taxed', 1_000), tax_ids: ['tax'] }],
      most_add_ons: 1,
    };
    expect(rangeOf(taxed)).toEqual(bySearch(taxed));
    expect(rangeOf(taxed).most_cents).toBe(101_200);
  });
});
