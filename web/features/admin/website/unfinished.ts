import { Website as Published } from '#shared/contract/website.ts';
import type { Website } from '#shared/website/website.ts';
import { placeLabel, tooSmallIn, undescribedIn } from './pictures/picture-places.ts';
import { sectionOf, titleOf } from './sections.ts';

/**
 * Returns what a draft lacks before it can be published, each with its section of the editor and its entry of a list:
 * 'Testimonials, Rosa: Please enter the words of the testimonial.'
 */
export function unfinishedIn(content: Website): string[] {
  const issues = Published.safeParse(content).error?.issues ?? [];
  return [
    ...issues.map(({ path, message }) => `${whereIs(content, path.map(String))}: ${message}`),
    ...undescribedIn(content).map(
      (path) => `${whereIs(content, [path])}, ${placeLabel(content, path)}: Please say what the picture shows.`,
    ),
  ];
}

/**
 * Returns the pictures that are too small for their places, each with its section, its place, its pixels and the necessary
 * pixels.
 */
export const tooSmallPictures = (content: Website): string[] =>
  tooSmallIn(content).map(({ path, says }) => `${whereIs(content, [path])}, ${placeLabel(content, path)}: ${says}`);

function whereIs(content: Website, path: string[]): string {
  const section = sectionOf(path.join('.'));
  const title = section ? titleOf(section, content) : path.join('.');
  const indexStep = path.findIndex((step) => /^\d+$/.test(step));
  if (indexStep < 0) return title;
  let entry: unknown = content;
  for (const step of path.slice(0, indexStep + 1)) entry = (entry as Record<string, unknown>)[step];
  const { name, title: entryTitle, question } = entry as Record<string, string | undefined>;
  return `${title}, ${name || entryTitle || question || `number ${Number(path[indexStep]) + 1}`}`;
}
