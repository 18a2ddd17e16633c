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
  const section = document.createElement('section');
  section.id = id;
  section.tabIndex = -1;
  section.scrollIntoView = vi.fn();
  document.body.append(section);
  return section;
}

test('a jump to a part that is still loading is made when it comes', () => {
  jumpTo('files');
  grow();
  const section = add('files');
  grow();
  expect(document.activeElement).toBe(section);
  expect(section.scrollIntoView).toHaveBeenCalled();
});

test('a part stays at the top while lists above it grow, until the person scrolls', () => {
  const section = add('garden');
  jumpTo('garden');
  expect(document.activeElement).toBe(section);
  grow();
  expect(section.scrollIntoView).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('wheel'));
  expect(disconnect).toHaveBeenCalledOnce();
});
