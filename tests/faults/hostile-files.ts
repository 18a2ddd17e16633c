import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** What the reason must match; absent if the file is accepted as a photo. */
  says?: RegExp;
}

const text = (content: string) => Buffer.from(content, 'latin1');
const padded = (start: string) => Buffer.concat([text(start), Buffer.alloc(600)]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(type), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG with correct checksums whose header declares this size, and whose pixel data unpacks to 20 MB. */
function pngBomb(width: number, height: number, interlaced = false): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000_000), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A complete JPEG whose frame header declares another size. */
function jpegClaiming(whole: Buffer, width: number, height: number): Buffer {
  const claims = Buffer.from(whole);
  const frame = claims.findIndex(
    (byte, at) => byte === 0xff && (claims[at + 1] ?? 0) >= 0xc0 && (claims[at + 1] ?? 0) <= 0xc2,
  );
  claims.writeUInt16BE(height, frame + 5);
  claims.writeUInt16BE(width, frame + 7);
  return claims;
}

/** Files that are not what their name says, declare a false size, or carry an attack. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const noise = {
    width: 60,
    height: 40,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
  };
  const photo = sharp({ create: { ...noise, background: 'black' } });
  const jpeg = await photo.clone().jpeg().toBuffer();
  const png = await photo.clone().png().toBuffer();
  const frames = await sharp(Buffer.alloc(60 * 80 * 3).fill(255, 60 * 40 * 3), {
    raw: { width: 60, height: 80, channels: 3, pageHeight: 40 },
  })
    .webp({ loop: 0 })
    .toBuffer();
  const script = '<script>alert(document.domain)</script>';
  return [
    { name: 'drawing.jpg', bytes: text(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), says: /SVG/ },
    {
      name: 'drawing-2.png',
      bytes: text(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
      says: /SVG/,
    },
    { name: 'page.jpg', bytes: text(`<!doctype html>${script}`), says: /web page/ },
    { name: 'document.jpg', bytes: padded('%PDF-1.7\n'), says: /PDF/ },
    { name: 'archive.jpg', bytes: padded('PK\x03\x04'), says: /ZIP/ },
    { name: 'moving.jpg', bytes: padded('GIF89a'), says: /GIF/ },
    { name: 'layers.tif', bytes: padded('8BPS\0\x01'), says: /Photoshop/ },
    { name: 'phone.jpg', bytes: padded('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), says: /HEIC/ },
    { name: 'film.jpg', bytes: padded('\0\0\0\x18ftypisom\0\0\0\0isommp42'), says: /film/ },
    { name: 'raw.tif', bytes: padded('II*\0\x10\0\0\0CR\x02\0'), says: /raw/ },
    { name: 'program.jpg', bytes: padded('MZ\x90\0'), says: /no photo/ },
    { name: 'nothing.jpg', bytes: Buffer.alloc(5_000), says: /no photo/ },
    { name: 'mark-alone.jpg', bytes: text('\xff\xd8\xff'), says: /damaged/ },
    { name: 'frames.webp', bytes: frames, says: /more than one picture/ },
    { name: 'claims-65535.jpg', bytes: jpegClaiming(jpeg, 65_535, 65_535), says: /megapixels|damaged/ },
    { name: 'claims-20000.jpg', bytes: jpegClaiming(jpeg, 20_000, 20_000), says: /megapixels|damaged/ },
    { name: 'bomb.png', bytes: pngBomb(100_000, 100_000), says: /megapixels/ },
    { name: 'bomb-row.png', bytes: pngBomb(2_147_483_647, 1), says: /megapixels|damaged/ },
    { name: 'bomb-interlaced.png', bytes: pngBomb(17_000, 17_000, true), says: /megapixels|too large|damaged/ },
    { name: 'bomb-short.png', bytes: pngBomb(9_000, 9_000), says: /damaged/ },
    // Valid photos with content appended or embedded that the derivatives must not contain.
    { name: 'behind.jpg', bytes: Buffer.concat([jpeg, text(script)]) },
    {
      name: 'inside.jpg',
      bytes: await sharp(jpeg)
        .withExif({ IFD0: { ImageDescription: script } })
        .toBuffer(),
    },
    { name: 'wrong-name.jpg', bytes: png },
    { name: 'two-in-one.jpg', bytes: Buffer.concat([jpeg, text('PK\x03\x04'), Buffer.alloc(200)]) },
  ];
}
