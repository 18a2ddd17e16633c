import { createRequire } from 'node:module';

/** jsdom has no type declarations. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text: string, options?: { contentType: string }) => { window: { document: Document } };
};

/** Parses HTML or XML as a browser does; no script runs and nothing is loaded. */
export const parseMarkup = (text: string, contentType: 'text/html' | 'text/xml' = 'text/html'): Document =>
  new JSDOM(text, { contentType }).window.document;
