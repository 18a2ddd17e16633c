import { describe, expect, test } from 'vitest';
import { securityHeaders } from './headers.ts';

const sources = {
  connectSources: ['https://cognito-idp.us-east-1.amazonaws.com', 'https://landing.s3.us-east-1.amazonaws.com'],
  scriptHashes: ["'sha256-boot'"],
};

describe('security headers', () => {
  test('pages run only the site’s scripts and connect only to the named origins', () => {
    expect(securityHeaders('site', sources)['content-security-policy']?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-boot'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self' https://cognito-idp.us-east-1.amazonaws.com https://landing.s3.us-east-1.amazonaws.com",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-src 'self'",
      "frame-ancestors 'self'",
    ]);
  });

  test('an inline style sheet needs its hash', () => {
    const csp = securityHeaders('site', { ...sources, styleHashes: ["'sha256-sheet'"] })['content-security-policy'];
    expect(csp).toContain("style-src 'self' 'sha256-sheet';");
  });

  test.each(['site', 'assets', 'api', 'portfolio', 'media'] as const)(
    '%s: nothing unsafe, nothing sniffed, https for two years',
    (kind) => {
      const headers = securityHeaders(kind, sources);
      expect(headers['content-security-policy']).toMatch(/^default-src '(none'; |self'$)/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
      for (const name of Object.keys(headers)) expect(name).toBe(name.toLowerCase());
    },
  );

  test('scripts, styles and fonts carry the few headers that concern them', () => {
    expect(Object.keys(securityHeaders('assets', sources))).toEqual([
      'content-security-policy',
      'strict-transport-security',
      'x-content-type-options',
      'referrer-policy',
    ]);
    // Workers, the only assets with a policy of their own, run the site's files only.
    expect(securityHeaders('assets', sources)['content-security-policy']).toBe("default-src 'self'");
  });

  test('photos can’t run scripts, and only the site’s pages can embed them', () => {
    const headers = securityHeaders('media', sources);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('clients’ photos are in no search engine, and the portfolio may be', () => {
    expect(securityHeaders('media', sources)['x-robots-tag']).toBe('noindex');
    const { 'x-robots-tag': robots, ...otherHeaders } = securityHeaders('media', sources);
    expect(securityHeaders('portfolio', sources)).toEqual(otherHeaders);
    expect(securityHeaders('site', sources)['x-robots-tag']).toBeUndefined();
  });
});
