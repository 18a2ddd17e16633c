import { afterEach, expect, test, vi } from 'vitest';
import { drawPlaceholder, placeholderImage } from './placeholder.ts';

const thumbhash = '1QcSHQRnh493V4dIh4eXh1h4kJUI';
const drawn = (element: HTMLElement) => element.style.backgroundImage !== '';

function picture(complete: boolean): HTMLImageElement {
  const image = document.createElement('img');
  Object.defineProperty(image, 'complete', { configurable: true, value: complete });
  return image;
}

vi.useFakeTimers();
afterEach(() => vi.runAllTimers());

test('placeholders are drawn one a task, and not behind pictures that have loaded', () => {
  const [first, second, loaded, loadsMeanwhile] = [
    picture(false),
    document.createElement('span'),
    picture(true),
    picture(false),
  ];
  for (const element of [first, loaded, loadsMeanwhile, second]) drawPlaceholder(element, thumbhash);
  expect([first, second].map(drawn)).toEqual([false, false]);
  vi.runOnlyPendingTimers();
  expect([first, second].map(drawn)).toEqual([true, false]);
  Object.defineProperty(loadsMeanwhile, 'complete', { value: true });
  vi.runOnlyPendingTimers();
  expect([second, loaded, loadsMeanwhile].map(drawn)).toEqual([true, false, false]);
});

test('an element that is removed before gets none', () => {
  const [gone, stays] = [picture(false), picture(false)];
  drawPlaceholder(gone, thumbhash)();
  drawPlaceholder(stays, thumbhash);
  vi.runAllTimers();
  expect([gone, stays].map(drawn)).toEqual([false, true]);
});

test('the picture is that of the thumbhash', () => {
  expect(placeholderImage(thumbhash)).toMatch(/^url\(data:image\/png;base64,/);
});
