import { expect, test } from 'vitest';
import { network } from './messages.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(network(address)).toBe(counted);
});
