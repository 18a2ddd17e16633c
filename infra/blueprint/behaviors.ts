import type { CachePolicyName } from '../edge/cache-policies.ts';
import type { HeaderKind } from '../edge/headers.ts';

export interface BehaviorBlueprint {
  origin: 'api' | 'photos' | 'site';
  headers: HeaderKind;
  /** Whether a signed URL or signed cookies are required. */
  signed: boolean;
  cache: CachePolicyName;
}

/**
 * The distribution's behaviors besides the default one. ZIP parts are not cached: otherwise CloudFront would serve a
 * deleted part, which may contain a photo that was hidden, to every link that is still valid.
 */
export const behaviors = {
  '/api/*': { origin: 'api', headers: 'api', signed: false, cache: 'CachingDisabled' },
  // Guests' links whose previews may show the cover. `/shared` itself is a page of the site.
  '/shared/?*': { origin: 'api', headers: 'site', signed: false, cache: 'AsOriginSays' },
  '/media/*': { origin: 'photos', headers: 'media', signed: true, cache: 'CachingOptimized' },
  '/originals/*': { origin: 'photos', headers: 'media', signed: true, cache: 'CachingOptimized' },
  '/downloads/*': { origin: 'photos', headers: 'media', signed: true, cache: 'CachingDisabled' },
  '/portfolio/*': { origin: 'photos', headers: 'portfolio', signed: false, cache: 'CachingOptimized' },
  '/pictures/*': { origin: 'photos', headers: 'portfolio', signed: false, cache: 'CachingOptimized' },
  '/assets/*': { origin: 'site', headers: 'assets', signed: false, cache: 'CachingOptimized' },
} satisfies Record<string, BehaviorBlueprint>;

/** The default behavior, for pages and other files of the site. */
export const pagesBehavior = { cache: 'CachingOptimized' } satisfies { cache: CachePolicyName };
