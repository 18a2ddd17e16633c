import type { PackageContent } from '../website/website.ts';

/** A selection to begin with: how many photos a package includes. */
export interface SelectionTemplate {
  name: string;
  included: number;
}

/** A number of pictures in an inclusion: '10+ edited images', '1,200 photos'; not '1–2 nearby locations'. */
const pictures = /(\d[\d,]*)\+?\s+(?:[\p{L}-]+\s+){0,3}(?:images?|photos?|photographs?|pictures?|prints?)\b/iu;

/** Returns a template for each package that says how many photos it includes. */
export function selectionTemplates(
  packages: readonly Pick<PackageContent, 'name' | 'inclusions'>[],
): SelectionTemplate[] {
  return packages.flatMap(({ name, inclusions }) => {
    const counts = inclusions.flatMap((inclusion) => {
      const [, count] = pictures.exec(inclusion) ?? [];
      return count === undefined ? [] : [Number(count.replaceAll(',', ''))];
    });
    return counts[0] ? [{ name, included: counts[0] }] : [];
  });
}
