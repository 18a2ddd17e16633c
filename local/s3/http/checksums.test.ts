import { describe, expect, test } from 'vitest';
import {
  type ChecksumAlgorithm,
  checkChecksumType,
  checksumAlgorithms,
  isChecksumValue,
  joinChecksums,
  startDigest,
} from './checksums.ts';

const digestOf = (algorithm: ChecksumAlgorithm, ...pieces: string[]) => {
  const digest = startDigest(algorithm);
  for (const piece of pieces) digest.update(Buffer.from(piece));
  return digest.end();
};

describe('checksums', () => {
  // Check values from the catalogue of parametrised CRC algorithms, and from the hashes' standards.
  test.each([
    ['CRC32', 'cbf43926'],
    ['CRC32C', 'e3069283'],
    ['CRC64NVME', 'ae8b14860a799888'],
    ['SHA1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
    ['SHA256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
  ] as const)('%s of 123456789, whole and in pieces', (algorithm, expected) => {
    expect(digestOf(algorithm, '123456789').toString('hex')).toBe(expected);
    expect(digestOf(algorithm, '1', '2345', '', '6789').toString('hex')).toBe(expected);
  });

  test.each(['CRC32', 'CRC32C', 'CRC64NVME'] as const)(
    '%s of parts combine to the checksum of the whole',
    (algorithm) => {
      const pieces = ['a', 'bc'.repeat(1_000), '', 'd'.repeat(70_001)];
      const parts = pieces.map((piece) => ({
        value: digestOf(algorithm, piece).toString('base64'),
        size: piece.length,
      }));
      expect(joinChecksums(algorithm, 'FULL_OBJECT', parts)).toEqual({
        algorithm,
        type: 'FULL_OBJECT',
        value: digestOf(algorithm, ...pieces).toString('base64'),
      });
    },
  );

  test('a composite checksum is the checksum of the parts’ checksums, with their number', () => {
    const parts = ['one', 'two'].map((piece) => ({ value: digestOf('SHA256', piece).toString('base64'), size: 3 }));
    const digest = startDigest('SHA256');
    for (const { value } of parts) digest.update(Buffer.from(value, 'base64'));
    expect(joinChecksums('SHA256', 'COMPOSITE', parts).value).toBe(`${digest.end().toString('base64')}-2`);
  });

  test('a value has its algorithm’s length', () => {
    for (const algorithm of checksumAlgorithms) {
      expect(isChecksumValue(algorithm, digestOf(algorithm, 'x').toString('base64'))).toBe(true);
      expect(isChecksumValue(algorithm, 'AAAA')).toBe(false);
      expect(isChecksumValue(algorithm, '')).toBe(false);
    }
  });

  test('hashes can’t be combined to a full-object checksum, and CRC-64 can’t be composite', () => {
    expect(() => checkChecksumType('SHA256', 'FULL_OBJECT')).toThrow(/cannot be used/);
    expect(() => checkChecksumType('CRC64NVME', 'COMPOSITE')).toThrow(/cannot be used/);
    expect(checkChecksumType('CRC32', 'FULL_OBJECT')).toBe('FULL_OBJECT');
  });
});
