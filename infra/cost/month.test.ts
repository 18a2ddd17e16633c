import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cost, prices } from '#shared/cost/prices.ts';
import { deadLetterQueues, pageRequestsPerView, routesOf, units } from '#shared/cost/units.ts';
import { downloadDays } from '../../lambdas/domain/downloads/new-download.ts';
import { deadLetterNames } from '../blueprint/queues.ts';
import { costPage } from '../commands/cost.ts';
import { flatRatePlans, worthFrom } from './flat-rate.ts';
import { bill } from './month.ts';
import { fullMonth, quietMonth, studioMonth } from './months.ts';
import { laterExport, storageChoices } from './storage-choices.ts';
import { archiveDays, tiers, usage } from './usage.ts';

describe('a price', () => {
  test('applies per unit, and is zero within the free allowance', () => {
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
  test('contain every original exactly once', () => {
    for (const newPhotos of [0, 500, 2_000, 30_000, 60_000]) {
      const { frequent, infrequent, archive } = tiers({ ...studioMonth, newPhotos });
      expect(frequent + infrequent + archive).toBeCloseTo(1);
      for (const share of [frequent, infrequent, archive]) expect(share).toBeGreaterThanOrEqual(-1e-9);
    }
  });

  test('downloads of older sessions move their originals back to the first tier', () => {
    const without = tiers({ ...studioMonth, downloads: 0 });
    // 40 downloads of 100 photos each, half of them of older sessions: 2,000 of 60,000 photos.
    expect(tiers(studioMonth).frequent).toBeCloseTo(without.frequent + 2_000 / 60_000);
    expect(tiers({ ...studioMonth, olderDownloads: 0 })).toEqual(without);
  });

  test('an export reads everything', () => {
    expect(tiers({ ...studioMonth, exports: 1 })).toEqual({ frequent: 1, infrequent: 0, archive: 0 });
  });

  test('an export is sent by CloudFront: it costs what exceeds the free gigabytes, and the first tier', () => {
    const [without, exporting] = [bill(studioMonth, true), bill({ ...studioMonth, exports: 1 }, true)];
    const sent = without.lines.find(({ price }) => price === 'edgeBytes')!.amount;
    expect(exporting.rest - without.rest).toBeCloseTo(cost('edgeBytes', sent + studioMonth.originalsGb));
    // Half of it is within the free allowance.
    expect(bill({ ...studioMonth, exports: 0.5 }, true).rest).toBeCloseTo(without.rest);
    const tiered = without.lines.slice(0, 3).reduce((sum, { dollars }) => sum + dollars, 0);
    expect(exporting.storage - without.storage).toBeCloseTo(cost('s3Frequent', studioMonth.originalsGb) - tiered);
  });

  test('originals that are not read are in the last tier after three months', () => {
    expect(tiers({ ...studioMonth, photos: 100, newPhotos: 10, downloads: 0 })).toEqual({
      frequent: 0.1,
      infrequent: 0.2,
      archive: expect.closeTo(0.7),
    });
  });
});

describe('the bill of a busy studio', () => {
  const tiered = bill(studioMonth, true);

  test('is in the range given in docs/cost.md', () => {
    expect(bill(quietMonth, true).total).toBeLessThan(10);
    expect(tiered.total).toBeLessThanOrEqual(10);
    expect(tiered.rest).toBeLessThanOrEqual(2);
    expect(bill(fullMonth, true).total).toBeLessThan(15);
    expect(tiered.total).toBeCloseTo(tiered.storage + tiered.rest);
  });

  test('without tiering differs only in the storage of originals', () => {
    const untiered = bill(studioMonth, false);
    expect(untiered.rest).toBeCloseTo(tiered.rest);
    expect(untiered.storage).toBeGreaterThan(23);
    const originals = usage(studioMonth, false).filter(({ what }) => what === 'Originals');
    expect(originals).toMatchObject([{ price: 's3Standard', amount: studioMonth.originalsGb }]);
  });

  test('grows with what is used', () => {
    const twice = bill({ ...studioMonth, galleryViews: 2 * studioMonth.galleryViews }, true);
    expect(twice.rest).toBeGreaterThan(tiered.rest);
    expect(twice.storage).toBeCloseTo(tiered.storage);
  });
});

test('a ZIP is counted until the daily sweep after its links have ended, on average', () => {
  expect(archiveDays).toBe(downloadDays + 0.5);
});

test('calls of Secrets Manager, access logs and the dashboard’s looks for dead letters are counted', () => {
  const amounts = (month: typeof studioMonth) =>
    new Map(usage(month, true).map(({ what, price, amount }) => [`${price} ${what}`, amount]));
  const [usual, twice] = [amounts(studioMonth), amounts({ ...studioMonth, guestVisits: 4_000, studioScreens: 2_000 })];
  const grown = [...usual].filter(([what, amount]) => twice.get(what)! > amount).map(([what]) => what.split(' ')[0]);
  expect(grown).toEqual(expect.arrayContaining(['secretCalls', 'keyCalls', 's3Standard', 'queueRequests']));
  expect(deadLetterQueues).toBe(deadLetterNames.length);
});

test('browsers load no more pictures of a client’s photos than there are', () => {
  const loaded = (galleryViews: number) =>
    usage({ ...studioMonth, galleryViews }, true).find(({ price }) => price === 's3Reads')!.amount;
  expect(loaded(40_000)).toBe(loaded(20_000));
  expect(loaded(10_000)).toBeLessThan(loaded(20_000));
});

test('a flat-rate plan is worth it only beyond CloudFront’s free terabyte', () => {
  expect(Math.round(worthFrom('Pro', { hasFirewall: false }))).toBe(1_187);
  expect(Math.round(worthFrom('Pro', { hasFirewall: true }))).toBe(1_093);
  expect(worthFrom('Business', { hasFirewall: true })).toBeGreaterThan(3_000);
  const sent = bill(studioMonth, true).lines.find(({ price }) => price === 'edgeBytes')!.amount;
  const requestCount = bill(studioMonth, true).lines.find(({ price }) => price === 'edgeRequests')!.amount;
  expect(sent).toBeLessThan(worthFrom('Pro', { hasFirewall: true }));
  // The plan that costs nothing is too small for the usual month, which pays nothing for these either.
  expect(sent > flatRatePlans.Free.gigabytes || requestCount > flatRatePlans.Free.requests).toBe(true);
});

test('requests and DynamoDB units of operations are those counted in docs/dynamodb.md', () => {
  const page = readFileSync('docs/dynamodb.md', 'utf8');
  const counted = (route: string) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${route}\` |`));
    const [reads = Number.NaN, writes = Number.NaN] = (row ?? '')
      .split(' | ')
      .slice(2, 4)
      .map((cell) => Number(cell.replace('–', '0')));
    return { reads, writes };
  };
  for (const [name, routes] of Object.entries(routesOf)) {
    const sum = (unit: 'reads' | 'writes') => routes.reduce((total, route) => total + counted(route)[unit], 0);
    const { api, reads, writes } = units[name as keyof typeof routesOf];
    expect({ name, api, reads, writes }).toEqual({
      name,
      api: routes.length,
      reads: sum('reads'),
      // A session's first opening is written, the other thousands of views are not.
      writes: sum('writes') - (name === 'galleryView' ? counted('POST /api/client/open').writes : 0),
    });
  }
});

