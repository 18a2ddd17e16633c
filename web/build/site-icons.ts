import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { logoMark } from '#shared/logo-mark.ts';
import { portalIcons } from '../app/portal-manifest.ts';

/** Writes the favicons and the icons of home screens and the installed portal, drawn from the logo's shapes. */
export async function writeIcons(folder: string): Promise<void> {
  const png = (size: number, svg: string) => sharp(Buffer.from(svg), { density: 600 }).resize(size, size).png();
  await writeFile(join(folder, 'favicon.svg'), mark({ background: null }));
  await writeFile(join(folder, 'favicon.ico'), ico(await png(32, mark({ background: null })).toBuffer(), 32));
  await writeFile(
    join(folder, 'apple-touch-icon.png'),
    await png(180, mark({ background: '#fafaf7' }))
      .flatten({ background: '#fafaf7' })
      .toBuffer(),
  );
  for (const { src, size } of portalIcons) {
    const icon = png(size, mark({ background: '#fafaf7' })).flatten({ background: '#fafaf7' });
    await writeFile(join(folder, src), await icon.toBuffer());
  }
}

function mark({ background }: { background: string | null }): string {
  const shapes = logoMark
    .map(({ path, transform }) => `<path d="${path}"${transform ? ` transform="${transform}"` : ''}/>`)
    .join('');
  // Home screens crop icons to a circle, so the logo keeps a distance from the edge.
  const inside = background ? `<g transform="translate(7 7) scale(.71)">${shapes}</g>` : shapes;
  const style = background ? '' : '<style>@media (prefers-color-scheme:dark){g{fill:#e4ebe4}}</style>';
  const ground = background ? `<rect width="48" height="48" fill="${background}"/>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${style}${ground}<g fill="#2f4b3a">${inside}</g></svg>`;
}

/** An ICO file with one PNG: 6 bytes of header, one 16-byte directory entry, the PNG. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}
