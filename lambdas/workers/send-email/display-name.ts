import { typedLine } from '#shared/text/typed-text.ts';

/**
 * Returns a display name for before an address: quoted, or an encoded word (RFC 2047) when it is not ASCII. A website that was
 * published before has the name as it was typed: nothing in it may turn the address behind it.
 */
export function displayName(typed: string): string {
  const name = typedLine(typed);
  return /^[\x20-\x7e]*$/.test(name)
    ? `"${name.replace(/["\\]/g, '\\$&')}"`
    : `=?UTF-8?B?${Buffer.from(name).toString('base64')}?=`;
}
