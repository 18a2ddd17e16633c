import { describe, expect, test } from 'vitest';
import { cost } from './prices.ts';
import { costSoFar, type StoredGallery } from './so-far.ts';
import { fixedResources, pollsPerQueue, putsPerPhoto, units } from './units.ts';

const gallery = (values: Partial<StoredGallery> = {}): StoredGallery => ({
  id: 'a'.repeat(26),
  session_name: 'Family',
  created_at: '2026-01-15T00:00:00.000Z',
  photos_count: 100,
  visible_count: 100,
  original_bytes: 2e9,
  derivative_bytes: 64e6,
  attachment_bytes: 0,
  ...values,
});
/** A time in the middle of November. */
const middle = new Date('2026-11-16T00:00:00.000Z');
const studioOf = (count: number, values: Partial<StoredGallery> = {}) =>
  Array.from({ length: count }, () => gallery(values));

describe('an empty studio', () => {
  test('pays for secrets, alarms and the polling of queues, by the time that has passed', () => {
    const { so_far, by_month_end, kept, sent, galleries, others } = costSoFar([], middle);
    const fixed = cost('secrets', fixedResources.secrets) + cost('alarms', fixedResources.alarms);
    expect(by_month_end.low).toBeCloseTo(fixed + cost('queueRequests', fixedResources.queues * pollsPerQueue));
    expect(so_far.low).toBeCloseTo(fixed / 2);
    expect(so_far.high).toBe(so_far.low);
    expect({ kept, sent, galleries, others }).toEqual({
      kept: { low: 0, high: 0 },
      sent: { low: 0, high: 0 },
      galleries: [],
      others: { count: 0, dollars: 0 },
    });
  });
});

describe('what is kept', () => {
  test('is priced by tier, age and the part of the month that has passed', () => {
    const { kept } = costSoFar([gallery()], middle);
    const month = cost('s3Archive', 2) + cost('s3Standard', 0.064) + cost('s3Monitoring', 100);
    expect(kept.low).toBeCloseTo(month / 2);
    expect(kept.high).toBeGreaterThan(kept.low);
  });

  test('of a new gallery begins with its creation, in the first tier, and is the same with and without downloads', () => {
    const { kept } = costSoFar([gallery({ created_at: '2026-11-15T00:00:00.000Z', photos_count: 0 })], middle);
    expect(kept.low).toBeCloseTo((cost('s3Frequent', 2) + cost('s3Standard', 0.064)) / 30);
    expect(kept.high).toBe(kept.low);
  });

  test('is the counted bytes and photos of all galleries', () => {
    expect(costSoFar(studioOf(3), middle)).toMatchObject({ photos_count: 300, bytes: 3 * 2.064e9, month: '2026-11' });
  });
});

describe('requests', () => {
  test('of this month’s uploads are counted, and part of the rest', () => {
    const before = costSoFar([gallery()], middle);
    expect(before.uploads).toEqual({ photos: 0, requests: 0 });
    const after = costSoFar([gallery({ created_at: '2026-11-10T00:00:00.000Z', photos_count: 2_000 })], middle);
    expect(after.uploads).toEqual({ photos: 2_000, requests: 2_000 * (putsPerPhoto + units.newPhoto.writes) });
    const dollars = cost('s3Writes', 2_000 * putsPerPhoto) + cost('dynamodbWrites', 2_000 * units.newPhoto.writes);
    expect(after.rest.low - before.rest.low).toBeCloseTo(dollars);
  });
});

describe('what is sent', () => {
  test('costs more with more views, and nothing where the client sees no photo', () => {
    const visibleCost = costSoFar(studioOf(600), middle);
    expect(visibleCost.sent.low).toBeGreaterThan(0);
    expect(visibleCost.sent.high).toBeGreaterThan(3 * visibleCost.sent.low);
    expect(costSoFar(studioOf(600, { visible_count: 0 }), middle).sent).toEqual({ low: 0, high: 0 });
  });

  test('is free where only allowances are used', () => {
    const { sent } = costSoFar(studioOf(1), middle);
    expect(sent.high).toBeLessThan(0.01);
  });
});

describe('galleries', () => {
  test('each has its share, and all shares are what is kept and sent', () => {
    const sizes = Array.from({ length: 70 }, (_, index) => gallery({ original_bytes: (index + 1) * 1e9 }));
    const { kept, sent, galleries, others } = costSoFar(sizes, middle);
    expect(galleries).toHaveLength(50);
    expect(galleries[0]!.bytes).toBe(70e9 + 64e6);
    expect(galleries[0]!.dollars).toBeGreaterThan(galleries[1]!.dollars);
    expect(others.count).toBe(20);
    const shares = galleries.reduce((sum, { dollars }) => sum + dollars, others.dollars);
    expect(shares).toBeCloseTo((kept.low + kept.high + sent.low + sent.high) / 2);
  });

  test('rows from before bytes were counted cost nothing but their monitoring', () => {
    const [old] = costSoFar([gallery({ original_bytes: 0, derivative_bytes: 0, visible_count: 0 })], middle).galleries;
    expect(old!.dollars).toBeCloseTo(cost('s3Monitoring', 100) / 2);
  });
});

test('the bill grows through the month, and the end of it is the estimate', () => {
  const studio = studioOf(600);
  const costOn = (day: string) => costSoFar(studio, new Date(`2026-11-${day}T12:00:00.000Z`));
  const [first, last] = [costOn('01'), costOn('30')];
  expect(first.so_far.low).toBeLessThan(0.5);
  expect(last.so_far.high).toBeLessThanOrEqual(last.by_month_end.high);
  expect(last.so_far.high).toBeGreaterThan(0.95 * last.by_month_end.high);
  expect(first.by_month_end.low).toBeCloseTo(last.by_month_end.low);
  expect(first.so_far.low).toBeCloseTo(first.kept.low + first.sent.low + first.rest.low);
});
