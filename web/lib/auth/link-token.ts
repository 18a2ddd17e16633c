import { decodeAddress } from './decode-address.ts';

/** Characters of a link's secret (lambdas/platform/ids.ts). */
const secretLength = 26;

/**
 * Returns the secret of a link from the fragment of its address, however people and apps pass it on: in upper case,
 * with signs or an app's own parameters after it, percent-encoded, broken by blanks or invisible characters, or copied
 * from paper with letters that look like digits. '' when there are fewer characters than a secret has.
 */
export function linkToken(fragment: string): string {
  const text = decodeAddress(fragment).normalize('NFKC').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');
  const whole = text.match(/[0-9a-z]+/g)?.find(({ length }) => length >= secretLength);
  const token = whole ?? text.replace(/[^0-9a-z]/g, '');
  return token.length < secretLength ? '' : token.slice(0, secretLength);
}
