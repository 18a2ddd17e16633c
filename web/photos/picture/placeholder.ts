import { thumbHashToDataURL } from 'thumbhash';

/** What stands in the place of a picture until it has loaded. */

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));

/** The blurred picture of a thumbhash, as a CSS image. The first one takes a slow phone 20 ms and more. */
export const placeholderImage = (thumbhash: string): string => `url(${thumbHashToDataURL(bytesOf(thumbhash))})`;

/** Elements whose placeholder is not drawn yet, with its thumbhash. */
const waiting = new Map<HTMLElement, string>();

const isLoaded = (element: HTMLElement) => element instanceof HTMLImageElement && element.complete;

/**
 * Draws the placeholder behind an element in a task of its own, unless it is a picture that has loaded by then.
 * @returns a function that cancels it
 */
export function drawPlaceholder(element: HTMLElement, thumbhash: string): () => void {
  if (!isLoaded(element)) {
    if (waiting.size === 0) setTimeout(drawNext);
    waiting.set(element, thumbhash);
  }
  return () => waiting.delete(element);
}

function drawNext(): void {
  for (const [element, thumbhash] of waiting) {
    waiting.delete(element);
    if (isLoaded(element)) continue;
    element.style.backgroundImage = placeholderImage(thumbhash);
    break;
  }
  if (waiting.size > 0) setTimeout(drawNext);
}
