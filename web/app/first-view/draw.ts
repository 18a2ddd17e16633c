import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import type { GallerySession } from '#shared/contract/sessions.ts';
import type { FirstView } from '../../lib/first-view.ts';
import {
  cardSizes,
  coverCardSizes,
  coverSizes,
  firstPictures,
  isUpright,
  positionOf,
  sessionCoverSizes,
  sourcesOf,
} from '../../photos/picture/picture-sources.ts';

/** A copy of a `<template>` of the document, by the name after 'first-view-'; null if there is none. */
export function cloneOf(name: string): DocumentFragment | null {
  const template = document.getElementById(`first-view-${name}`);
  return template instanceof HTMLTemplateElement ? document.importNode(template.content, true) : null;
}

/** Shows the frame in front of `#root`, where the application draws the same unseen. */
export function drawOver(root: HTMLElement, frame: DocumentFragment, view: FirstView): void {
  const drawn = document.createElement('div');
  drawn.append(frame);
  root.style.cssText = 'position:absolute;left:0;right:0;top:0;visibility:hidden';
  root.before(drawn);
  view.drawn = drawn;
  drawn.addEventListener('click', (event) => {
    drawn.querySelector('[data-clicked]')?.removeAttribute('data-clicked');
    const control = (event.target as Element).closest('button:not([popovertarget]), .jump-list a');
    // Only the application has the part to jump to.
    if (control instanceof HTMLAnchorElement) event.preventDefault();
    control?.setAttribute('data-clicked', '');
  });
}

/** Calls `work` after the next frame. */
export const afterFrame = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

/** How a picture is shown: with the sources and sizes that the application renders, so that the browser loads it once. */
interface Shown {
  largest: 'medium' | 'large';
  sizes: string;
  fetchPriority: 'high' | 'low' | 'auto';
  loading?: 'lazy' | 'eager';
}
const asCover = (photo: GalleryPhoto): Shown => ({
  largest: 'large',
  sizes: coverSizes(photo, sessionCoverSizes),
  fetchPriority: 'high',
});
export const asCard = (photo: GalleryPhoto, index: number): Shown => ({
  largest: 'medium',
  sizes: cardSizes(photo),
  fetchPriority: index < firstPictures ? 'high' : 'low',
});

/** The cover of one of several sessions. */
export const asCoverCard = (photo: GalleryPhoto, index: number, sessions: number): Shown => {
  const isFirst = index < firstPictures;
  return {
    largest: 'medium',
    sizes: coverSizes(photo, coverCardSizes(sessions)),
    fetchPriority: isFirst ? 'high' : 'auto',
    loading: isFirst ? 'eager' : 'lazy',
  };
};

/** Requests a cover before it is drawn. @param query signs a guest's pictures */
export const requestCover = (photo: GalleryPhoto, query?: string) =>
  setPicture(new Image(), photo, asCover(photo), query);

/** Requests the first cards' pictures before they are drawn. */
export function requestCards(photos: GalleryPhoto[]): void {
  for (const [index, photo] of photos.slice(0, firstPictures).entries())
    setPicture(new Image(), photo, asCard(photo, index));
}

/** Requests the covers of the first sessions before they are drawn. */
export function requestCoverCards(sessions: Pick<GallerySession, 'cover'>[]): void {
  for (const [index, { cover }] of sessions.slice(0, firstPictures).entries())
    if (cover) setPicture(new Image(), cover, asCoverCard(cover, index, sessions.length));
}

/** @param query signs a guest's pictures */
export function setCover(image: HTMLImageElement, photo: GalleryPhoto, query?: string): void {
  image.closest('header')?.toggleAttribute('data-upright', isUpright(photo));
  image.style.objectPosition = positionOf(photo);
  setPicture(image, photo, asCover(photo), query);
}

export function setPicture(
  image: HTMLImageElement,
  photo: GalleryPhoto,
  { largest, ...attributes }: Shown,
  query?: string,
): void {
  const { src, srcSet } = sourcesOf(photo, largest, query);
  Object.assign(image, { width: photo.width, height: photo.height, ...attributes, srcset: srcSet, src });
}
