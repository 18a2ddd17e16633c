import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { modularPower } from './modular-power.ts';

/** The members of Amplify's big integers that SRP uses. */
interface BigInteger {
  toString(radix: number): string;
}
interface BigIntegerClass {
  new (digits: string, radix: number): BigInteger;
  prototype: {
    modPow(this: BigInteger, exponent: BigInteger, modulus: BigInteger, done: Callback): void;
  };
}
type Callback = (error: Error | null, result: BigInteger) => void;

/**
 * Makes Amplify compute powers modulo a prime by the engine's BigInt, for tests. Amplify's JavaScript computation takes
 * most of the time of a sign-in with a password. Everything else of SRP is still Amplify's.
 */
export async function installNativeModularPower(): Promise<void> {
  const amplify = createRequire(import.meta.url).resolve('aws-amplify/auth');
  const auth = createRequire(amplify).resolve('@aws-amplify/auth');
  const file = join(dirname(auth), '../esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs');
  const { default: BigInteger } = (await import(pathToFileURL(file).href)) as { default: BigIntegerClass };
  BigInteger.prototype.modPow = function (exponent, modulus, done) {
    const power = modularPower(native(this), native(exponent), native(modulus));
    done(null, new BigInteger(power.toString(16), 16));
  };
}

/** Returns a number that may be negative, because Amplify subtracts without reducing. */
function native(value: BigInteger): bigint {
  const hex = value.toString(16);
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}
