/**
 * Paths of the public pages that always exist. A separate file, so that the private router doesn't import their content
 * (page-head.tsx).
 */
export const publicPaths = ['/', '/services', '/contact', '/gallery', '/login'] as const;
export type PublicPath = (typeof publicPaths)[number];
