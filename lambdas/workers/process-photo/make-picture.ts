import {
  avifQuality,
  cardCutPercents,
  pictureWidths,
  socialCardQuality,
  socialCardSize,
  webpQuality,
  widthsOf,
} from '#shared/website/website-pictures.ts';
import type { MadePicture } from '../../domain/pictures/repository.ts';
import { findFocus } from './find-focus.ts';
import { type Inspection, uprightSize } from './inspect-image.ts';
import { decodeUpright } from './make-derivatives.ts';
import { openImage, type Pixels, shrink } from './pixels.ts';

/**
 * The size of the largest file in pixels: its width is the largest that pages load, its height keeps long pictures
 * within memory.
 */
const largest = { width: pictureWidths.avif.at(-1)!, height: 3_600 };
/** The encoder's effort, the same as in the site's build. */
const effort = 4;

/**
 * Makes the files of a picture of the website: the widths that the public pages load, and the cards of shared links.
 * @throws RefusedImageError when the file is damaged
 */
export async function makePicture(
  bytes: Buffer,
  inspection: Inspection,
): Promise<{ made: MadePicture; files: Record<string, Buffer> }> {
  const upright = uprightSize(inspection);
  const scale = Math.min(1, largest.width / upright.width, largest.height / upright.height);
  const scaled = (length: number) => Math.max(1, Math.round(length * scale));
  const size = { width: scaled(inspection.width), height: scaled(inspection.height) };
  const pixels = await decodeUpright(bytes, inspection, size);
  const { width, height } = pixels.info;
  const files: Record<string, Buffer> = {};
  // The encoders run one after the other: each uses all of the function's memory and processors.
  for (const fileWidth of widthsOf(width, 'avif')) {
    files[`${fileWidth}.avif`] = await openImage(pixels)
      .resize({ width: fileWidth })
      .avif({ quality: avifQuality(fileWidth), effort, chromaSubsampling: '4:2:0' })
      .toBuffer();
  }
  for (const fileWidth of widthsOf(width, 'webp')) {
    files[`${fileWidth}.webp`] = await openImage(pixels)
      .resize({ width: fileWidth })
      .webp({ quality: webpQuality })
      .toBuffer();
  }
  const card = await frameCards(pixels);
  for (const percent of cardCutPercents) files[`card-${percent}.jpg`] = await makeCard(card, percent);
  const { dominant } = await openImage(pixels).stats();
  const { x, y } = await findFocus(pixels);
  const inSteps = (percent: number) => Math.round(percent / 5) * 5;
  const color = `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  return { made: { width, height, color, focus: [inSteps(x), inSteps(y)] }, files };
}

/** Returns the picture in the smallest size that fills a card. */
function frameCards(pixels: Pixels): Promise<Pixels> {
  const { width, height } = pixels.info;
  const scale = Math.max(socialCardSize.width / width, socialCardSize.height / height);
  return shrink(pixels, { width: Math.ceil(width * scale), height: Math.ceil(height * scale) });
}

/**
 * Makes the card of a picture for shared links.
 * @param cutPercent percent of the surplus that is cut at the left or top, as CSS's object-position counts it
 */
function makeCard(card: Pixels, cutPercent: number): Promise<Buffer> {
  const cutBefore = (side: 'width' | 'height') =>
    Math.round(((card.info[side] - socialCardSize[side]) * cutPercent) / 100);
  return openImage(card)
    .extract({ left: cutBefore('width'), top: cutBefore('height'), ...socialCardSize })
    .jpeg({ quality: socialCardQuality, mozjpeg: true })
    .toBuffer();
}
