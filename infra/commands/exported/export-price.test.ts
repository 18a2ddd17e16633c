import { expect, test } from 'vitest';
import { describePrice, describeRequests } from './export-price.ts';

test('bytes through CloudFront: its free terabyte, and the price beyond it', () => {
  const sentences = describePrice({ edge: 1_230e9, direct: 0, originals: 0 });
  expect(sentences).toBe(
    'To fetch: 1,230 GB come through CloudFront: free within its 1,024 GB a month, which visitors and clients use too, at most $104.55.',
  );
});

test('bytes from S3 itself', () => {
  expect(describePrice({ edge: 0, direct: 2.5e9, originals: 0 })).toBe(
    'To fetch: 2.5 GB come from S3 itself: free within 100 GB a month, at most $0.22.',
  );
});

test('originals: what their return to a dearer tier costs at most, $36 for a terabyte', () => {
  const sentences = describePrice({ edge: 1_030e9, direct: 0, originals: 1_000e9 });
  expect(sentences).toContain('CloudFront');
  expect(sentences).toContain(
    'Originals that nobody has read for 30 days return to a dearer storage tier for three months: at most $36.00 in all',
  );
});

test('nothing new costs nothing', () => {
  expect(describePrice({ edge: 0, direct: 0, originals: 0 })).toBe('There is nothing new to fetch.');
});

test('requests, none of which is free', () => {
  expect(describeRequests({ s3Reads: 120_000, dynamodbWrites: 600_000 })).toBe('Requests cost at most $0.42.');
  expect(describePrice({ edge: 0, direct: 2.5e9, originals: 0, requests: { s3Writes: 2_000 } })).toBe(
    'To fetch: 2.5 GB come from S3 itself: free within 100 GB a month, at most $0.22. Requests cost at most $0.01.',
  );
});
