import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { notFoundFile, publishedKey } from '#shared/website/site-renderer.ts';

/** Facts about the site's build for the deployment, in `dist/site-build.json`. */
export interface SiteBuild {
  /** Prerendered pages by clean URL, e.g. `{ '/services': '/services/index.html' }`. */
  pages: Record<string, string>;
  /** Application shells by the first path segment they serve, e.g. `{ '/dashboard': '/client.html' }`. */
  shells: Record<string, string>;
  /** Files at the root, e.g. `/favicon.ico`. */
  files: string[];
  /** Folders of assets, e.g. `/assets/`; a file's name changes with its content, so it is cached forever. */
  folders: string[];
  /**
   * Endings of files in those folders that also exist compressed, with `.br` added to the name; missing in builds of
   * earlier versions.
   */
  compressed?: string[];
  /** CSP sources (`'sha256-…'`) of the inline scripts in the pages. */
  scriptHashes: string[];
  /** CSP sources of the inline `<style>` elements in the pages, if any. */
  styleHashes?: string[];
}

/**
 * Returns the keys in the site bucket that publish-site writes: the documents, the lists for search engines, and its
 * own list.
 */
export const documentsOf = ({ pages, shells }: SiteBuild): string[] => [
  ...new Set([...Object.values(pages), ...Object.values(shells)].map((file) => file.slice(1))),
  ...[notFoundFile, 'portal.json', 'robots.txt', 'sitemap.xml', publishedKey],
];

export interface BuiltSite extends SiteBuild {
  /** The id of the code and the assets with which the documents are rendered. */
  renderer: string;
}

export async function readSiteBuild(folder = 'dist'): Promise<BuiltSite> {
  return JSON.parse(await readFile(join(folder, 'site-build.json'), 'utf8')) as BuiltSite;
}
