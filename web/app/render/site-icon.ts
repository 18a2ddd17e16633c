import { logoMark } from '#shared/logo-mark.ts';

/**
 * Returns the site's icon as an SVG document, drawn from the logo's shapes.
 * @param background color behind the logo, for icons of home screens; without one the logo is lighter in dark browsers
 */
export function siteIcon(background?: string): string {
  const shapes = logoMark
    .map(({ path, transform }) => `<path d="${path}"${transform ? ` transform="${transform}"` : ''}/>`)
    .join('');
  // Home screens crop icons to a circle, so the logo keeps a distance from the edge.
  const scaledShapes = background ? `<g transform="translate(7 7) scale(.71)">${shapes}</g>` : shapes;
  const style = background ? '' : '<style>@media (prefers-color-scheme:dark){g{fill:#e4ebe4}}</style>';
  const ground = background ? `<rect width="48" height="48" fill="${background}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${style}${ground}<g fill="#2f4b3a">${scaledShapes}</g></svg>`;
}

/**
 * Returns the icon as a URL that contains it. Documents contain the logo's shapes already, so it adds 0.2 KB to them,
 * compressed; a file would cost each first visit a request and 0.8 KB.
 */
export const siteIconUrl = (): string =>
  `data:image/svg+xml,${siteIcon().replace(/["#<>{}]/g, (character) => encodeURIComponent(character))}`;
