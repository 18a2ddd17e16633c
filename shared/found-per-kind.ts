/**
 * Customers, sessions and files that the search of the admin area shows of each kind. Not in `limits.ts`, which public
 * pages load.
 */
export const foundPerKind = 8;
