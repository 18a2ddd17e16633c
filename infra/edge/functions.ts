import { readFileSync } from 'node:fs';
import type { SiteBuild } from './site-build.ts';

export type EdgeFunctionName = 'viewer-request' | 'viewer-response' | 'api-request' | 'portfolio-request';

/** CloudFront's limit for the code of a function, in bytes. */
const maxBytes = 10_240;

/** The data about the site that is inserted into the functions. */
interface EdgeSite {
  /** The site's build; only `viewer-request` needs it. */
  build?: SiteBuild;
  /** The site's only host; requests to other hosts are redirected. Without it every host is accepted. */
  host?: string | undefined;
}

/**
 * Returns the code of a CloudFront Function, for CloudFront or `node:vm`: a script that declares `handler(event)`.
 * @throws when the code exceeds CloudFront's limit
 */
export function edgeFunctionCode(name: EdgeFunctionName, { build, host }: EdgeSite = {}): string {
  const { pages, shells, files = [], folders, compressed = [] } = build ?? {};
  // The deployment adds /config.json to the files of the build.
  const inserted = build ? { host, pages, shells, files: [...files, '/config.json'], folders, compressed } : { host };
  const source = readFileSync(new URL(`${name}.js`, import.meta.url), 'utf8');
  const code = source.replace("'SITE'", () => JSON.stringify(inserted));
  const bytes = Buffer.byteLength(code);
  if (bytes > maxBytes) {
    throw new Error(
      `The CloudFront Function ${name} has ${bytes} bytes, and CloudFront takes ${maxBytes}: let the site's build list fewer files, or put them into a folder that is served as a whole.`,
    );
  }
  return code;
}
