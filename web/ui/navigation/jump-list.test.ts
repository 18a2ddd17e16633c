import { afterEach, expect, test, vi } from 'vitest';
import { jumpTo } from './jump-list.tsx';

let grow = () => {};
const disconnect = vi.fn();

vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(callback: () => void) {
      grow = callback;
    }
    observe() {}
    disconnect = disconnect;
  },
);

afterEach(() => {
  dispatchEvent(new Event('wheel'));
  document.body.replaceChildren();
  disconnect.mockClear();
});

function add(id: string) {
  const part = document.createElement('section');
  part.id = id;
  part.tabIndex = -1;
  part.scrollIntoView = vi.fn();
  document.body.append(part);
  return part;
}

test('a jump to a part that is still loading is made when it comes', () => {
  jumpTo('files');
  grow();
  const part = add('files');
  grow();
  expect(document.activeElement).toBe(part);
  expect(part.scrollIntoView).toHaveBeenCalled();
});

test('a part stays at the top while lists above it grow, until the person scrolls', () => {
  const part = add('garden');
  jumpTo('garden');
  expect(document.activeElement).toBe(part);
  grow();
  expect(part.scrollIntoView).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('wheel'));
  expect(disconnect).toHaveBeenCalledOnce();
});
