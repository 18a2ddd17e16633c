/**
 * The prefix of the fragment of an emailed link, before the percent-encoded address with which the client signs in. A
 * browser sends fragments to no server and no other site. The client area's document removes the fragment from the
 * address bar before anything else runs.
 */
export const signInFragment = '#for=';
