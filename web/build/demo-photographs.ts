import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Photograph } from './photograph.ts';

/**
 * Stand-ins for a site without the owner's photographs. They are read from two npm packages, so that the repository
 * contains no copies. Occasions without a photograph in the packages have no stand-in: visitors see nothing but
 * photographs.
 */

const require = createRequire(import.meta.url);
const files = {
  /** MIT license. */
  soft: (name: string) => join(dirname(require.resolve('soft-ui-design-system/package.json')), 'assets/img', name),
  /** Code: MIT license; photographs: Unsplash license. The package's `exports` expose single images only. */
  solid: (name: string) => fileURLToPath(import.meta.resolve(`@solid-design-system/placeholders/images/${name}`)),
};

const pictures = {
  redSweater: ['soft', 'brooke.jpg', 'Woman in a red sweater against a warm yellow wall'],
  braids: ['soft', 'kal-visuals.jpg', 'Laughing woman with long braids and a rainbow dress'],
  curls: ['soft', 'ivana.jpg', 'Woman with blond curls laughing in front of a blue wall'],
  auburn: ['soft', 'marie.jpg', 'Portrait of a woman with auburn hair'],
  waves: ['soft', 'team-1.jpg', 'Woman with long wavy hair before a pink wall'],
  laughter: ['soft', 'charles.jpg', 'Man laughing in front of a white wall'],
  notebook: ['solid', 'workspace.jpg', 'Open notebook with a pen and a pair of glasses'],
  reading: ['solid', 'family-reading.jpg', 'Mother and daughter reading a book in bed'],
  flying: ['solid', 'family-play-03.jpg', 'Mother lifting her laughing daughter in front of a window'],
  grandfather: ['solid', 'family-play-02.jpg', 'Grandfather and grandson laughing on a sofa'],
  fence: ['solid', 'family.jpg', 'Laughing father with a child on his shoulders and one in his arms'],
  baby: ['solid', 'working-from-home.jpg', 'Mother at a table with her baby on her lap'],
  dog: ['solid', 'friends.jpg', 'Two friends and a dog on a bed'],
  couple: ['solid', 'couple-moving-01.jpg', 'Couple leaning on each other between moving boxes'],
  coffee: ['solid', 'senior-coffee.jpg', 'Couple with cups of coffee at a window'],
  table: ['solid', 'coffeeshop.jpg', 'Friends laughing around a table'],
  speech: ['solid', 'conference-table.jpg', 'Woman speaking to guests at a long table'],
  desk: ['solid', 'business-woman-working.jpg', 'Woman at her desk above the city'],
  sofa: ['solid', 'collaboration.jpg', 'Two colleagues talking on a sofa by a large window'],
  earrings: ['solid', 'profile-picture-woman-01.jpg', 'Headshot of a smiling woman with long black hair'],
  redCurls: ['solid', 'profile-picture-woman-02.jpg', 'Woman with red curls looking into the camera'],
  glasses: ['solid', 'profile-picture-woman-03.jpg', 'Headshot of a woman with gray hair and glasses'],
  darkWaves: ['solid', 'profile-picture-woman-05.jpg', 'Woman with dark wavy hair in a white shirt'],
  beard: ['solid', 'profile-picture-man-01.jpg', 'Headshot of a laughing man with a beard'],
  grayJacket: ['solid', 'profile-picture-man-02.jpg', 'Headshot of a man in a light gray jacket'],
} as const;

/** Focal points that differ from the default (a face in the upper middle). */
const focuses: Partial<Record<keyof typeof pictures, Photograph['focus']>> = {
  redSweater: [40, 35],
  curls: [50, 60],
  earrings: [50, 12],
  laughter: [50, 40],
  notebook: [60, 50],
  reading: [70, 35],
  flying: [60, 50],
  grandfather: [50, 30],
  fence: [50, 35],
  baby: [78, 45],
  dog: [45, 50],
  couple: [70, 30],
  coffee: [45, 30],
  desk: [40, 50],
  sofa: [55, 40],
};

const places: Record<string, (keyof typeof pictures)[]> = {
  hero: ['redSweater'],
  studio: ['notebook'],
  'sign-in': ['reading'],
  scrapbook: [
    'braids',
    'flying',
    'waves',
    'baby',
    'darkWaves',
    'dog',
    'redCurls',
    'laughter',
    'coffee',
    'grandfather',
    'couple',
  ],
  'services/professional-headshots': ['earrings', 'grayJacket', 'beard', 'glasses'],
  'services/website-branding': ['desk', 'sofa'],
  'services/portraits': ['auburn', 'braids', 'waves', 'redSweater'],
  'services/studio-minis': ['curls', 'laughter', 'redCurls', 'darkWaves'],
  'services/family': ['fence', 'flying', 'grandfather'],
  'services/events': ['table', 'speech'],
};

/** Returns the stand-ins, in the same format as the owner's photographs. */
export function demoPhotographs(): Photograph[] {
  return Object.entries(places).flatMap(([place, names]) =>
    names.map((name) => {
      const [source, file, description] = pictures[name];
      // Benchmarks measure the hero's bytes, so it is encoded with the same effort as the owner's photograph.
      return {
        place,
        file: files[source](file),
        description,
        focus: focuses[name] ?? [50, 30],
        isStandIn: true as const,
        ...(place === 'hero' ? {} : { quickly: true as const }),
      };
    }),
  );
}
