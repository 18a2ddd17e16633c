import type { Page } from '@playwright/test';

/** What the sign-in pages of clients say and store, and a registration to type. */

export const failed = 'Something went wrong. Please try again later.';

/** The access token that Amplify stores. */
export const accessToken = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? '';
    return localStorage.getItem(key) ?? '';
  });

/** Calls the API as the page's user. */
export async function me(page: Page) {
  const authorization = `Bearer ${await accessToken(page)}`;
  return await page.evaluate(
    async (headers) => {
      const answer = await fetch('/api/client/me', { headers });
      return (await answer.json()) as Record<string, unknown>;
    },
    { authorization },
  );
}

export const typed = { 'Full Name': 'Rosa Delgado', 'Phone Number': '713-555-0177', Address: '12 Elm St, Houston' };

export async function fillRegistration(page: Page) {
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
}
