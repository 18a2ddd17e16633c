import { expect, test } from 'vitest';
import { describeLimit, roomyLimit, workersWithin } from './concurrency.ts';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const together = (limit: number) => sum(Object.values(workersWithin(limit)));

test.each([10, 20, 50, 1_000])('at a limit of %i, workers leave at least half of it to the site', (limit) => {
  expect(together(limit)).toBeLessThanOrEqual(limit / 2);
});

test('workers leave at least half of any limit from that of a new account on', () => {
  for (let limit = 10; limit <= 2_000; limit += 1) expect(together(limit), `${limit}`).toBeLessThanOrEqual(limit / 2);
});

test("at a new account's limit of ten, downloads, moves and emails run one at a time, on a schedule", () => {
  expect(workersWithin(10)).toEqual({
    'process-photo': 2,
    'move-derivatives': 1,
    'prepare-download': 1,
    'send-email': 1,
  });
  const [sentence, command] = describeLimit(10, 'eu-west-1');
  expect(sentence).toMatch(
    /may run 10 functions at once.* takes 5 of them at most: 2 photos.*, files of hidden photos stay at their addresses for up to a minute, downloads begin up to five minutes later, emails are sent within a minute; 5 stay for the site\.$/,
  );
  expect(command).toContain('--quota-code L-B99A9384 --desired-value 1000 --region eu-west-1');
  expect(describeLimit(20, 'us-east-1')[0]).not.toContain('downloads');
});

test('where the outbox’s stream starts send-email, each of its up to four shards is counted', () => {
  for (let limit = 10; limit < 100; limit += 1) expect([1, 4]).toContain(workersWithin(limit)['send-email']);
  expect(workersWithin(19)['send-email']).toBe(1);
  expect(workersWithin(20)).toEqual({
    'process-photo': 2,
    'move-derivatives': 2,
    'prepare-download': 2,
    'send-email': 4,
  });
});

test('concurrency grows with the limit up to the blueprint’s values; then there is no warning', () => {
  for (let limit = 10; limit < 100; limit += 1) {
    for (const [name, count] of Object.entries(workersWithin(limit))) {
      expect(workersWithin(limit + 1)[name as 'process-photo']).toBeGreaterThanOrEqual(count);
      expect(count).toBeGreaterThanOrEqual(1);
    }
  }
  expect(workersWithin(roomyLimit)).toEqual({
    'process-photo': 10,
    'move-derivatives': 2,
    'prepare-download': 5,
    'send-email': 4,
  });
  expect(describeLimit(roomyLimit, 'us-east-1')).toEqual([]);
});
