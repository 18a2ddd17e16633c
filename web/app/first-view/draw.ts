import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import type { FirstView } from '../../lib/first-view.ts';
import {
  cardSizes,
  coverCardSizes,
  coverSizes,
  firstImages,
  isUpright,
  positionOf,
  sessionCoverSizes,
  sourcesOf,
} from '../../photos/image/image-sources.ts';

/** Returns a copy of a `<template>` of the document, by the name after 'first-view-'; null if there is none. */
export function cloneOf(name: string): DocumentFragment | null {
  const template = document.getElementById(`first-view-${name}`);
  return template instanceof HTMLTemplateElement ? document.importNode(template.content, true) : null;
}

/** Shows the frame in front of `#root`, where the application renders the same screen invisibly. */
export function renderOver(root: HTMLElement, frame: DocumentFragment, view: FirstView): void {
  const layer = document.createElement('div');
  layer.append(frame);
  root.style.cssText = 'position:absolute;left:0;right:0;top:0;visibility:hidden';
  root.before(layer);
  view.drawn = layer;
  layer.addEventListener('click', (event) => {
    layer.querySelector('[data-clicked]')?.removeAttribute('data-clicked');
    const control = (event.target as Element).closest('button:not([popovertarget]), .jump-list a');
    // Only the application has the section to jump to.
    if (control instanceof HTMLAnchorElement) event.preventDefault();
    control?.setAttribute('data-clicked', '');
  });
}

/** Resolves in the next task, so that a slow phone responds to input in between. */
export const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Calls `work` after the next frame. */
export const afterFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** The attributes of an image. They are the same that the application renders, so that the browser loads it once. */
interface ImageAttributes {
  largest: 'medium' | 'large';
  sizes: string;
  fetchPriority: 'high' | 'low' | 'auto';
  loading?: 'lazy' | 'eager';
}
const coverAttributes = (photo: GalleryPhoto): ImageAttributes => ({
  largest: 'large',
  sizes: coverSizes(photo, sessionCoverSizes),
  fetchPriority: 'high',
});
export const asCard = (photo: GalleryPhoto, index: number): ImageAttributes => ({
  largest: 'medium',
  sizes: cardSizes(photo),
  fetchPriority: index < firstImages ? 'high' : 'low',
});

/** Returns the attributes of the cover of one of several sessions. */
export const asCoverCard = (photo: GalleryPhoto, index: number, sessions: number): ImageAttributes => {
  const isFirst = index < firstImages;
  return {
    largest: 'medium',
    sizes: coverSizes(photo, coverCardSizes(sessions)),
    fetchPriority: isFirst ? 'high' : 'auto',
    loading: isFirst ? 'eager' : 'lazy',
  };
};

/**
 * Requests a cover before it is rendered.
 * @param query signs a guest's URLs
 */
export const requestCover = (photo: GalleryPhoto, query?: string) =>
  setImage(new Image(), photo, coverAttributes(photo), query);

/** Requests the first cards' images before they are rendered. */
export function requestCards(photos: GalleryPhoto[]): void {
  for (const [index, photo] of photos.slice(0, firstImages).entries())
    setImage(new Image(), photo, asCard(photo, index));
}

/** Requests the covers of the first sessions before they are rendered. */
export function requestCoverCards(sessions: Pick<GallerySession, 'cover'>[]): void {
  for (const [index, { cover }] of sessions.slice(0, firstImages).entries())
    if (cover) setImage(new Image(), cover, asCoverCard(cover, index, sessions.length));
}

/**
 * Sets the attributes of a cover's image.
 * @param query signs a guest's URLs
 */
export function setCover(image: HTMLImageElement, photo: GalleryPhoto, query?: string): void {
  image.closest('header')?.toggleAttribute('data-upright', isUpright(photo));
  image.style.objectPosition = positionOf(photo);
  setImage(image, photo, coverAttributes(photo), query);
}

export function setImage(
  image: HTMLImageElement,
  photo: GalleryPhoto,
  { largest, ...attributes }: ImageAttributes,
  query?: string,
): void {
  const { src, srcSet } = sourcesOf(photo, largest, query);
  Object.assign(image, { width: photo.width, height: photo.height, ...attributes, srcset: srcSet, src });
}
