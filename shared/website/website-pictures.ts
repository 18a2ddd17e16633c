import { cropPercent } from '../photos/crop-percent.ts';
import type { PictureContent, Website } from './website.ts';

/**
 * The widths in pixels in which pictures of the public pages are made, up to the picture's own width. Most browsers
 * load AVIF; WebP is the fallback for few browsers, so it has fewer widths.
 */
export const pictureWidths = { avif: [360, 540, 800, 1200, 1800], webp: [540, 1200] } as const;
export type PictureFormat = keyof typeof pictureWidths;

/**
 * Returns AVIF's quality for a width. The middle widths are mostly shown on high-density screens, where lower quality
 * is not visible; the largest fills the screen in the lightbox.
 */
export const avifQuality = (width: number): number => (width > 540 && width <= 1200 ? 45 : 50);
export const webpQuality = 74;

/**
 * Returns the widths in which a picture of this width is made: the steps below it, then its own, but at most the
 * largest step.
 */
export function widthsOf(width: number, format: PictureFormat): number[] {
  const steps = pictureWidths[format];
  const largest = Math.min(width, steps.at(-1)!);
  return [...steps.filter((step) => step < largest), largest];
}

/** Size of the picture that is shown with a shared link, and its JPEG quality: not all previews read other formats. */
export const socialCardSize = { width: 1200, height: 630 } as const;
export const socialCardQuality = 78;

/** The crops of a library picture's cards: which percentage of the cut-off area is cut before the frame. */
export const cardCutPercents = [0, 25, 50, 75, 100] as const;

/**
 * Returns the path of a file of a picture in the studio's library: `800.avif`, `card-50.jpg`. A path's content never
 * changes.
 */
export const picturePath = (id: string, file: string): string => `/pictures/${id}/${file}`;

type Focused = Pick<PictureContent, 'width' | 'height' | 'focus'>;

/**
 * Returns which percentage of the area that a card cuts off is cut before the frame. A card is cut along one side only.
 */
export function cardCutPercent({ width, height, focus: [x, y] }: Focused): number {
  const frame = socialCardSize.width / socialCardSize.height;
  return width / height > frame ? x : cropPercent({ width, height }, y, frame);
}

/** Returns the file of the card that shows a focal point best. */
export const cardFile = (picture: Focused): string => `card-${Math.round(cardCutPercent(picture) / 25) * 25}.jpg`;

/** Returns the names of all files of a picture of this width. */
export const pictureFiles = (width: number): string[] => [
  ...(['avif', 'webp'] as const).flatMap((format) => widthsOf(width, format).map((step) => `${step}.${format}`)),
  ...cardCutPercents.map((percent) => `card-${percent}.jpg`),
];

/**
 * Returns every place of the website that can have a picture of the library: its path in the content, and its picture.
 */
export function picturePlaces({ home, services, pictures, about, testimonials, service_pages, search }: Website): {
  path: string;
  picture: PictureContent | null;
}[] {
  return [
    { path: 'home.picture', picture: home.picture },
    ...home.scrapbook.map((picture, index) => ({ path: `home.scrapbook.${index}`, picture })),
    ...services.map(({ picture }, index) => ({ path: `services.${index}.picture`, picture })),
    { path: 'about.picture', picture: about.picture },
    ...testimonials.map(({ picture }, index) => ({ path: `testimonials.${index}.picture`, picture })),
    ...Object.entries(service_pages).flatMap(([slug, page]) =>
      page.pictures.map(({ picture }, index) => ({ path: `service_pages.${slug}.pictures.${index}.picture`, picture })),
    ),
    { path: 'pictures.studio', picture: pictures.studio },
    { path: 'pictures.sign_in', picture: pictures.sign_in },
    ...Object.entries(search).map(([page, { picture }]) => ({ path: `search.${page}.picture`, picture })),
  ];
}
