import type { RenderedContent } from './website.ts';

/** The module that the site's build writes (web/build/site.ts) and the function publish-site runs. */
export interface SiteRenderer {
  /** Identifies the build: the rendered documents refer to its assets. */
  build: string;
  /** @param origin `https://studio.example` */
  renderSite: (origin: string, content: RenderedContent) => Promise<RenderedSite>;
}

export interface RenderedSite {
  /** The texts of all documents and lists by key in the site bucket: `services/index.html`, `robots.txt`. */
  files: Record<string, string>;
  build: {
    /** Files of the public pages by path: `{ '/services': '/services/index.html' }`. */
    pages: Record<string, string>;
  };
  /** Keys of the files in `files` that the edge serves as the 404 page: optional pages that are not filled. */
  missing: string[];
}

/** Key in the site bucket of the list of what is published. No address of the site leads to it. */
export const publishedKey = 'published.json';

/** The 404 page's file; and the metadata by which the edge serves it, and pages that are missing, with status 404. */
export const notFoundFile = '404.html';
export const notFoundMetadata = { status: '404' };
