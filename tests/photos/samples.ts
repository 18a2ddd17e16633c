import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { TicketRequest } from '#shared/contract/photos/uploads.ts';

let made = 0;

/**
 * Creates a small JPEG with unique content.
 * @param captured its capture time, as EXIF says it
 */
export async function makePhoto({ width = 240, height = 160, captured = '2026:05:01 10:00:00' } = {}): Promise<Buffer> {
  made += 1;
  const background = { r: made % 256, g: (made >> 8) % 256, b: 90 };
  return sharp({
    create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .withExif({ IFD0: { Artist: `Photo ${made}` }, IFD2: { DateTimeOriginal: captured } })
    .jpeg()
    .toBuffer();
}

/** The ticket request of a browser. */
export const ticketFor = (bytes: Buffer, file_name = 'IMG_1.jpg', content_type = 'image/jpeg'): TicketRequest => ({
  file_name,
  content_type,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('base64'),
});
