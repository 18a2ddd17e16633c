import { useEffect } from 'react';

/**
 * Moves the focus when the row, photo or other item that had it is removed: to the same control of the next item,
 * else of the previous item, else to the heading above the list. When a notice is removed with the button that had the
 * focus, moves it to the heading above the notice. Browsers would leave the focus on no element, and the keyboard and
 * screen readers would begin at the top of the page again.
 */

const item = 'li, tr, [data-item]';
const notice = '[role="alert"], [role="status"]';
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

/** Returns the element that still surrounds the former position of a removed element; undefined if none does. */
function formerParentOf(removed: HTMLElement): Element | undefined {
  const parent = formerPositions.get(removed.getRootNode())?.parent;
  return parent instanceof Element ? parent : undefined;
}

/** Whether a removed element was in an element of this kind, which is removed with it or still exists. */
const wasIn = (removed: HTMLElement, selector: string): boolean =>
  Boolean(removed.closest(selector) ?? formerParentOf(removed)?.closest(selector));

/**
 * Returns the element to focus instead of an element that was removed with its item or notice; undefined if neither was
 * removed.
 */
function replacementFor(lostElement: HTMLElement): HTMLElement | undefined {
  const removedRoot = lostElement.getRootNode();
  const lostItem = lostElement.closest<HTMLElement>(item);
  const position = formerPositions.get(removedRoot);
  if (!position) return undefined;
  if (!lostItem) {
    const isOfNotice =
      wasIn(lostElement, notice) && !lostElement.closest('dialog') && !wasIn(lostElement, '[data-acts]');
    return isOfNotice ? headingAt(position.parent) : undefined;
  }
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
  // `KeepFocus` moves the focus itself, after this.
  if (formerParentOf(lastFocused)?.closest('[data-keeps-focus]')) return;
  for (const element of focused) {
    // The element that opened a dialog or the bar of acts still exists.
    const target = element.isConnected ? element : replacementFor(element);
    if (element.isConnected && !lastFocused.closest('dialog') && !wasIn(lastFocused, '[data-acts]')) return;
    if (!target) continue;
    if (!target.matches(controls)) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    if (document.activeElement !== target) continue;
    // A notice at the window's edge says nothing of where the page is scrolled to.
    if (!wasIn(element, notice)) target.scrollIntoView({ block: 'nearest' });
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
