import type { SiteImage } from '../features/public/site-image.ts';

/** A photograph on disk and its place on the site: `hero`, `studio`, `sign-in`, `scrapbook` or `services/{slug}`. */
export interface Photograph {
  place: string;
  file: string;
  description: string;
  focus: SiteImage['focus'];
  /** Shown until the studio puts a picture of its own there. */
  isStandIn?: true;
  /** Encode with the lowest effort: a tenth of the time, about 20% more bytes. For placeholders. */
  quickly?: true;
}
