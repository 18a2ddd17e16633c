import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';

/** A `<template>` of a document, which an inline script clones by its name (draw.ts) and fills in (fill.ts). */
export function Template({ name, html }: { name: string; html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markup rendered by React
  return <template id={`first-view-${name}`} dangerouslySetInnerHTML={{ __html: html }} />;
}

// Numbers, dates and addresses can't contain a placeholder; these values are replaced in the markup.
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
 * Returns markup without the attributes that the inline script sets: the sources and sizes of images, with React's
 * preloads of them, and styles, because the Content-Security-Policy allows no style attributes.
 */
export const bare = (markup: string) =>
  markup
    .replace(/ style="[^"]*"/g, '')
    .replace(/<link [^>]*>/g, '')
    .replace(/<img [^>]*>/g, (image) => image.replace(/ (src|srcSet|sizes|width|height|fetchPriority)="[^"]*"/gi, ''));

/**
 * Replaces texts in the markup.
 * @throws if a text is missing, because a component has changed.
 */
export function replaced(markup: string, pairs: [string | RegExp, string][]): string {
  return pairs.reduce((text, [pattern, replacement]) => {
    const result =
      typeof pattern === 'string' ? text.replaceAll(pattern, replacement) : text.replace(pattern, replacement);
    if (result === text) throw new Error(`The markup has no ${pattern}; see the templates in web/app/first-view.`);
    return result;
  }, markup);
}
