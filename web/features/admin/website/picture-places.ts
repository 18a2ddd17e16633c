import { formatCount } from '#shared/text/format-count.ts';
import type { PictureContent, Website } from '#shared/website/website.ts';
import { picturePath, picturePlaces, socialCardSize, widthsOf } from '#shared/website/website-pictures.ts';
import type { BuiltInPicture } from './picture-context.ts';

/** The label of a place's picture within its part of the editor. */
export function placeLabel(content: Website, path: string): string {
  const [part = '', name = '', index] = path.split('.');
  if (path === 'home.picture') return 'Photograph';
  if (part === 'home') return `Picture ${Number(index) + 1}`;
  if (part === 'services') return `${content.services[Number(name)]?.name}: Picture`;
  if (path === 'about.picture') return 'Face';
  if (part === 'testimonials') return `${content.testimonials[Number(name)]?.name || 'New testimonial'}: Picture`;
  if (part === 'service_pages') return `Picture ${Number(path.split('.')[3]) + 1}`;
  if (path === 'pictures.studio') return 'You at work';
  if (path === 'pictures.sign_in') return 'Beside the sign-in form';
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}: sharing picture`;
}

/** What visitors get at a place that has neither a picture nor a built-in one. */
export const withoutPicture = (path: string): string =>
  path.startsWith('search.') ? 'one of the page’s own pictures' : 'no picture';

/** The picture at a place; null for the built-in one. */
export const pictureAt = (content: Website, path: string): PictureContent | null =>
  picturePlaces(content).find((place) => place.path === path)?.picture ?? null;

/** Whether a place shows the same. */
export const isSamePicture = (one: PictureContent | null, other: PictureContent | null): boolean =>
  one?.id === other?.id && one?.alt === other?.alt && String(one?.focus) === String(other?.focus);

/** The places that would show a stand-in. */
export const standInsIn = (content: Website, builtIn: Record<string, BuiltInPicture | undefined>): string[] =>
  picturePlaces(content).flatMap(({ path, picture }) => (picture === null && builtIn[path]?.isStandIn ? [path] : []));

/** The places whose picture does not say what it shows. */
export const undescribedIn = (content: Website): string[] =>
  picturePlaces(content).flatMap(({ path, picture }) => (picture?.alt.trim() === '' ? [path] : []));

/** A small file of a picture of the library. */
export const thumbnail = ({ id, width }: Pick<PictureContent, 'id' | 'width'>): string =>
  picturePath(id, `${widthsOf(width, 'webp')[0]}.webp`);

/** Pixels that a place needs, so that its picture is sharp on usual screens. */
function neededAt(path: string): { width: number; height: number } {
  const [part = '', name = '', index = ''] = path.split('.');
  if (path === 'home.picture') return { width: 1_800, height: 1_200 };
  if (part === 'search') return socialCardSize;
  if (part === 'testimonials') return { width: 360, height: 360 };
  // As the home page lays out its prints and cards: these take half of its width.
  const isSmall =
    (part === 'home' && ![1, 5, 9, 10].includes(Number(index))) ||
    (part === 'services' && ![0, 5, 7].includes(Number(name)));
  return isSmall ? { width: 800, height: 600 } : { width: 1_200, height: 800 };
}

/** Says that a picture is too small for its place, with its pixels and those that it needs; undefined for one that is not. */
export function tooSmallAt(
  path: string,
  { width, height }: Pick<PictureContent, 'width' | 'height'>,
): string | undefined {
  const needed = neededAt(path);
  if (width >= needed.width && height >= needed.height) return undefined;
  const [has, needs] = [{ width, height }, needed].map(
    (size) => `${formatCount(size.width)} × ${formatCount(size.height)}`,
  );
  return `This picture has ${has} pixels. It needs ${needs} or more here, or it looks blurred.`;
}

/** The places whose picture is too small, each with what `tooSmallAt` says. */
export const tooSmallIn = (content: Website): { path: string; says: string }[] =>
  picturePlaces(content).flatMap(({ path, picture }) => {
    const says = picture ? tooSmallAt(path, picture) : undefined;
    return says ? [{ path, says }] : [];
  });
