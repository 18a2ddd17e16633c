import { expect, test } from 'vitest';
import { emailedAddress } from './emailed-address.ts';

test.each([
  'ada%2Bphotos%40example.com',
  'ada+photos@example.com',
  'ada%252Bphotos%2540example.com',
  'ada%2Bphotos%40example.com.',
  'ada%2Bphotos%40example.com%29.',
  'ada%2Bphotos%40example.com%3E',
  'ada%2Bphotos%40example.com%E2%80%9D%20',
])('%s is read as it was sent', (fragment) => {
  expect(emailedAddress(fragment)).toBe('ada+photos@example.com');
});

test.each(['', 'ada', 'ada%4', 'ada%40', 'ada%40exam%', '%40example.com'])('%j has no address', (fragment) => {
  expect(emailedAddress(fragment)).toBe('');
});
