import { Website as Published } from '#shared/contract/website.ts';
import type { Website } from '#shared/website/website.ts';
import { placeLabel, tooSmallIn, undescribedIn } from './picture-places.ts';
import { sectionOf, titleOf } from './sections.ts';

/**
 * Returns what a draft lacks to be published, each with the part of the editor and the entry of a list where it is
 * missing: 'Testimonials, Rosa: Please enter the words of the testimonial.'
 */
export function unfinishedIn(content: Website): string[] {
  const lacking = Published.safeParse(content).error?.issues ?? [];
  return [
    ...lacking.map(({ path, message }) => `${whereIs(content, path.map(String))}: ${message}`),
    ...undescribedIn(content).map(
      (path) => `${whereIs(content, [path])}, ${placeLabel(content, path)}: Please say what the picture shows.`,
    ),
  ];
}

/** Returns the pictures that are too small for their places, each with its part and place, its pixels and what is needed. */
export const tooSmallPictures = (content: Website): string[] =>
  tooSmallIn(content).map(({ path, says }) => `${whereIs(content, [path])}, ${placeLabel(content, path)}: ${says}`);

function whereIs(content: Website, path: string[]): string {
  const section = sectionOf(path.join('.'));
  const title = section ? titleOf(section, content) : path.join('.');
  const at = path.findIndex((step) => /^\d+$/.test(step));
  if (at < 0) return title;
  let entry: unknown = content;
  for (const step of path.slice(0, at + 1)) entry = (entry as Record<string, unknown>)[step];
  const { name, title: own, question } = entry as Record<string, string | undefined>;
  return `${title}, ${name || own || question || `number ${Number(path[at]) + 1}`}`;
}
