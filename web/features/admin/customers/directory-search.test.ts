import { describe, expect, test } from 'vitest';
import type { DirectoryEntry } from '#shared/contract/customers.ts';
import { searchable } from './directory-search.ts';

const entry = (name: string, email: string, values: Partial<DirectoryEntry> = {}): DirectoryEntry => ({
  id: name,
  customer_id: 'C-0000-0000',
  name,
  email,
  phone: '',
  status: 'active',
  created_at: '2025-05-04T12:00:00.000Z',
  ...values,
});

describe('the search', () => {
  const entries = [
    entry('Rosa Díaz', 'rosa@example.com', { customer_id: 'C-1234-5678', phone: '+1 (555) 010-2030' }),
    entry('Ben Öztürk', 'BEN@Example.org', { phone: '555.777' }),
    entry('', 'x@y.zz'),
    entry('Sinéad O’Brien–Yıldız'.normalize('NFD'), 'sinead@mail.test', { customer_id: 'C-9999-9999' }),
  ];
  const search = searchable(entries);
  const names = (text: string) => search(text).map(({ name }) => name);

  test.each([
    ['rosa', ['Rosa Díaz']],
    ['  DÍAZ ', ['Rosa Díaz']],
    ['ÖZ', ['Ben Öztürk']],
    ['example', ['Rosa Díaz', 'Ben Öztürk']],
    ['en@ex', ['Ben Öztürk']],
    ['díaz rosa', ['Rosa Díaz']],
    ['diaz, rosa', ['Rosa Díaz']],
    ['rosa example', ['Rosa Díaz']],
    ['oezturk', ['Ben Öztürk']],
    ['obrien', ['Sinéad O’Brien–Yıldız'.normalize('NFD')]],
    ['díazrosa', []],
    ['.*', []],
    ['C-0000', ['Ben Öztürk', '']],
    ['c-1234', ['Rosa Díaz']],
    ['diaz', ['Rosa Díaz']],
    ["sinéad o'brien-yildiz", ['Sinéad O’Brien–Yıldız'.normalize('NFD')]],
    ['Ozturk', ['Ben Öztürk']],
    ['unknown', ['']],
    ['+1 (555)', ['Rosa Díaz']],
    ['5550102030', ['Rosa Díaz']],
    ['555-777', ['Ben Öztürk']],
    ['55', ['Rosa Díaz', 'Ben Öztürk']],
    ['20.30', ['Rosa Díaz']],
    ['2', ['Rosa Díaz']],
    ['77-8', []],
    ['+1 555 010 2030', ['Rosa Díaz']],
    ['555.010.2030 ext. 12', ['Rosa Díaz']],
    ['0555 0102030', ['Rosa Díaz']],
    ['010-2030', ['Rosa Díaz']],
    ['٥٥٥٠١٠٢٠٣٠', ['Rosa Díaz']],
    ['５５５．７７', ['Ben Öztürk']],
    ['281 010 2030', []],
  ])('for %j finds %j', (text, expectedNames) => expect(names(text)).toEqual(expectedNames));

  test('for an empty text returns all customers in order', () => {
    expect(search('')).toEqual(entries);
    expect(search('   ')).toEqual(entries);
  });
});

test('fields are read once, when the list is prepared', () => {
  let reads = 0;
  const counted = Array.from({ length: 10_000 }, (_, index) => {
    const values = entry(`Customer ${index}`, `customer.${index}@example.com`);
    return new Proxy(values, {
      get: (target, name, receiver) => {
        reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  });
  const search = searchable(counted);
  expect(reads).toBe(4 * counted.length);
  for (const text of ['c', 'cu', 'customer 99', 'nobody']) search(text);
  expect(reads).toBe(4 * counted.length);
  expect(search('customer.9999@')).toHaveLength(1);
});
