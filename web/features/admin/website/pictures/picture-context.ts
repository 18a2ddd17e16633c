import { createContext } from 'react';
import { deployedWebsite } from '#shared/website/default-website.ts';
import type { Website } from '#shared/website/website.ts';

/** A picture that the site was built with, as the editor shows it. */
export interface BuiltInPicture {
  src: string;
  width: number;
  height: number;
  alt: string;
  /** Whether it is not the studio's picture: visitors see it only if the studio allows it. */
  isStandIn: boolean;
}

/** The context of fields of pictures: built-in pictures and the published content. */
export const PictureContext = createContext<{
  /** The built-in pictures by the place's path in the content; a place without a built-in picture has no entry. */
  builtIn: Record<string, BuiltInPicture | undefined>;
  /** The content that visitors see. */
  published: Website;
}>({ builtIn: {}, published: deployedWebsite });
