import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { costPage } from '../commands/cost.ts';
import { bill, studioMonth, tiers, usage } from './month.ts';
import { cost, prices } from './prices.ts';

describe('a price', () => {
  test('is for so many units, and nothing within the allowance', () => {
    expect(cost('s3Reads', 1_000_000)).toBeCloseTo(0.4);
    expect(cost('s3Standard', 1_000)).toBeCloseTo(23);
    expect(cost('lambdaRequests', 999_999)).toBe(0);
    expect(cost('lambdaRequests', 3_000_000)).toBeCloseTo(0.4);
    expect(cost('alarms', 10)).toBe(0);
    expect(cost('alarms', 12)).toBeCloseTo(0.2);
  });

  test('has a unit and is positive', () => {
    for (const { unit, dollars, per } of Object.values(prices)) {
      expect(unit).not.toBe('');
      expect(dollars).toBeGreaterThan(0);
      expect(per).toBeGreaterThan(0);
    }
  });
});

describe('tiers', () => {
  test('hold everything exactly once', () => {
    for (const newPhotos of [0, 500, 2_000, 30_000, 60_000]) {
      const { frequent, infrequent, archive } = tiers({ ...studioMonth, newPhotos });
      expect(frequent + infrequent + archive).toBeCloseTo(1);
      for (const share of [frequent, infrequent, archive]) expect(share).toBeGreaterThanOrEqual(-1e-9);
    }
  });

  test('what nobody touches is old after three months', () => {
    expect(tiers({ ...studioMonth, photos: 100, newPhotos: 10, touchedAgain: 0 })).toEqual({
      frequent: 0.1,
      infrequent: 0.2,
      archive: expect.closeTo(0.7),
    });
  });
});

describe('the bill of a busy studio', () => {
  const tiered = bill(studioMonth, true);

  test('keeps its promise: $10 with tiering, $2 of it not storage', () => {
    expect(tiered.total).toBeLessThanOrEqual(10);
    expect(tiered.rest).toBeLessThanOrEqual(2);
    expect(tiered.total).toBeCloseTo(tiered.storage + tiered.rest);
  });

  test('without tiering differs in the storage of originals alone', () => {
    const plain = bill(studioMonth, false);
    expect(plain.rest).toBeCloseTo(tiered.rest);
    expect(plain.storage).toBeGreaterThan(23);
    const originals = usage(studioMonth, false).filter(({ what }) => what === 'Originals');
    expect(originals).toMatchObject([{ price: 's3Standard', amount: studioMonth.originalsGb }]);
  });

  test('grows with what is used', () => {
    const twice = bill({ ...studioMonth, galleryViews: 2 * studioMonth.galleryViews }, true);
    expect(twice.rest).toBeGreaterThan(tiered.rest);
    expect(twice.storage).toBeCloseTo(tiered.storage);
  });
});

test('docs/cost.md is what the script computes', () => {
  expect(readFileSync('docs/cost.md', 'utf8')).toBe(costPage(studioMonth));
});
