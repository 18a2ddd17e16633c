/** The security headers of every response, for the distribution and for the local edge. */

export interface HeaderSources {
  /** Other origins that scripts may connect to: Cognito's API, its managed login, the landing bucket. */
  connectSources: string[];
  /** Quoted CSP hashes (`'sha256-…'`) of the inline scripts in the built pages. */
  scriptHashes: string[];
  /** Quoted CSP hashes of the inline `<style>` elements; style attributes stay forbidden. */
  styleHashes?: string[] | undefined;
}

const twoYears = 63_072_000;

/**
 * The kinds of responses: `site` for pages, `assets` for their scripts, styles and fonts, `api` for /api/*, `portfolio`
 * for public photos, `media` for all other objects of the photos bucket.
 */
export type HeaderKind = 'site' | 'assets' | 'api' | 'portfolio' | 'media';

function contentSecurityPolicy(kind: HeaderKind, sources: HeaderSources): string {
  // A derivative or original opened as a document can't run or load anything.
  if (kind === 'media' || kind === 'portfolio') return "default-src 'none'; sandbox";
  // This applies to workers only: for scripts, styles and fonts, the policy of the page that loads them counts.
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
    // includeSubDomains is left out, because the owner's domain may have other hosts.
    'strict-transport-security': `max-age=${twoYears}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  };
  // The headers below concern documents. A first visit loads seven assets, each with its headers.
  if (kind === 'assets') return common;
  return {
    ...common,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    // The site is left out, because emails may show its images.
    ...(kind !== 'site' && { 'cross-origin-resource-policy': 'same-origin' }),
    // Search engines must not list a signed address that someone has published.
    ...(kind === 'media' && { 'x-robots-tag': 'noindex' }),
  };
}
