import { type FilledPage, filledPages, type Website } from '#shared/website/website.ts';

const constantPages: FilledPage[] = [
  { path: '/', name: 'Home' },
  { path: '/services', name: 'Services' },
  { path: '/contact', name: 'Contact' },
  { path: '/gallery', name: 'Gallery' },
];

/** Returns the public pages that the editor previews. */
export const previewPages = (content: Website): FilledPage[] => [...constantPages, ...filledPages(content)];
