import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';

/** A `<template>` of a document, which an inline script clones by its name (draw.ts) and fills in (fill.ts). */
export function Template({ name, html }: { name: string; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup rendered by React
  return <template id={`first-view-${name}`} dangerouslySetInnerHTML={{ __html: html }} />;
}

// Numbers, dates and addresses can't carry a placeholder: these are replaced in the markup.
export const date = '2000-01-01';
export const count = 1_000_001;

export const photo: GalleryPhoto = {
  id: '%photo%',
  file_name: '%file%',
  note: '%note%',
  reply: '%reply%',
  media_path: 'path',
  width: 1,
  height: 1,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  is_favorite: false,
  downloadable: true,
  focus: null,
  stage: null,
  before: null,
};

/**
 * Markup without what the inline script sets: the sources and sizes of pictures, with React's preloads of them, and
 * styles, because the Content-Security-Policy allows no style attributes.
 */
export const bare = (markup: string) =>
  markup
    .replace(/ style="[^"]*"/g, '')
    .replace(/<link [^>]*>/g, '')
    .replace(/<img [^>]*>/g, (image) => image.replace(/ (src|srcSet|sizes|width|height|fetchPriority)="[^"]*"/gi, ''));

/** @throws if something to replace is missing, because a component has changed. */
export function replaced(markup: string, pairs: [string | RegExp, string][]): string {
  return pairs.reduce((text, [what, by]) => {
    const result = typeof what === 'string' ? text.replaceAll(what, by) : text.replace(what, by);
    if (result === text) throw new Error(`The markup has no ${what}; see the templates in web/app/first-view.`);
    return result;
  }, markup);
}
