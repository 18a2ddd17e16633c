/**
 * Whether this window is one of the site's own frames, in which 'View as the client' shows a page at a phone's width.
 */
export const isFramed = parent !== window;
