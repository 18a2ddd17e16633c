import { formatCount } from '#shared/text/format-count.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import { picturePath, picturePlaces, socialCardSize, widthsOf } from '#shared/website/website-pictures.ts';
import type { BuiltInPicture } from './picture-context.ts';

/** Returns the label of a place's picture within its section of the editor. */
export function placeLabel(content: Website, path: string): string {
  const [section = '', name = '', index] = path.split('.');
  if (path === 'home.picture') return 'Photograph';
  if (section === 'home') return `Picture ${Number(index) + 1}`;
  if (section === 'services') return `${content.services[Number(name)]?.name}: Picture`;
  if (path === 'about.picture') return 'Face';
  if (section === 'testimonials') return `${content.testimonials[Number(name)]?.name || 'New testimonial'}: Picture`;
  if (section === 'service_pages') return `Picture ${Number(path.split('.')[3]) + 1}`;
  if (path === 'pictures.studio') return 'You at work';
  if (path === 'pictures.sign_in') return 'Beside the sign-in form';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: sharing picture`;
}

/** Returns what visitors get at a place without a picture and without a built-in one. */
export const withoutPicture = (path: string): string =>
  path.startsWith('search.') ? 'one of the page’s own pictures' : 'no picture';

/** Returns the picture at a place; null for the built-in picture. */
export const pictureAt = (content: Website, path: string): PictureContent | null =>
  picturePlaces(content).find((place) => place.path === path)?.picture ?? null;

/** Whether two pictures are the same, with the same description and focal point. */
export const isSamePicture = (first: PictureContent | null, second: PictureContent | null): boolean =>
  first?.id === second?.id && first?.alt === second?.alt && String(first?.focus) === String(second?.focus);

/** Returns the places that would show a stand-in. */
export const standInsIn = (content: Website, builtIn: Record<string, BuiltInPicture | undefined>): string[] =>
  picturePlaces(content).flatMap(({ path, picture }) => (picture === null && builtIn[path]?.isStandIn ? [path] : []));

/** Returns the places whose picture has no description. */
export const undescribedIn = (content: Website): string[] =>
  picturePlaces(content).flatMap(({ path, picture }) => (picture?.alt.trim() === '' ? [path] : []));

/** Returns the URL of a small file of a picture of the library. */
export const thumbnail = ({ id, width }: Pick<PictureContent, 'id' | 'width'>): string =>
  picturePath(id, `${widthsOf(width, 'webp')[0]}.webp`);

/** Returns the size in pixels that a place needs so that its picture is sharp on common screens. */
function neededAt(path: string): { width: number; height: number } {
  const [section = '', name = '', index = ''] = path.split('.');
  if (path === 'home.picture') return { width: 1_800, height: 1_200 };
  if (section === 'search') return socialCardSize;
  if (section === 'testimonials') return { width: 360, height: 360 };
  // The layout of the home page: these prints and cards have half of its width.
  const isSmall =
    (section === 'home' && ![1, 5, 9, 10].includes(Number(index))) ||
    (section === 'services' && ![0, 5, 7].includes(Number(name)));
  return isSmall ? { width: 800, height: 600 } : { width: 1_200, height: 800 };
}

/**
 * Returns a text that a picture is too small for its place, with its pixels and the necessary pixels; undefined if it is large
 * enough.
 */
export function tooSmallAt(
  path: string,
  { width, height }: Pick<PictureContent, 'width' | 'height'>,
): string | undefined {
  const neededSize = neededAt(path);
  if (width >= neededSize.width && height >= neededSize.height) return undefined;
  const [actualText, neededText] = [{ width, height }, neededSize].map(
    (size) => `${formatCount(size.width)} × ${formatCount(size.height)}`,
  );
  return `This picture has ${actualText} pixels. It needs ${neededText} or more here, or it looks blurred.`;
}

/** Returns the places whose picture is too small, each with the text of `tooSmallAt`. */
export const tooSmallIn = (content: Website): { path: string; says: string }[] =>
  picturePlaces(content).flatMap(({ path, picture }) => {
    const says = picture ? tooSmallAt(path, picture) : undefined;
    return says ? [{ path, says }] : [];
  });
