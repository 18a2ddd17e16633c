import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

export interface TestFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A valid JPEG of a soft two-color scene, unique by its hue and noise. */
export async function makeJpeg(name: string, hue: number, width = 1800, height = 1200): Promise<TestFile> {
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1">
      <stop offset="0" stop-color="hsl(${hue} 45% 78%)"/><stop offset="1" stop-color="hsl(${hue + 40} 35% 42%)"/>
    </linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * 0.68}" cy="${height * 0.34}" r="${height * 0.16}" fill="hsl(${hue + 180} 60% 82%)"/>
    <path d="M0 ${height * 0.75} Q ${width * 0.3} ${height * 0.55} ${width * 0.6} ${height * 0.78} T ${width} ${height * 0.7} V ${height} H 0 Z" fill="hsl(${hue + 70} 30% 26%)"/>
  </svg>`;
  const grain = {
    create: { width: 64, height: 64, channels: 3 as const, background: `#${randomBytes(3).toString('hex')}` },
  };
  const buffer = await sharp(Buffer.from(scene))
    .composite([{ input: await sharp(grain).png().toBuffer(), left: 8, top: 8 }])
    .withExif({ IFD0: { Make: 'Canon' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 45/1 0/1' } })
    .jpeg({ quality: 88 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** A truncated JPEG, as a full memory card leaves it. */
export async function makeBrokenJpeg(name: string): Promise<TestFile> {
  const { buffer } = await makeJpeg(name, 200);
  return { name, mimeType: 'image/jpeg', buffer: buffer.subarray(0, Math.floor(buffer.length / 2)) };
}
