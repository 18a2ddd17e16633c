import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { modularPower } from './modular-power.ts';

/**
 * The server's half of Cognito's USER_SRP_AUTH: SRP-6a over the 3072-bit group of RFC 5054 with SHA-256. Numbers are
 * hashed as Amplify and AWS's SDKs do it: as bytes of even length, with a zero byte before a set first bit.
 */

/** RFC 5054, appendix A, 3072 bits; its generator is 2. */
const primeHex = `
  FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD
  EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED
  EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F
  83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B
  E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510
  15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7
  ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C
  BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF`;
const prime = BigInt(`0x${primeHex.replaceAll(/\s/g, '')}`);
const generator = 2n;
const multiplier = number(sha256(padded(prime) + padded(generator)));

/** The data stored instead of a password, in hexadecimal: enough to verify the password, not to recover it. */
export interface Verifier {
  salt: string;
  verifier: string;
}

/** The server's secret state of one SRP sign-in. */
export interface SrpState {
  clientPublic: bigint;
  serverPublic: bigint;
  serverPrivate: bigint;
  verifier: bigint;
  secretBlock: string;
}

/**
 * Returns a verifier of a password with a new salt.
 * @param poolName the characters of the pool's id after `_`
 */
export function makeVerifier(poolName: string, username: string, password: string): Verifier {
  const salt = randomBytes(16).toString('hex');
  return { salt, verifier: powerOf(generator, secretOf(salt, poolName, username, password)).toString(16) };
}

export function passwordMatches(stored: Verifier, poolName: string, username: string, password: string): boolean {
  const verifier = powerOf(generator, secretOf(stored.salt, poolName, username, password)).toString(16);
  return (
    verifier.length === stored.verifier.length && timingSafeEqual(Buffer.from(verifier), Buffer.from(stored.verifier))
  );
}

/** Returns a verifier that no password matches, with a stable salt per name: hides that the user does not exist. */
export function verifierOfNobody(name: string): Verifier {
  return {
    salt: createHash('sha256').update(name).digest('hex').slice(0, 32),
    verifier: powerOf(generator, number(randomBytes(32).toString('hex'))).toString(16),
  };
}

/**
 * Returns the response to the client's SRP_A.
 * @returns undefined when SRP_A is invalid (not hexadecimal, or 0 modulo the prime)
 */
export function challenge(stored: Verifier, srpA: string) {
  const clientPublic = /^[0-9a-f]+$/i.test(srpA) ? number(srpA) % prime : 0n;
  if (clientPublic === 0n) return undefined;
  const serverPrivate = number(randomBytes(32).toString('hex'));
  const verifier = number(stored.verifier);
  const serverPublic = (multiplier * verifier + powerOf(generator, serverPrivate)) % prime;
  const secretBlock = randomBytes(64).toString('base64');
  return {
    state: { clientPublic: number(srpA), serverPublic, serverPrivate, verifier, secretBlock } satisfies SrpState,
    parameters: { SRP_B: serverPublic.toString(16), SALT: stored.salt, SECRET_BLOCK: secretBlock },
  };
}

/** Whether the client's signature proves knowledge of the password. */
export function proves(state: SrpState, poolName: string, username: string, timestamp: string, signature: string) {
  const scrambling = number(sha256(padded(state.clientPublic) + padded(state.serverPublic)));
  const shared = powerOf(state.clientPublic * powerOf(state.verifier, scrambling), state.serverPrivate);
  const key = hkdfSync('sha256', bytes(shared), bytes(scrambling), 'Caldera Derived Key', 16);
  const expectedSignature = createHmac('sha256', Buffer.from(key))
    .update(poolName)
    .update(username)
    .update(Buffer.from(state.secretBlock, 'base64'))
    .update(timestamp)
    .digest();
  const clientSignature = Buffer.from(signature, 'base64');
  return clientSignature.length === expectedSignature.length && timingSafeEqual(clientSignature, expectedSignature);
}

function secretOf(salt: string, poolName: string, username: string, password: string): bigint {
  const identity = createHash('sha256').update(`${poolName}${username}:${password}`).digest('hex');
  return number(sha256(padded(number(salt)) + identity));
}

const powerOf = (base: bigint, exponent: bigint): bigint => modularPower(base, exponent, prime);

function padded(value: bigint): string {
  const hex = value.toString(16);
  const even = hex.length % 2 ? `0${hex}` : hex;
  return /^[89a-f]/.test(even) ? `00${even}` : even;
}

function bytes(value: bigint): Buffer {
  return Buffer.from(padded(value), 'hex');
}

function sha256(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
}

function number(hex: string): bigint {
  return BigInt(`0x${hex}`);
}
