import { expect, type Page } from '@playwright/test';
import { testStudio } from '../studio/test-studio.ts';

/** Waits for the public home page, a separate document: its URL is set before it is shown. */
export async function expectPublicHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Capturing/);
  await expect(page).toHaveURL(`${testStudio.site}/`);
}