test('the requests of a page are at least those counted in docs/benchmarks.md, less the first screen’s API request', () => {
  const [, requests] = /^\| P2 \|[^|]*\| [\d.]+ KB; (\d+); /m.exec(readFileSync('docs/benchmarks.md', 'utf8')) ?? [];
  expect(pageRequestsPerView).toBeGreaterThanOrEqual(Number(requests) - 1);
  expect(Number(requests)).toBeGreaterThan(0);
});

describe('exports', () => {
  test('into the folder of the last one cost at most $5', () => {
    expect(laterExport(studioMonth, 1)).toBe(0);
    expect(laterExport(studioMonth, 3)).toBeLessThanOrEqual(5);
    // The transfer of three months' photos is free besides the month's own.
    const sent = bill(studioMonth, true).lines.find(({ price }) => price === 'edgeBytes')!.amount;
    const added = (3 * studioMonth.newPhotos * studioMonth.originalsGb) / studioMonth.photos;
    expect(cost('edgeBytes', sent + added)).toBe(0);
  });

  test('from nothing: no storage class has a month of $10 and an export of $5', () => {
    const choices = storageChoices(studioMonth);
    expect(choices.filter(({ month, fullExport }) => month <= 10 && fullExport <= 5)).toEqual([]);
    expect(choices[0]!.month).toBeCloseTo(bill(studioMonth, true).total);
    // Without exports it is the cheapest, but for the price of the monitoring.
    const cheapest = Math.min(...choices.map(({ month }) => month));
    expect(choices[0]!.month - cheapest).toBeLessThan(1);
  });
});

test('docs/cost.md is what the script computes', () => {
  expect(readFileSync('docs/cost.md', 'utf8')).toBe(costPage(studioMonth));
});
