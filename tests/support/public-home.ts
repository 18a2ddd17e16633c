import { expect, type Page } from '@playwright/test';
import { testStudio } from './test-studio.ts';

/** The public home page is there, a document of its own: from a private screen its address shows before it does. */
export async function expectPublicHome(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Capturing/);
  await expect(page).toHaveURL(`${testStudio.site}/`);
}
