/**
 * What stands before the address with which a client signs in, percent-encoded, in the fragment of a link that is
 * emailed to them: a browser sends fragments to no server and no other site. The client area's document takes it out of
 * the address before anything else runs.
 */
export const signInFragment = '#for=';
