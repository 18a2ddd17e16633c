/** Security headers of every answer, set by the distribution and by the local edge alike. */

export interface HeaderSources {
  /** Origins that scripts may speak to besides our own: Cognito's API, its managed login, the landing bucket. */
  connectSources: string[];
  /** Quoted CSP hashes (`'sha256-…'`) of the inline scripts that the build put into the pages. */
  scriptHashes: string[];
  /** The same for inline `<style>` elements; style attributes stay forbidden. */
  styleHashes?: string[] | undefined;
}

const twoYears = 63_072_000;

function contentSecurityPolicy(kind: 'site' | 'api' | 'media', sources: HeaderSources): string {
  // A derivative or original that is opened on its own runs nothing and loads nothing.
  if (kind === 'media') return "default-src 'none'; sandbox";
  // The contact form without script gets a page as its answer, with a style sheet and, after a mistake, the form again.
  if (kind === 'api') {
    return "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
  }
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...sources.scriptHashes],
    'style-src': ["'self'", ...(sources.styleHashes ?? [])],
    // Placeholders are data: addresses, previews of files about to be uploaded are blob: ones.
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...sources.connectSources],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/**
 * Headers by lower-case name.
 * @param kind `site` for pages and assets, `api` for /api/*, `media` for everything from the photos bucket.
 */
export function securityHeaders(kind: 'site' | 'api' | 'media', sources: HeaderSources): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(kind, sources),
    // Without includeSubDomains: other hosts of the owner's domain are not ours to bind.
    'strict-transport-security': `max-age=${twoYears}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    // Pages' own pictures may be shown in letters, hence only where nobody else has any business.
    ...(kind !== 'site' && { 'cross-origin-resource-policy': 'same-origin' }),
  };
}
