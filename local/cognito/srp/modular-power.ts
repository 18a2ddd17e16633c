/** Returns `base ** exponent % modulus`, from 0 to below the modulus, also for a negative base. */
export function modularPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (
    let square = ((base % modulus) + modulus) % modulus, remainingExponent = exponent;
    remainingExponent > 0n;
    remainingExponent >>= 1n
  ) {
    if (remainingExponent & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
