import { describe, expect, test } from 'vitest';
import { compareKeys, encodeKey, SortedKeys } from './keys.ts';

describe('keys', () => {
  test('are encoded in events as S3 does', () => {
    expect(encodeKey('a b/c+d (1)é.jpg')).toBe('a+b/c%2Bd+%281%29%C3%A9.jpg');
  });

  test('are sorted by their UTF-8 bytes', () => {
    const keys = ['b', 'a/b', 'a', 'a😀', 'a\uffff', 'a\ue000', 'aä', '', 'a😁', 'B'];
    const bytewise = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
    expect(keys.toSorted(compareKeys)).toEqual(bytewise);
  });

  test('are found by position', () => {
    const keys = new SortedKeys(['c/1', 'a', 'c/2', 'b']);
    keys.add('c/2');
    keys.add('d');
    keys.remove('b');
    keys.remove('nothing');
    expect(keys.atOrAfter('')).toBe('a');
    expect(keys.atOrAfter('b')).toBe('c/1');
    expect(keys.after('c/1')).toBe('c/2');
    expect(keys.afterPrefix('c/')).toBe('d');
    expect(keys.after('d')).toBeUndefined();
  });
});
