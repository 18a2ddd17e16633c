import type { SiteImage } from '../features/public/site-image.ts';

/** A photograph on disk and its place on the site: `hero`, `studio`, `sign-in`, `scrapbook` or `services/{slug}`. */
export interface Photograph {
  place: string;
  file: string;
  description: string;
  focus: SiteImage['focus'];
  /** Whether visitors see it only until the studio puts its own picture there. */
  isStandIn?: true;
  /** Whether to encode with the lowest effort: a tenth of the time, about 20% more bytes. For stand-ins. */
  quickly?: true;
}
