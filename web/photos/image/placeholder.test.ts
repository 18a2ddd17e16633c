import { afterEach, expect, test, vi } from 'vitest';
import { drawPlaceholder, placeholderImage } from './placeholder.ts';

const thumbhash = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const isRendered = (element: HTMLElement) => element.style.backgroundImage !== '';

function imageElement(complete: boolean): HTMLImageElement {
  const image = document.createElement('img');
  Object.defineProperty(image, 'complete', { configurable: true, value: complete });
  return image;
}

vi.useFakeTimers();
afterEach(() => vi.runAllTimers());

test('placeholders are drawn one a task, and not behind pictures that have loaded', () => {
  const [first, second, loaded, loadsMeanwhile] = [
    imageElement(false),
    document.createElement('span'),
    imageElement(true),
    imageElement(false),
  ];
  for (const element of [first, loaded, loadsMeanwhile, second]) drawPlaceholder(element, thumbhash);
  expect([first, second].map(isRendered)).toEqual([false, false]);
  vi.runOnlyPendingTimers();
  expect([first, second].map(isRendered)).toEqual([true, false]);
  Object.defineProperty(loadsMeanwhile, 'complete', { value: true });
  vi.runOnlyPendingTimers();
  expect([second, loaded, loadsMeanwhile].map(isRendered)).toEqual([true, false, false]);
});

test('an element that is removed before gets none', () => {
  const [removed, remaining] = [imageElement(false), imageElement(false)];
  drawPlaceholder(removed, thumbhash)();
  drawPlaceholder(remaining, thumbhash);
  vi.runAllTimers();
  expect([removed, remaining].map(isRendered)).toEqual([false, true]);
});

test('the picture is that of the thumbhash', () => {
  expect(placeholderImage(thumbhash)).toMatch(/^url\(data:image\/png;base64,/);
});
