import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Photograph } from './photographs.ts';

/**
 * Stand-ins until the owner's photographs are there: real ones out of packages that this project is built with, all under
 * the MIT license. They are read where they are installed, and no copy of them is kept here.
 */

const folders = {
  soft: ['soft-ui-design-system', 'assets/img'],
  uikit: ['uikit', 'tests/images'],
  material: ['material-kit', 'assets/img'],
  paper: ['paper-kit-2', 'assets/img'],
  landing: ['startbootstrap-landing-page', 'dist/assets/img'],
} as const;

const require = createRequire(import.meta.url);
const inPackage = (folder: keyof typeof folders, file: string) => {
  const [name, path] = folders[folder];
  return join(dirname(require.resolve(`${name}/package.json`)), path, file);
};

const pictures = {
  redSweater: ['soft', 'brooke.jpg', 'Woman in a red sweater against a warm yellow wall'],
  braids: ['soft', 'kal-visuals.jpg', 'Laughing woman with long braids and a rainbow dress'],
  curls: ['soft', 'ivana.jpg', 'Woman with blond curls laughing in front of a blue wall'],
  auburn: ['soft', 'marie.jpg', 'Portrait of a woman with auburn hair'],
  waves: ['soft', 'team-1.jpg', 'Woman with long wavy hair before a pink wall'],
  photographer: ['uikit', 'photo3.jpg', 'The photographer with a camera in falling snow'],
  album: ['uikit', 'light.jpg', 'A hand turning the pages of an album'],
  profile: ['uikit', 'avatar.jpg', 'Woman with a black felt hat looking aside'],
  road: ['uikit', 'size1.jpg', 'Cyclist on a road through golden hills at dusk'],
  stairs: ['uikit', 'size-v.jpg', 'Figure in red on a winding wooden staircase'],
  lake: ['material', 'examples/studio-5.jpg', 'Woman in a knit sweater beside a mountain lake'],
  steps: ['material', 'examples/studio-3.jpg', 'Black and white portrait on stadium steps'],
  evening: ['material', 'faces/avatar.jpg', 'Woman with blond hair in evening light'],
  garden: ['material', 'faces/camp.jpg', 'Young woman in front of dark leaves'],
  street: ['material', 'examples/clem-onojeghuo.jpg', 'Two friends in printed dresses crossing a street'],
  suit: ['material', 'examples/olu-eletu.jpg', 'Man in a blue suit with a cup of coffee'],
  sunset: ['material', 'bg2.jpg', 'Red sun setting over a still bay'],
  hills: ['material', 'bg3.jpg', 'Road winding between green hills'],
  mist: ['material', 'bg.jpg', 'Mist over a wooded shore'],
  canal: ['paper', 'fabio-mangione.jpg', 'Painted houses along a canal at sunset'],
  fjord: ['paper', 'antoine-barres.jpg', 'Mountains mirrored in calm water'],
  field: ['paper', 'faces/kaci-baum-2.jpg', 'Young woman with a wide-brimmed hat in a field'],
  desert: ['paper', 'faces/joe-gardner-2.jpg', 'Woman with a black hat on salt flats'],
  smile: ['landing', 'testimonials-1.jpg', 'Smiling woman with a red top on a city street'],
  teal: ['landing', 'testimonials-3.jpg', 'Woman in a teal shirt looking up with a smile'],
} as const;

const places: Record<string, (keyof typeof pictures)[]> = {
  hero: ['redSweater'],
  scrapbook: ['lake', 'sunset', 'evening', 'braids', 'field', 'hills', 'desert', 'curls', 'steps', 'smile', 'canal'],
  studio: ['photographer'],
  'services/professional-headshots': ['auburn', 'teal'],
  'services/website-branding': ['suit', 'album'],
  'services/weddings': ['fjord', 'canal'],
  'services/portraits': ['profile', 'garden', 'redSweater', 'field'],
  'services/maternity': ['lake', 'mist'],
  'services/cake-smash': ['braids', 'curls'],
  'services/studio-minis': ['waves', 'curls', 'braids'],
  'services/family': ['road', 'sunset', 'hills'],
  'services/events': ['street', 'stairs', 'steps'],
};

/** The stand-ins, place by place, in the shape of the owner's own. */
export function demoPhotographs(): Photograph[] {
  return Object.entries(places).flatMap(([place, names]) =>
    names.map((name) => {
      const [folder, file, description] = pictures[name];
      // The hero's bytes are measured, so it is encoded as the owner's would be.
      return {
        place,
        file: inPackage(folder, file),
        description,
        ...(place === 'hero' ? {} : { quickly: true as const }),
      };
    }),
  );
}
