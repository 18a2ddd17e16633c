import { expect, type Page } from '@playwright/test';
import { setTextSize } from './text-size.ts';

/**
 * Returns, in words, what can't be reached on this page: controls that something lies on wherever the page, or the open
 * dialog, is scrolled to; parts that stay at the window's edge and lie on each other, or take more than half of its
 * height; a dialog that leaves the window, or whose buttons are out of sight until it is scrolled.
 */
export const covered = (page: Page): Promise<string[]> =>
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
    /** Whether it is in a part of one pixel, as headings of tables on phones are until they have the focus. */
    const isClipped = (element: Element) => {
      for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
        if (part.offsetWidth <= 1 && getComputedStyle(part).overflow === 'hidden') return true;
      }
      return false;
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
      for (const part of [dialog, ...dialog.querySelectorAll('*')]) part.scrollTop = 0;
      for (const button of dialog.querySelectorAll('button[type="submit"], .dialog-foot button')) {
        const box = button.getBoundingClientRect();
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (isShown(button) && !button.contains(hit)) found.push(`${nameOf(button)} is out of sight.`);
      }
    } else {
      const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) => getComputedStyle(element).position === 'fixed' && isShown(element) && !element.closest('[inert]'),
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
      // What the lightbox lies on can't be pressed, and what only screen readers have isn't seen.
      if (!control.isConnected || !isShown(control) || control.closest('[inert]') || isClipped(control)) continue;
      // Its middle; of what is low enough to be whole in sight, points near its edges too: a bar may lie on a part of it.
      const points = [
        [0.5, 0.5],
        ...(control.getBoundingClientRect().height > innerHeight / 4
          ? []
          : [
              [0.5, 0.15],
              [0.5, 0.85],
              [0.15, 0.5],
              [0.85, 0.5],
            ]),
      ];
      const troubleNow = () => {
        // A long list renders other elements while it is scrolled, and may have removed this one.
        if (!control.isConnected) return undefined;
        // Of a link on several lines, the first: its box has words of others in it.
        const line = control.getClientRects()[0] ?? control.getBoundingClientRect();
        const height = Math.min(line.height, innerHeight);
        return points
          .map(([across = 0, down = 0]) => {
            const hit = document.elementFromPoint(line.left + line.width * across, line.top + height * down);
            if (!hit) return across === 0.5 && down === 0.5 && `${nameOf(control)} can’t be brought into sight.`;
            if (control.contains(hit)) return false;
            // A photo's checkbox lies on its picture, and both select the photo.
            const [own, other] = [control, hit].map((element) => element.getAttribute('aria-label'));
            if (own && own === other && control.closest('li') === hit.closest('li')) return false;
            if (hit.contains(control)) {
              return hit.closest('dialog') !== control.closest('dialog') && `${nameOf(control)} is cut off.`;
            }
            // The label of a hidden input is its control.
            if (control.closest('label')?.contains(hit)) return false;
            return `${nameOf(hit)} lies on ${nameOf(control)}.`;
          })
          .find((words) => words);
      };
      const scrollTo = (block: ScrollLogicalPosition) =>
        control.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
      scrollTo('center');
      for (let part = control.parentElement; part && part !== document.body; part = part.parentElement) {
        if (part.scrollTop + part.scrollLeft === 0 || !/hidden|clip/.test(getComputedStyle(part).overflow)) continue;
        // A script can scroll it, and nobody else.
        part.scrollTo(0, 0);
        found.push(`${nameOf(control)} is cut off.`);
      }
      const trouble = troubleNow();
      // A person can scroll on: what is sticky lies on the header only while the page is scrolled.
      const isFreeElsewhere = [
        () => scrollTo('start'),
        () => scrollTo('end'),
        // Below a header that stays.
        () => {
          scrollTo('start');
          window.scrollBy({ top: -innerHeight / 4, behavior: 'instant' });
        },
        () => window.scrollTo({ top: 0, behavior: 'instant' }),
      ].some((scroll) => {
        if (!trouble) return true;
        scroll();
        return !troubleNow();
      });
      if (trouble && !isFreeElsewhere) found.push(trouble);
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

/** Asserts the same of an open dialog on a phone held upright, with text twice as large. */
export async function expectReachableInLargeText(page: Page, what: string) {
  for (const size of ['200%', 'browser 200%'] as const) {
    await setTextSize(page, size);
    await expectReachable(page, `${what}, text ${size}`, [
      [390, 844],
      [320, 568],
    ]);
  }
  await setTextSize(page, '100%');
}
