import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePressedKeys } from './pressed-keys.ts';

let isZoomed: boolean;
const undo = vi.fn();
const remove = vi.fn();
const next = vi.fn();
const help = vi.fn();
const letGo = vi.fn();
beforeEach(() => {
  isZoomed = false;
  vi.clearAllMocks();
  const pressed = { u: undo, 'mod+z': undo, x: remove, arrowright: next, '?': help };
  renderHook(() => usePressedKeys({ pressed, released: { b: letGo }, isZoomed: () => isZoomed }));
});
afterEach(() => {
  document.body.innerHTML = '';
});

/** Presses a key; returns whether the browser and the lightbox get it. */
const press = (key: string, init: KeyboardEventInit = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key, ...init });

test('a key acts whatever its case, and is kept from the browser', () => {
  expect(press('x')).toBe(false);
  expect(press('X')).toBe(false);
  expect(remove).toHaveBeenCalledTimes(2);
  expect(press('q')).toBe(true);
});

test('U, Ctrl+Z and ⌘Z undo; other keys with Ctrl, ⌘, Alt or Shift are left alone', () => {
  press('u');
  press('z', { ctrlKey: true });
  press('z', { metaKey: true });
  expect(undo).toHaveBeenCalledTimes(3);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])
    expect(press('x', { [modifier]: true })).toBe(true);
  expect(remove).not.toHaveBeenCalled();
  press('?', { shiftKey: true });
  expect(help).toHaveBeenCalledOnce();
});

test('a key that is held down acts once, and an arrow as long as it is held', () => {
  press('x');
  // The browser does not get it.
  expect(press('x', { repeat: true })).toBe(false);
  expect(remove).toHaveBeenCalledOnce();
  press('ArrowRight');
  press('ArrowRight', { repeat: true });
  expect(next).toHaveBeenCalledTimes(2);
});

test('arrows scroll in a zoomed photo', () => {
  isZoomed = true;
  expect(press('ArrowRight')).toBe(true);
  expect(next).not.toHaveBeenCalled();
  press('x');
  expect(remove).toHaveBeenCalledOnce();
});

test('keys write in a text field, and belong to a dialog while one is open', () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  expect(press('x', {}, field)).toBe(true);
  document.body.innerHTML = '<dialog open></dialog>';
  expect(press('x')).toBe(true);
  expect(remove).not.toHaveBeenCalled();
});

test('a key that is let go acts', () => {
  fireEvent.keyUp(document.body, { key: 'B' });
  fireEvent.keyUp(document.body, { key: 'x' });
  expect(letGo).toHaveBeenCalledOnce();
});
