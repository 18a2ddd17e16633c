import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

test.each([
  ['lines as they were typed', '12 Elm St\r\n Apt 4 \n\nHouston, TX 77002', '12 Elm St|Apt 4|Houston, TX 77002'],
  ['a postal code before the city', 'Hauptstr. 5\n10115 Berlin\nGermany', 'Hauptstr. 5|10115 Berlin|Germany'],
  ['nothing', '', ''],
])('%s', (_, address, lines) => {
  expect(addressLines(address).join('|')).toBe(lines);
});

test.each([
  ['12 Elm St, Houston, TX 77002', '12 Elm St|Houston, TX 77002'],
  ['12 Elm St, Apt 4, Houston, TX 77002-1234', '12 Elm St, Apt 4|Houston, TX 77002-1234'],
  ['12 Elm St,Houston tx 77002', '12 Elm St|Houston tx 77002'],
  ['350 5th Ave, New York, NY, 10118, USA', '350 5th Ave|New York, NY, 10118|USA'],
  [
    '1 Main St, Truth or Consequences, NM 87901, United States',
    '1 Main St|Truth or Consequences, NM 87901|United States',
  ],
  ['1 Main St, Coeur d’Alene, ID 83814', '1 Main St|Coeur d’Alene, ID 83814'],
])('one line is split where the city begins: %s', (address, lines) => {
  expect(addressLines(address).join('|')).toBe(lines);
});

test.each(['12 Elm St', '12 Elm St Houston TX 77002', 'Hauptstr. 5, 10115 Berlin', '12 Elm St, Houston, Texas 77002'])(
  'one line stays whole where nothing certain begins: %s',
  (address) => {
    expect(addressLines(address)).toEqual([address]);
  },
);
