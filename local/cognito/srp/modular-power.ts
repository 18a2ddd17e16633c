/** `base ** exponent % modulus` with a result from 0 to the modulus, also for a negative base. */
export function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let square = ((base % modulus) + modulus) % modulus, rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
