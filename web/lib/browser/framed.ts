/** Whether this window is a frame of the site's own, in which 'View as the client' shows a page at a phone's width. */
export const isFramed = parent !== window;
