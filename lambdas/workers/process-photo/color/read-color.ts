import type { Metadata } from 'sharp';
import type { PhotoType } from '#shared/limits.ts';
import { saysAdobeRgb } from '#shared/photos/read-exif.ts';
import { readAvifColor } from './read-avif-color.ts';
import { readPngColor } from './read-png-color.ts';
import { isSrgbProfile, readProfileCicp } from './read-profile.ts';
import { adobeRgb, isSrgbColor, type StatedColor } from './stated-color.ts';

export interface PhotoColor {
  /** Whether the pixels are sRGB, so that they need no conversion. */
  isSrgb: boolean;
  /**
   * The colors of the pixels where the file states them by other means than the curves and tables of an ICC profile.
   */
  stated?: StatedColor;
}

/**
 * Returns the meaning of a photo's stored colors, as Chromium reads it; and Adobe RGB, which cameras state in EXIF
 * alone. A TIFF's own tags of primaries and transfer are not read: hardly a program writes them, and no browser shows a
 * TIFF.
 * @param exif the photo's EXIF block, where there is one
 */
export function readColor(
  bytes: Buffer,
  type: PhotoType,
  { space, icc }: Pick<Metadata, 'space' | 'icc'>,
  exif: Buffer | undefined,
): PhotoColor {
  const isRgb = space === 'srgb' || space === 'rgb16';
  const stated = readStated(bytes, type, icc !== undefined, space === 'srgb' ? exif : undefined);
  const color = stated === 'profile' && isRgb ? (readProfileCicp(icc!) ?? stated) : stated;
  if (color === 'profile') return { isSrgb: isRgb && isSrgbProfile(icc!) };
  if (color && !isSrgbColor(color)) return { isSrgb: false, stated: color };
  return { isSrgb: isRgb };
}

function readStated(
  bytes: Buffer,
  type: PhotoType,
  hasProfile: boolean,
  exif: Buffer | undefined,
): StatedColor | 'profile' | undefined {
  if (type === 'image/png') return readPngColor(bytes, hasProfile);
  if (hasProfile) return 'profile';
  if (type === 'image/avif') return readAvifColor(bytes);
  return type === 'image/jpeg' && exif && saysAdobeRgb(exif) ? adobeRgb : undefined;
}
