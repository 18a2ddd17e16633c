/**
 * The paths of the public pages that always exist. They have a file of their own, so that the private router doesn't
 * import the pages' content (page-head.tsx).
 */
export const publicPaths = ['/', '/services', '/contact', '/gallery', '/login'] as const;
export type PublicPath = (typeof publicPaths)[number];
