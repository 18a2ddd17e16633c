import type { PictureContent, Website } from '#shared/website.ts';
import { picturePath, picturePlaces, widthsOf } from '#shared/website-pictures.ts';
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
