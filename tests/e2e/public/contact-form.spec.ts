import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/faults/watch.ts';
import { fillIn, hydrate } from '../../support/pages/public-pages.ts';

/** The contact form of the public website. */

test.describe('the contact form', () => {
  test("begins with the package whose 'Book' link was followed", async ({ page }) => {
    await page.goto('/services');
    await page.getByRole('link', { name: 'Book Full Day' }).click();
    await expect(page).toHaveURL('/contact?package=full-day');
    await expect(page.getByLabel('Message')).toHaveValue(/Full Day.*\$750/);
  });

  test('sends a message and confirms it on the same page @gate', async ({ page }) => {
    await page.goto('/contact');
    await hydrate(page);
    await fillIn(page, 'A Saturday in May?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you.' });
    await expect(thanks).toBeFocused();
    await expect(page).toHaveURL('/contact');
  });

  test('keeps the text when the network fails, and sends it once the network is back', async ({ page, context }) => {
    await page.goto('/contact');
    await hydrate(page);
    await fillIn(page, 'Do you come to Galveston?');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toContainText('Your message was not sent.');
    await expect(page.getByLabel('Message')).toHaveValue('Do you come to Galveston?');
    await expect(page.getByLabel('Email')).toHaveValue('ada.reed@example.com');
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Thank you.' })).toBeVisible();
  });

  test('shows a refused field beside that field', async ({ page }) => {
    await page.goto('/contact');
    await hydrate(page);
    await fillIn(page, 'Is this address fine?');
    // Browsers accept an email address without a dot; the API does not.
    await page.getByLabel('Email').fill('ada@localhost');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Message')).toHaveValue('Is this address fine?');
  });
});
