import { typedLine } from '#shared/text/typed-text.ts';

/**
 * Returns a display name to stand before an address: quoted, or an encoded word (RFC 2047) when it is not ASCII. Some
 * published websites have the name as it was typed: no character in it may reverse the direction of the address behind
 * it.
 */
export function displayName(typedName: string): string {
  const name = typedLine(typedName);
  return /^[\x20-\x7e]*$/.test(name)
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`;
}
