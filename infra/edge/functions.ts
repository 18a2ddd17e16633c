import { readFileSync } from 'node:fs';
import type { SiteBuild } from './site-build.ts';

export type EdgeFunctionName = 'viewer-request' | 'viewer-response' | 'api-request';

/** CloudFront takes no more than 10 KB of code for a function. */
const maxBytes = 10_240;

/** The mark on the object `/404.html` (S3 user metadata `status`) by which `viewer-response` knows that page. */
export const notFoundMark = { status: '404' };

/**
 * The text of a CloudFront Function, ready to run on CloudFront or in `node:vm`: a script that declares `handler(event)`.
 * @param site what the site's build says of itself; `viewer-request` needs it.
 * @throws when the code outgrows what CloudFront takes.
 */
export function edgeFunctionCode(name: 'viewer-request', site: SiteBuild): string;
export function edgeFunctionCode(name: Exclude<EdgeFunctionName, 'viewer-request'>): string;
export function edgeFunctionCode(name: EdgeFunctionName, site?: SiteBuild): string {
  let code = readFileSync(new URL(`${name}.js`, import.meta.url), 'utf8');
  if (site) {
    const { pages, shells, files, folders, compressed = [] } = site;
    // Beside what the build made lies what the deployment writes.
    const known = { pages, shells, files: [...files, '/config.json'], folders, compressed };
    code = code.replace("'SITE'", () => JSON.stringify(known));
  }
  const bytes = Buffer.byteLength(code);
  if (bytes > maxBytes) {
    throw new Error(
      `The CloudFront Function ${name} has ${bytes} bytes, and CloudFront takes ${maxBytes}: let the site's build list fewer files, or put them into a folder that is served as a whole.`,
    );
  }
  return code;
}
