import { thumbHashToDataURL } from 'thumbhash';

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));

/** Returns the blurred image of a thumbhash as a CSS image. The first one takes a slow phone 20 ms and more. */
export const placeholderImage = (thumbhash: string): string => `url(${thumbHashToDataURL(bytesOf(thumbhash))})`;

/** Elements whose placeholder is not rendered yet, with its thumbhash. */
const pendingElements = new Map<HTMLElement, string>();

const isLoaded = (element: HTMLElement) => element instanceof HTMLImageElement && element.complete;

/**
 * Renders the placeholder behind an element in its own task, unless the element is an image that has loaded by then.
 * @returns a function that cancels the rendering
 */
export function drawPlaceholder(element: HTMLElement, thumbhash: string): () => void {
  if (!isLoaded(element)) {
    if (pendingElements.size === 0) setTimeout(renderNext);
    pendingElements.set(element, thumbhash);
  }
  return () => pendingElements.delete(element);
}

function renderNext(): void {
  for (const [element, thumbhash] of pendingElements) {
    pendingElements.delete(element);
    if (isLoaded(element)) continue;
    element.style.backgroundImage = placeholderImage(thumbhash);
    break;
  }
  if (pendingElements.size > 0) setTimeout(renderNext);
}
