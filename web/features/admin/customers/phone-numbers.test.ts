import { expect, test } from 'vitest';
import { isSamePhone, phoneNumbers } from './phone-numbers.ts';

const isSame = (number: string, otherNumber: string) =>
  phoneNumbers(number).some((number) => phoneNumbers(otherNumber).some((another) => isSamePhone(number, another)));

test.each([
  ['+1 713 555 0142', '713.555.0142 ext. 12'],
  ['(713) 555-0142', '713.555.0142 x12'],
  ['7135550142', '+1 (713) 555-0142 #12'],
  ['713-555-0142', '001 713 555 0142'],
  ['713/555-0142', '713 555 0142;ext=12'],
  ['555-0142', '(713) 555-0142'],
  ['５５５０１４２', '713 555 0142'],
  ['٧١٣٥٥٥٠١٤٢', '713 555 0142'],
  ['+44 (0)20 7946 0018', '020 7946 0018'],
  ['+49 89 123456', '089 123456'],
  ['0049 89 123456', '089/123456'],
  ['281-555-0199', 'Mobile: 713-555-0142, home: 281-555-0199'],
  ['281-555-0199', '713-555-0142/281-555-0199'],
])('%s is the number of %s', (number, otherNumber) => {
  expect(isSame(number, otherNumber)).toBe(true);
  expect(isSame(otherNumber, number)).toBe(true);
});

test.each([
  ['713 555 0142', '281 555 0142'],
  ['0142', '713 555 0142'],
  ['550142', '713 555 0142'],
  ['ext. 12', 'x12'],
  ['', ''],
  ['713 555 0142', '713 555 0143 ext. 0142'],
])('%j is not the number of %j', (number, otherNumber) => {
  expect(isSame(number, otherNumber)).toBe(false);
  expect(isSame(otherNumber, number)).toBe(false);
});
