import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type CrcAlgorithm, combineCrc, crc32c, crc64Nvme } from './crc.ts';
import { S3Error } from './s3-error.ts';

/** Length of each algorithm's value in bytes. A request with one of S3's newer algorithms gets NotImplemented. */
const lengths = { CRC32: 4, CRC32C: 4, CRC64NVME: 8, SHA1: 20, SHA256: 32 };
export type ChecksumAlgorithm = keyof typeof lengths;
export const checksumAlgorithms = Object.keys(lengths) as ChecksumAlgorithm[];

/** Whether a checksum is of the whole object, or of its parts' checksums (`…-N`). */
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

/** The one checksum that S3 stores with an object; the value is in base64. */
export interface KeptChecksum {
  algorithm: ChecksumAlgorithm;
  type: ChecksumType;
  value: string;
}

export const checksumHeader = (algorithm: ChecksumAlgorithm) => `x-amz-checksum-${algorithm.toLowerCase()}`;
/** Returns the XML element of a value. */
export const checksumElement = (algorithm: ChecksumAlgorithm) => `Checksum${algorithm}`;

/**
 * Returns an algorithm by name.
 * @throws NotImplemented for an algorithm that is not implemented here
 */
export function checksumAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = checksumAlgorithms.find((candidate) => candidate === name.toUpperCase());
  if (!algorithm) throw new S3Error('NotImplemented', `This local S3 does not compute ${name} checksums.`);
  return algorithm;
}

/** Whether a value has the algorithm's form. */
export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === lengths[algorithm] && bytes.toString('base64') === value;
}

export interface Digest {
  update(chunk: Uint8Array): void;
  end(): Buffer;
}

export function startDigest(algorithm: ChecksumAlgorithm | 'MD5'): Digest {
  if (algorithm === 'MD5' || algorithm === 'SHA1' || algorithm === 'SHA256') {
    const hash = createHash(algorithm);
    return { update: (chunk) => void hash.update(chunk), end: () => hash.digest() };
  }
  if (algorithm === 'CRC64NVME') {
    let value = 0n;
    const update = (chunk: Uint8Array) => {
      value = crc64Nvme(chunk, value);
    };
    return { update, end: () => crcBytes(algorithm, value) };
  }
  const crc = algorithm === 'CRC32' ? crc32 : crc32c;
  let value = 0;
  const update = (chunk: Uint8Array) => {
    value = crc(chunk, value);
  };
  return { update, end: () => crcBytes(algorithm, BigInt(value)) };
}

function crcBytes(algorithm: CrcAlgorithm, value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(lengths[algorithm] * 2, '0'), 'hex');
}

/** Yields the content while it updates the digests. */
export async function* digesting(content: AsyncIterable<Buffer>, digests: Digest[]): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    for (const digest of digests) digest.update(chunk);
    yield chunk;
  }
}

/** Returns S3's default checksum type for a multipart upload. */
export function defaultChecksumType(algorithm: ChecksumAlgorithm): ChecksumType {
  return algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE';
}

/**
 * Returns the checksum type of an upload.
 * @throws InvalidRequest for a combination that S3 does not have
 */
export function checkChecksumType(algorithm: ChecksumAlgorithm, type: string): ChecksumType {
  const possible =
    algorithm === 'CRC64NVME' ? ['FULL_OBJECT'] : isCrc(algorithm) ? ['FULL_OBJECT', 'COMPOSITE'] : ['COMPOSITE'];
  if (!possible.includes(type)) {
    throw new S3Error(
      'InvalidRequest',
      `The ${type} checksum type cannot be used with the ${algorithm.toLowerCase()} checksum algorithm.`,
    );
  }
  return type as ChecksumType;
}

function isCrc(algorithm: ChecksumAlgorithm): algorithm is CrcAlgorithm {
  return algorithm.startsWith('CRC');
}

/** Returns the checksum of the whole, computed from its parts' checksums (values in base64, sizes in bytes). */
export function joinChecksums(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: { value: string; size: number }[],
): KeptChecksum {
  if (type === 'FULL_OBJECT' && isCrc(algorithm)) {
    const numbers = parts.map(({ value, size }) => ({
      size,
      value: BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`),
    }));
    const whole = numbers.reduce((sum, part) => combineCrc(algorithm, sum, part.value, part.size), 0n);
    return { algorithm, type, value: crcBytes(algorithm, whole).toString('base64') };
  }
  const digest = startDigest(algorithm);
  for (const { value } of parts) digest.update(Buffer.from(value, 'base64'));
  return { algorithm, type: 'COMPOSITE', value: `${digest.end().toString('base64')}-${parts.length}` };
}
