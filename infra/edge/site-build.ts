import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the site's build (`dist/site/`) tells the edge about itself, in `dist/site-build.json`. */
export interface SiteBuild {
  /** Prerendered pages by clean URL, e.g. `{ '/services': '/services/index.html' }`. */
  pages: Record<string, string>;
  /** Application shells by the first path segment they serve, e.g. `{ '/dashboard': '/client.html' }`. */
  shells: Record<string, string>;
  /** Files at the root that are served as they are, e.g. `/favicon.svg`. */
  files: string[];
  /** Folders that are served as they are, e.g. `/assets/`: names in them change with the content, so they are cached for ever. */
  folders: string[];
  /**
   * Endings of files in those folders that lie there compressed as well, under their names with `.br` behind; missing in a
   * build that is older than this.
   */
  compressed?: string[];
  /** CSP sources (`'sha256-…'`) of the inline scripts in the pages. */
  scriptHashes: string[];
  /** The same of inline `<style>` elements, where there are any. */
  styleHashes?: string[];
}

export async function readSiteBuild(folder = 'dist'): Promise<SiteBuild> {
  return JSON.parse(await readFile(join(folder, 'site-build.json'), 'utf8')) as SiteBuild;
}
