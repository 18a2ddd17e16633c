import { afterFrame } from './draw.ts';

/**
 * Starts the application, whose files are named by attributes of the document's inline script. Evaluating it delays
 * response and first image on a slow phone by about half a second, so it waits for the image.
 */

/**
 * The longest wait in milliseconds for the response, and then for the image, until the application starts without them.
 */
const maximumHold = 1_500;

let hold: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls `start` when the next step takes too long. Called again after each step, because the steps themselves take a
 * slow phone longer than the wait.
 */
export function holdUntil(start: () => void): void {
  clearTimeout(hold);
  hold = setTimeout(start, maximumHold);
}

// Names with a hash are attributes of the script element, so that the script's own hash in the Content-Security-Policy
// changes only with its code.
const { files = '' } = document.currentScript?.dataset ?? {};

let isStarted = false;

/**
 * Loads the application's files.
 * @returns false if they were loaded before
 */
export function startApplication(): boolean {
  if (isStarted) return false;
  isStarted = true;
  // Load them in the order of their imports and each in a separate task, so that the page responds to input in between.
  for (const src of files.split(' ')) {
    setTimeout(appendToHead, 0, 'script', { type: 'module', crossorigin: '', src });
  }
  return true;
}

/** Calls `start` after the frame that shows the image. */
export function afterImage(image: HTMLImageElement, start: () => void): void {
  const next = () => afterFrame(start);
  image.decode().then(next, next);
}

export function appendToHead(name: 'link' | 'script', attributes: Record<string, string>): void {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  // By default, scripts added by a script run in any order.
  if (element instanceof HTMLScriptElement) element.async = false;
  document.head.append(element);
}
