import { expect, test } from 'vitest';
import { nameToGreet } from './name-to-greet.ts';

test.each([
  ['Ada Byron', 'Ada'],
  ['  Ada   Byron ', 'Ada'],
  ['Anna Maria Weber', 'Anna'],
  ['Mary-Jane O’Neil', 'Mary-Jane'],
  ["D'Angelo Russell", "D'Angelo"],
  ['Ürün Yıldız', 'Ürün'],
  ['Zoë van der Berg', 'Zoë'],
  ['Олена Коваль', 'Олена'],
  ['Weber, Anna', 'Anna'],
  ['van der Berg, Zoë Marie', 'Zoë'],
  ['Smith,Brad', 'Brad'],
  ['Nguyen, Mai', 'Mai'],
  ['Nguyễn, Mai', 'Mai'],
])('%j is greeted as %j', (name, greeted) => {
  expect(nameToGreet(name)).toBe(greeted);
});

test.each([
  'Ada',
  'Mr. & Mrs. Brad Smith',
  'Mr. and Mrs. Smith',
  'Mr Brad Smith',
  'Ms. Weber',
  'Dr. Ada Byron',
  'dr ada byron',
  'Prof. Dr. Weber',
  'The Nguyen Family',
  'Nguyen Family',
  'Familie Weber',
  'Brad & Anna Smith',
  'Brad and Anna Smith',
  'Brad + Anna',
  'Brad/Anna Smith',
  'J. R. Smith',
  'J Smith',
  'John Smith, Jr.',
  'Smith, John, MD',
  'Smith, Dr. John',
  'Smith,',
  'ada byron',
  'de la Cruz',
  'Smith Household',
  'Smith Twins',
  'Baby Smith',
  'Coach Mike',
  'Grandma Weber',
  'Bluebonnet Events LLC',
  'Studio 54',
  'ada@example.com Byron',
  'Brad (Smith)',
  '田中 花子',
  '김 민준',
  'Nguyễn Văn An',
  'Nguyễn Văn An'.normalize('NFD'),
  'Nguyen Van An',
  'Trần Thị Mai',
  'Drs. Ann and Tom Lee',
  'Sig.ra Rossi',
  'Fru Hansen',
  'Sheikh Ali',
  'Chief Smith',
  'Smith Brothers',
  'Smith Wedding',
  'Estate of Smith',
  'Brad n Anna Smith',
  'Weber Law Firm',
  'Rice University',
])('%j is greeted whole', (name) => {
  expect(nameToGreet(name)).toBe(name);
});

test('without a name there is none to greet', () => {
  expect(nameToGreet(' ')).toBe('');
});
