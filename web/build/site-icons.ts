import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { portalIcons } from '../app/render/portal-manifest.ts';
import { siteIcon } from '../app/render/site-icon.ts';

/** Writes the icons that browsers request on their own, and the icons of home screens and the installed portal. */
export async function writeIcons(folder: string): Promise<void> {
  const png = (size: number, svg: string) => sharp(Buffer.from(svg), { density: 600 }).resize(size, size).png();
  await writeFile(join(folder, 'favicon.ico'), icoOf(await png(32, siteIcon()).toBuffer(), 32));
  await writeFile(
    join(folder, 'apple-touch-icon.png'),
    await png(180, siteIcon('#fafaf7')).flatten({ background: '#fafaf7' }).toBuffer(),
  );
  for (const { src, size } of portalIcons) {
    const icon = png(size, siteIcon('#fafaf7')).flatten({ background: '#fafaf7' });
    await writeFile(join(folder, src), await icon.toBuffer());
  }
}

/** Returns an ICO file with one PNG: 6 bytes of header, one 16-byte directory entry, the PNG. */
function icoOf(png: Buffer, size: number): Buffer {
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
