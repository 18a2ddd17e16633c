import type { Page } from '@playwright/test';

/** The public pages: their paths and sizes, and when they are hydrated. */

export const paths = ['/', '/services', '/contact', '/gallery', '/login', '/no-such-page'];
export const signInPaths = ['/client-login', '/register', '/admin-login'];
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** Presses a key, which starts hydration, and waits until React has hydrated the page. */
export async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press('Shift');
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
}

export async function fillIn(page: Page, message: string): Promise<void> {
  await page.getByLabel('Name').fill('Ada Reed');
  await page.getByLabel('Phone').fill('713-555-0199');
  await page.getByLabel('Email').fill('ada.reed@example.com');
  await page.getByLabel('Message').fill(message);
}
