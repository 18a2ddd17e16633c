import type { PackageContent } from '../website/website.ts';

/** The initial values of a selection: how many photos a package includes. */
export interface SelectionTemplate {
  name: string;
  included: number;
}

/** A number of photos in an inclusion: '10+ edited images', '1,200 photos'; not '1–2 nearby locations'. */
const photoCountPattern = /(\d[\d,]*)\+?\s+(?:[\p{L}-]+\s+){0,3}(?:images?|photos?|photographs?|pictures?|prints?)\b/iu;

/** Returns a template for each package whose inclusions name a number of photos. */
export function selectionTemplates(
  packages: readonly Pick<PackageContent, 'name' | 'inclusions'>[],
): SelectionTemplate[] {
  return packages.flatMap(({ name, inclusions }) => {
    const counts = inclusions.flatMap((inclusion) => {
      const [, count] = photoCountPattern.exec(inclusion) ?? [];
      return count === undefined ? [] : [Number(count.replaceAll(',', ''))];
    });
    return counts[0] ? [{ name, included: counts[0] }] : [];
  });
}
