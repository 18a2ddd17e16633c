/** The public pages. Private ones know no more of them, so that nobody loads both; what each says of itself is in page-head.tsx. */
export const publicPaths = ['/', '/services', '/contact', '/gallery', '/login'] as const;
export type PublicPath = (typeof publicPaths)[number];
