/**
 * Computes the cyclic redundancy checks that S3 supports besides CRC-32 (which zlib has natively), and the check of a
 * whole from the checks of its parts without reading it again. All are bit-reflected, start from ones and end inverted.
 */

const crc32cPolynomial = 0x82f63b78;
const crc64NvmePolynomial = 0x9a6c9329ac4bc9b5n;

const crc32cTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? crc32cPolynomial : 0);
  return value >>> 0;
});

/** Returns the CRC-32C (Castagnoli) of data that continues the data of `previous`. */
export function crc32c(data: Uint8Array, previous = 0): number {
  let value = ~previous;
  for (let index = 0; index < data.length; index += 1) {
    value = (crc32cTable[(value ^ data[index]!) & 0xff]! ^ (value >>> 8)) | 0;
  }
  return ~value >>> 0;
}

/** Two 32-bit halves of each value: numbers hold no 64-bit integers, and BigInt is too slow for one step per byte. */
const crc64High = new Uint32Array(256);
const crc64Low = new Uint32Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit += 1) value = (value >> 1n) ^ (value & 1n ? crc64NvmePolynomial : 0n);
  crc64High[byte] = Number(value >> 32n);
  crc64Low[byte] = Number(value & 0xffffffffn);
}

/** Returns the CRC-64/NVME of data that continues the data of `previous`. */
export function crc64Nvme(data: Uint8Array, previous = 0n): bigint {
  let high = ~Number(previous >> 32n);
  let low = ~Number(previous & 0xffffffffn);
  for (let index = 0; index < data.length; index += 1) {
    const byte = (low ^ data[index]!) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ crc64Low[byte]!;
    high = (high >>> 8) ^ crc64High[byte]!;
  }
  return (BigInt(~high >>> 0) << 32n) | BigInt(~low >>> 0);
}

const polynomials = {
  CRC32: { bits: 32n, polynomial: 0xedb88320n },
  CRC32C: { bits: 32n, polynomial: BigInt(crc32cPolynomial) },
  CRC64NVME: { bits: 64n, polynomial: crc64NvmePolynomial },
};
export type CrcAlgorithm = keyof typeof polynomials;

/**
 * Returns the CRC of two concatenated pieces: the first's CRC is shifted by the second's length (multiplied by x to the
 * power of its bits, modulo the polynomial), as zlib's `crc32_combine` does.
 * @param secondLength length in bytes
 */
export function combineCrc(algorithm: CrcAlgorithm, first: bigint, second: bigint, secondLength: number): bigint {
  const { bits, polynomial } = polynomials[algorithm];
  const unit = 1n << (bits - 1n);
  const multiply = (left: bigint, right: bigint) => {
    let product = 0n;
    let shifted = right;
    for (let bit = unit; bit > 0n; bit >>= 1n) {
      if (left & bit) product ^= shifted;
      shifted = (shifted >> 1n) ^ (shifted & 1n ? polynomial : 0n);
    }
    return product;
  };
  let shift = unit;
  let power = unit >> 8n;
  for (let remainingBytes = BigInt(secondLength); remainingBytes > 0n; remainingBytes >>= 1n) {
    if (remainingBytes & 1n) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return multiply(shift, first) ^ second;
}
