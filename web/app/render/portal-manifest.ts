import type { StudioFacts } from '#shared/website/website.ts';

/**
 * The web app manifest with which browsers install the client portal. Chromium and Safari require nothing else; in
 * particular no service worker, which would store private responses or photos on the device.
 */

export const manifestPath = '/portal.json';

/** The icons that Chromium requires: 192 and 512 px. The logo keeps the distance from the edge that a mask needs. */
export const portalIcons = [
  { src: '/icon-192.png', size: 192 },
  { src: '/icon-512.png', size: 512 },
];

export const portalManifest = ({ name }: StudioFacts) =>
  JSON.stringify({
    id: '/dashboard',
    name,
    short_name: name,
    description: 'Your photo galleries',
    start_url: '/dashboard',
    // The scope includes the sign-in pages, which belong to the portal, too.
    scope: '/',
    display: 'standalone',
    background_color: '#fafaf7',
    theme_color: '#fafaf7',
    icons: portalIcons.flatMap(({ src, size }) =>
      ['any', 'maskable'].map((purpose) => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })),
    ),
  });
