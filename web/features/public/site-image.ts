import { cropPercent } from '#shared/photos/crop-percent.ts';
import type { PictureContent } from '#shared/website/website.ts';
import { type PictureFormat, picturePath, widthsOf } from '#shared/website/website-pictures.ts';

/** A photograph on the public pages, with its derivatives. */
export interface SiteImage {
  /** The content hash in the derivatives' paths; for a picture of the library, its id. */
  key: string;
  /** Pixels of the original after EXIF rotation; for a picture of the library, pixels of its largest derivative. */
  width: number;
  height: number;
  /** The dominant color, shown until the image has loaded. */
  color: string;
  /** The focal point in percent of width and height: it stays visible when a frame crops the image. */
  focus: [x: number, y: number];
  /** The widths of the derivatives in pixels, ascending. */
  avif: number[];
  webp: number[];
  alt: string;
  /**
   * `library`: the studio has put the picture into this place in the editor. `stand-in`: the place has no picture
   * yet. Without either, the site was built with the studio's photograph.
   */
  from?: 'library' | 'stand-in';
}

/** Returns a picture of the library as an image of the public pages. */
export const libraryImage = ({ id, ...picture }: PictureContent): SiteImage => ({
  ...picture,
  key: id,
  avif: widthsOf(picture.width, 'avif'),
  webp: widthsOf(picture.width, 'webp'),
  from: 'library',
});

/**
 * Returns the image of a place: the studio's choice, or the image that the site was built with. Returns undefined for
 * a stand-in that visitors are not to see.
 */
export function imageAt(
  picture: PictureContent | null | undefined,
  builtIn: SiteImage | undefined,
  standIns: boolean,
): SiteImage | undefined {
  if (picture) return libraryImage(picture);
  return builtIn?.from === 'stand-in' && !standIns ? undefined : builtIn;
}

/** Returns the path of a derivative. */
export const imagePath = (image: Pick<SiteImage, 'key' | 'from'>, width: number, format: PictureFormat) =>
  image.from === 'library'
    ? picturePath(image.key, `${width}.${format}`)
    : `/photographs/${image.key}-${width}.${format}`;

/** Returns the AVIF derivatives in the format of the `srcset` attribute. */
export const sourceSet = (image: SiteImage) =>
  image.avif.map((width) => `${imagePath(image, width, 'avif')} ${width}w`).join(', ');

/** Returns the image's id in the gallery, which may show a picture of the library in several categories. */
export const slideId = ({ key, from }: SiteImage, category: string) =>
  from === 'library' ? `${key}-${category}` : key;

/** Returns the path of the largest derivative, shown in the lightbox. */
export const largest = (image: SiteImage) => imagePath(image, image.avif.at(-1)!, 'avif');

/** Returns the `object-position` of a cropped image in percent, so that its focal point stays visible. */
export const cropPosition = (image: Pick<SiteImage, 'width' | 'height' | 'focus'>): [x: number, y: number] => [
  image.focus[0],
  cropPercent(image, image.focus[1]),
];

/**
 * Returns the CSS classes with the image's color and focal point, because the Content-Security-Policy forbids style
 * attributes. `build/site-images-plugin.ts` generates them: one class with its layout for each image of the build;
 * for pictures of the library, one class for each value.
 */
export function tint(image: SiteImage): string {
  const { key, color, from } = image;
  if (from !== 'library') return `tint-${key}`;
  const [x, y] = cropPosition(image).map((percent) => Math.round(percent / 5) * 5);
  const channel = (index: number) => Number.parseInt(color.slice(index, index + 2), 16) >> 4;
  return `own own-r${channel(1)} own-g${channel(3)} own-b${channel(5)} own-x${x} own-y${y}`;
}
