import { useEffect } from 'react';

/**
 * Moves the focus when the row, photo or other item that had it is removed: to the same control of the next item,
 * else of the previous item, else to the heading above the list. Browsers would leave the focus on no element, and
 * the keyboard and screen readers would begin at the top of the page again.
 */

const item = 'li, tr, [data-item]';
const controls = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary, textarea';
/**
 * The number of remembered elements: a dialog's button, the button that opened the dialog, and elements focused
 * before.
 */
const mostRemembered = 4;

/** Elements that had the focus, the latest first. */
let focused: HTMLElement[] = [];
/** The former positions of removed elements. */
const formerPositions = new WeakMap<Node, { parent: Node; next: Node | null; previous: Node | null }>();

const isFocusLost = () => !document.activeElement || document.activeElement === document.body;

/**
 * Returns the controls of the nearest item on one side of a removed item. Items that are still loading have no
 * controls.
 */
function controlsBeside(removed: Node, side: 'next' | 'previous'): HTMLElement[] {
  let node: Node | null | undefined = formerPositions.get(removed)?.[side];
  while (node) {
    if (node.isConnected && node instanceof HTMLElement && node.matches(item)) {
      const itemControls = [...node.querySelectorAll<HTMLElement>(controls)];
      if (itemControls.length > 0) return itemControls;
    }
    node = node.isConnected
      ? side === 'next'
        ? node.nextSibling
        : node.previousSibling
      : formerPositions.get(node)?.[side];
  }
  return [];
}

/**
 * Returns the element to focus instead of an element that was removed with its item; undefined if no item was
 * removed.
 */
function replacementFor(lostElement: HTMLElement): HTMLElement | undefined {
  const removedRoot = lostElement.getRootNode();
  const lostItem = lostElement.closest<HTMLElement>(item);
  const position = formerPositions.get(removedRoot);
  if (!lostItem || !position) return undefined;
  if (removedRoot === lostItem) {
    const controlIndex = [...lostItem.querySelectorAll(controls)].indexOf(lostElement);
    const nextControls = controlsBeside(lostItem, 'next');
    const siblingControls = nextControls.length > 0 ? nextControls : controlsBeside(lostItem, 'previous');
    if (siblingControls.length > 0)
      return siblingControls[Math.min(Math.max(0, controlIndex), siblingControls.length - 1)];
  }
  return headingAt(position.parent);
}

/** Returns the heading of the section or dialog around a list that is now empty, else the page's heading. */
function headingAt(list: Node): HTMLElement | undefined {
  let ancestor = list instanceof Element ? list : list.parentElement;
  while (ancestor) {
    const heading = ancestor.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
    ancestor = ancestor.parentElement;
  }
  return undefined;
}

function onMutations(changes: MutationRecord[]): void {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes) {
    for (const [index, node] of [...removedNodes].entries()) {
      formerPositions.set(node, {
        parent: target,
        next: removedNodes[index + 1] ?? nextSibling,
        previous: removedNodes[index - 1] ?? previousSibling,
      });
    }
  }
  const [lastFocused] = focused;
  if (!isFocusLost() || !lastFocused || lastFocused.isConnected) return;
  for (const element of focused) {
    // The element that opened a dialog or the bar of acts still exists.
    const target = element.isConnected ? element : replacementFor(element);
    if (element.isConnected && !lastFocused.closest('dialog, [data-acts]')) return;
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
    focused = [target, ...focused.filter((element) => element !== target)].slice(0, mostRemembered);
  }
}

let users = 0;
let stop = () => {};

/** Keeps the focus beside removed items, on the whole page while a component with this hook is mounted. */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    users += 1;
    if (users === 1) {
      const observer = new MutationObserver(onMutations);
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
