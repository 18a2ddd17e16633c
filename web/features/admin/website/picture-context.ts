import { createContext } from 'react';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';

/** A picture that the site was built with, as the editor shows it. */
export interface BuiltInPicture {
  src: string;
  width: number;
  height: number;
  alt: string;
  /** Not the studio's: visitors see it only where the studio says so. */
  isStandIn: boolean;
}

/** What the fields of pictures are shown beside. */
export const PictureContext = createContext<{
  /** By the place's path in the content; places without any have no entry. */
  builtIn: Record<string, BuiltInPicture | undefined>;
  /** What visitors see. */
  published: Website;
}>({ builtIn: {}, published: deployedWebsite });
