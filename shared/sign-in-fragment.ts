/*
 * The address with which a client signs in, in the fragment of a link that is emailed to them: a browser sends fragments
 * to no server and no other site. The client area's document takes it out of the address before anything else runs.
 */

const name = '#for=';

export const signInFragment = (address: string): string => `${name}${encodeURIComponent(address)}`;

/** Returns the address in a fragment; undefined for any other fragment. @throws URIError for one that is cut off */
export const addressIn = (fragment: string): string | undefined =>
  fragment.startsWith(name) ? decodeURIComponent(fragment.slice(name.length)) : undefined;
