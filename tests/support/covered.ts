import { expect, type Page } from '@playwright/test';

/**
 * Returns, in words, what can't be reached on this page: controls that something lies on wherever the page, or the open
 * dialog, is scrolled to; parts that stay at the window's edge and lie on each other, or take more than half of its
 * height; a dialog that leaves the window.
 */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      `“${(element.getAttribute('aria-label') ?? element.textContent?.trim()) || element.getAttribute('name') || element.className}”`.slice(
        0,
        80,
      );
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 4 && height > 4 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    const isOver = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;

    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
    if (dialog) {
      const { left, top, right, bottom } = dialog.getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
        found.push(`The dialog ${nameOf(dialog)} leaves the window.`);
      }
    } else {
      const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) => getComputedStyle(element).position === 'fixed' && isShown(element),
      );
      for (const [index, one] of fixed.entries()) {
        const box = one.getBoundingClientRect();
        if (box.height > innerHeight / 2 && box.height < innerHeight)
          found.push(`${nameOf(one)} is ${box.height} high.`);
        for (const other of fixed.slice(index + 1)) {
          if (one.contains(other) || other.contains(one)) continue;
          if (isOver(box, other.getBoundingClientRect())) found.push(`${nameOf(one)} lies on ${nameOf(other)}.`);
        }
      }
    }

    const controls = [
      ...(dialog ?? document).querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
    ];
    for (const control of controls) {
      if (!control.isConnected || !isShown(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = control.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height, innerHeight) / 2];
      const hit = document.elementFromPoint(x, y);
      if (!hit) found.push(`${nameOf(control)} can’t be brought into sight.`);
      else if (!control.contains(hit) && !hit.contains(control) && hit.closest('label') !== control.closest('label')) {
        found.push(`${nameOf(hit)} lies on ${nameOf(control)}.`);
      } else if (
        !control.contains(hit) &&
        hit.contains(control) &&
        hit.closest('dialog') !== control.closest('dialog')
      ) {
        found.push(`${nameOf(control)} is cut off.`);
      }
    }
    return [...new Set(found)];
  });

const softly = expect.configure({ soft: true });

/** Asserts that everything that can be pressed can be reached in windows of these sizes, and goes on where it can't. */
export async function expectReachable(page: Page, what: string, sizes: readonly (readonly [number, number])[]) {
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await softly.poll(() => covered(page), { message: `${what}, ${width} × ${height}`, timeout: 6_000 }).toEqual([]);
  }
}
