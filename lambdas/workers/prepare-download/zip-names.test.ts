import { expect, test } from 'vitest';
import { zipNames } from './zip-names.ts';

test.each([
  ['IMG_1.jpg', 'IMG_1.jpg'],
  ['Zoë & 家族 🎉.jpg', 'Zoë & 家族 🎉.jpg'],
  ['../../etc/passwd', '_._etc_passwd'],
  ['C:\\Users\\a.jpg', 'C__Users_a.jpg'],
  ['a<b>"c"|d?*.jpg', 'a_b__c__d__.jpg'],
  ['line\nbreak\0.jpg', 'line_break_.jpg'],
  ['line\u2028break\u2029a\u0085b.jpg', 'line_break_a_b.jpg'],
  ['photo\u202egnp.exe', 'photo_gnp.exe'],
  ['CON.jpg', '_CON.jpg'],
  ['con.tar.jpg', '_con.tar.jpg'],
  ['LPT1', '_LPT1'],
  ['.hidden', 'hidden'],
  ['-rf.jpg', 'rf.jpg'],
  ['dots... . ', 'dots'],
  ['...', 'photo'],
  [' ', 'photo'],
])('%j unpacks as %j', (name, expected) => {
  expect(zipNames([name])).toEqual([expected]);
});

test('names that a file system treats as equal get different names', () => {
  expect(zipNames(['a.jpg', 'A.JPG', 'a.jpg', 'a (2).jpg', 'é.jpg', 'e\u0301.jpg', 'straße', 'STRASSE'])).toEqual([
    'a.jpg',
    'A (2).JPG',
    'a (3).jpg',
    'a (2) (2).jpg',
    'é.jpg',
    'é (2).jpg',
    'straße',
    'STRASSE (2)',
  ]);
});

test('long names are cut between characters and keep their ending', () => {
  const [name = ''] = zipNames([`${'家'.repeat(250)}.jpg`]);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
  expect(name).toMatch(/^家+\.jpg$/);
  const [sentence = ''] = zipNames([`1. ${'家'.repeat(250)}`]);
  expect(Buffer.byteLength(sentence)).toBeLessThanOrEqual(200);
  expect(sentence).toMatch(/^1\. 家+$/);
});

test('ten thousand equal names get different names', () => {
  const names = zipNames(Array.from({ length: 10_000 }, () => 'IMG.jpg'));
  expect(new Set(names).size).toBe(10_000);
});
