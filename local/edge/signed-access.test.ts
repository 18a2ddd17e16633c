import { generateKeyPairSync } from 'node:crypto';
import { getSignedCookies, getSignedUrl } from '@aws-sdk/cloudfront-signer';
import { expect, test } from 'vitest';
import { denialOf } from './signed-access.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyPairId = 'K1';
const keys = { K1: publicKey };
const site = 'http://localhost:4600';
const inAMinute = new Date(Date.now() + 60_000).toISOString();
const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000);

const policyFor = (
  Resource: string,
  Condition: object = { DateLessThan: { 'AWS:EpochTime': seconds(Date.now()) + 60 } },
) => JSON.stringify({ Statement: [{ Resource, Condition }] });
const cookiesFor = (policy: string) => {
  const cookies = getSignedCookies({ keyPairId, privateKey, policy });
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
};
function codeFor(url: string, cookie = '', now?: number): string | undefined {
  const { origin, pathname, search } = new URL(url);
  return denialOf({ origin, path: pathname, rawQuery: search.slice(1), cookie }, keys, now)?.code;
}

test('a signed address grants exactly that address until its expiry', () => {
  const url = getSignedUrl({ url: `${site}/downloads/a.zip?part=1`, keyPairId, privateKey, dateLessThan: inAMinute });
  expect(codeFor(url)).toBeUndefined();
  expect(codeFor(url.replace('part=1', 'part=2'))).toBe('AccessDenied');
  expect(codeFor(url.replace('a.zip', 'b.zip'))).toBe('AccessDenied');
  expect(codeFor(url.replace(/Expires=\d/, 'Expires=9'))).toBe('AccessDenied');
  expect(codeFor(url.replace(site, 'http://elsewhere.test'))).toBe('AccessDenied');
  expect(codeFor(url, '', Date.now() + 61_000)).toBe('AccessDenied');
});

test('cookies with a policy grant everything below a path, and nothing else', () => {
  const cookie = cookiesFor(policyFor(`${site}/media/c-1/*`));
  expect(codeFor(`${site}/media/c-1/key/400.webp`, cookie)).toBeUndefined();
  expect(codeFor(`${site}/media/c-1/key/400.webp`, `theme=dark; ${cookie}; x=1`)).toBeUndefined();
  expect(codeFor(`${site}/media/c-2/key/400.webp`, cookie)).toBe('AccessDenied');
  expect(codeFor(`${site}/media/c-2/400.webp?/media/c-1/`, cookie)).toBe('AccessDenied');
  expect(codeFor(`${site}/media/c-1/key/400.webp`, cookie, Date.now() + 61_000)).toBe('AccessDenied');
});

test('wildcards: * matches any characters, ? one; other characters match themselves', () => {
  const oneCharacter = cookiesFor(policyFor(`${site}/media/c-?/*.webp`));
  expect(codeFor(`${site}/media/c-1/a/b.webp`, oneCharacter)).toBeUndefined();
  expect(codeFor(`${site}/media/c-12/a.webp`, oneCharacter)).toBe('AccessDenied');
  expect(codeFor(`${site}/media/c-1/axwebp`, oneCharacter)).toBe('AccessDenied');
});

test('a policy in the address takes precedence over cookies', () => {
  const cookie = cookiesFor(policyFor(`${site}/*`));
  const url = getSignedUrl({ url: `${site}/media/a`, keyPairId, privateKey, policy: policyFor(`${site}/media/b`) });
  expect(codeFor(url, cookie)).toBe('AccessDenied');
});

test('changed, incomplete or unknown credentials are denied', () => {
  const url = `${site}/media/a`;
  const cookie = cookiesFor(policyFor(`${site}/media/*`));
  expect(codeFor(url)).toBe('MissingKey');
  expect(codeFor(url, cookie.replace(/CloudFront-Key-Pair-Id=K1/, ''))).toBe('MissingKey');
  expect(codeFor(url, cookie.replace('Key-Pair-Id=K1', 'Key-Pair-Id=K2'))).toBe('InvalidKey');
  expect(codeFor(url, cookie.replace('Key-Pair-Id=K1', 'Key-Pair-Id=__proto__'))).toBe('InvalidKey');
  expect(codeFor(url, cookie.replace(/CloudFront-Signature=[^;]*/, ''))).toBe('AccessDenied');
  expect(codeFor(url, cookie.replace(/CloudFront-Policy=[^;]*/, ''))).toBe('AccessDenied');
  for (const name of ['Policy', 'Signature']) {
    const eleventh = new RegExp(`(CloudFront-${name}=.{10})(.)`);
    const tampered = cookie.replace(eleventh, (_, before, character) => before + (character === 'A' ? 'B' : 'A'));
    expect(codeFor(url, tampered), name).toBe('AccessDenied');
  }
});

test('conditions: DateGreaterThan is checked; unknown conditions are denied', () => {
  const before = { 'AWS:EpochTime': seconds(Date.now()) + 60 };
  const later = { DateLessThan: before, DateGreaterThan: { 'AWS:EpochTime': seconds(Date.now()) + 30 } };
  expect(codeFor(`${site}/a`, cookiesFor(policyFor(`${site}/*`, later)))).toBe('AccessDenied');
  expect(codeFor(`${site}/a`, cookiesFor(policyFor(`${site}/*`, later)), Date.now() + 40_000)).toBeUndefined();
  const fromHere = { DateLessThan: before, IpAddress: { 'AWS:SourceIp': '10.0.0.0/8' } };
  expect(codeFor(`${site}/a`, cookiesFor(policyFor(`${site}/*`, fromHere)))).toBe('AccessDenied');
  expect(codeFor(`${site}/a`, cookiesFor(policyFor(`${site}/*`, {})))).toBe('AccessDenied');
});
