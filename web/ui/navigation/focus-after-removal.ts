import { useEffect } from 'react';

/**
 * Where the focus goes when the row, photo or other item that had it is removed: to the same control of the next item,
 * else of the previous one, else to the heading above the list. Browsers leave it nowhere, and the keyboard and screen
 * readers begin at the top of the page again.
 */

const item = 'li, tr, [data-item]';
const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, textarea';
/** A dialog's button, the button that opened it, and what was chosen before. */
const remembered = 4;

/** Elements that had the focus, the last one first. */
let focused: HTMLElement[] = [];
/** Where removed elements were. */
const places = new WeakMap<Node, { parent: Node; next: Node | null; previous: Node | null }>();

const isLost = () => !document.activeElement || document.activeElement === document.body;

/** The controls of the nearest item on one side of a removed one; items that are still loading have none. */
function controlsBeside(removed: Node, side: 'next' | 'previous'): HTMLElement[] {
  let node: Node | null | undefined = places.get(removed)?.[side];
  while (node) {
    if (node.isConnected && node instanceof HTMLElement && node.matches(item)) {
      const found = [...node.querySelectorAll<HTMLElement>(controls)];
      if (found.length > 0) return found;
    }
    node = node.isConnected ? (side === 'next' ? node.nextSibling : node.previousSibling) : places.get(node)?.[side];
  }
  return [];
}

/** What the focus goes to instead of an element that is gone with its item; undefined when no item is gone. */
function insteadOf(lost: HTMLElement): HTMLElement | undefined {
  const gone = lost.getRootNode();
  const its = lost.closest<HTMLElement>(item);
  const place = places.get(gone);
  if (!its || !place) return undefined;
  if (gone === its) {
    const at = [...its.querySelectorAll(controls)].indexOf(lost);
    const next = controlsBeside(its, 'next');
    const others = next.length > 0 ? next : controlsBeside(its, 'previous');
    if (others.length > 0) return others[Math.min(Math.max(0, at), others.length - 1)];
  }
  return headingAt(place.parent);
}

/** The heading of the section or dialog around a list that is empty now, else the page's. */
function headingAt(list: Node): HTMLElement | undefined {
  let around = list instanceof Element ? list : list.parentElement;
  while (around) {
    const heading = around.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
    around = around.parentElement;
  }
  return undefined;
}

function note(changes: MutationRecord[]): void {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
    for (const [index, node] of [...removedNodes].entries()) {
      places.set(node, {
        parent: target,
        next: removedNodes[index + 1] ?? nextSibling,
        previous: removedNodes[index - 1] ?? previousSibling,
      });
    }
  }
  const [last] = focused;
  if (!isLost() || !last || last.isConnected) return;
  for (const element of focused) {
    // What opened a dialog or the bar of acts is still there.
    const target = element.isConnected ? element : insteadOf(element);
    if (element.isConnected && !last.closest('dialog, [data-acts]')) return;
    if (!target) continue;
    if (!target.matches(controls)) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    if (document.activeElement !== target) continue;
    target.scrollIntoView({ block: 'nearest' });
    return;
  }
}

function remember({ target }: FocusEvent): void {
  if (target instanceof HTMLElement) {
    focused = [target, ...focused.filter((element) => element !== target)].slice(0, remembered);
  }
}

let users = 0;
let stop = () => {};

/** Keeps the focus beside what is removed, on the whole page while a component is mounted. */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    users += 1;
    if (users === 1) {
      const observer = new MutationObserver(note);
      observer.observe(document.body, { childList: true, subtree: true });
      document.addEventListener('focusin', remember);
      stop = () => {
        observer.disconnect();
        document.removeEventListener('focusin', remember);
        focused = [];
      };
    }
    return () => {
      users -= 1;
      if (users === 0) stop();
    };
  }, []);
}
