/** Security headers of every response, for the distribution and for the local edge. */

export interface HeaderSources {
  /** Other origins that scripts may connect to: Cognito's API, its managed login, the landing bucket. */
  connectSources: string[];
  /** Quoted CSP hashes (`'sha256-…'`) of the inline scripts in the built pages. */
  scriptHashes: string[];
  /** The same for inline `<style>` elements; style attributes stay forbidden. */
  styleHashes?: string[] | undefined;
}

const twoYears = 63_072_000;

/**
 * `site` for pages, `assets` for their scripts, styles and fonts, `api` for /api/*, `portfolio` for public photos,
 * `media` for everything else from the photos bucket.
 */
export type HeaderKind = 'site' | 'assets' | 'api' | 'portfolio' | 'media';

function contentSecurityPolicy(kind: HeaderKind, sources: HeaderSources): string {
  // A derivative or original opened as a document can't run or load anything.
  if (kind === 'media' || kind === 'portfolio') return "default-src 'none'; sandbox";
  // Applies to workers only: scripts, styles and fonts are under the policy of the page that loads them.
  if (kind === 'assets') return "default-src 'self'";
  // The contact form without JavaScript gets a page as its response, with a style sheet and, after an error, the form.
  if (kind === 'api') {
    return "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...sources.scriptHashes],
    'style-src': ["'self'", ...(sources.styleHashes ?? [])],
    // Placeholders are data: URLs; previews of files before the upload are blob: URLs.
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...sources.connectSources],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    // 'View as the client' shows a page of the site at a phone's width; other sites can't.
    'frame-src': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** Returns headers by lower-case name. */
export function securityHeaders(kind: HeaderKind, sources: HeaderSources): Record<string, string> {
  const common = {
    'content-security-policy': contentSecurityPolicy(kind, sources),
    // Without includeSubDomains, because the owner's domain may have other hosts.
    'strict-transport-security': `max-age=${twoYears}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  // The others concern documents. A first visit loads seven assets, each with these headers.
  if (kind === 'assets') return common;
  return {
    ...common,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    // Not for the site, because emails may show its images.
    ...(kind !== 'site' && { 'cross-origin-resource-policy': 'same-origin' }),
    // A signed address that someone has published is in no search engine.
    ...(kind === 'media' && { 'x-robots-tag': 'noindex' }),
  };
}
