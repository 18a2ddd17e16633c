import { expect, test } from '@playwright/test';
import { makeGallery, photoName, signedInClient } from '../../support/studio/client-world.ts';

/** Renewal of the media cookies while a gallery stays open for hours. */

test('they are renewed before they expire: visible pictures are not reloaded, and further ones load', async ({
  page,
  context,
}) => {
  const customer = await signedInClient(page);
  await makeGallery(customer, { name: 'Afternoon', photos: 32 });
  await page.clock.install();
  await page.goto('/dashboard/gallery');
  const pictures = page.locator('[data-photo] img');
  const isThere = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => pictures.first().evaluate(isThere)).toBe(true);
  await page.waitForLoadState('networkidle');
  const signature = async () => (await context.cookies()).find(({ name }) => name === 'CloudFront-Signature');
  const before = await signature();
  expect(before?.value).toBeTruthy();

  // Record every load, error and source change of the visible pictures from here on.
  await pictures.evaluateAll((images) => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const tell = (event: Event) => seen.push(`${event.type} of ${(event.target as HTMLImageElement).src}`);
    for (const image of images) for (const type of ['load', 'error']) image.addEventListener(type, tell);
    new MutationObserver((changes) => {
      for (const { target, type, removedNodes } of changes) {
        const isPicture = [target, ...removedNodes].some(
          (node) => node instanceof Element && (node.matches('img') || node.querySelector('[data-photo] img')),
        );
        if (isPicture && (type === 'attributes' || removedNodes.length > 0)) seen.push(`${type} of ${target.nodeName}`);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['src', 'srcset'] });
  });
  // Simulates the expiry: CloudFront refuses this signature.
  await context.addCookies([{ ...before!, value: 'over' }]);
  const address = await pictures.first().evaluate((image: HTMLImageElement) => image.currentSrc);
  expect((await page.request.get(address)).status()).toBe(403);

  const renewal = page.waitForResponse((answer) => answer.url().endsWith('/api/client/media-access'));
  await page.clock.fastForward('30:01');
  expect((await renewal).status()).toBe(200);
  await expect.poll(async () => (await signature())?.value).not.toBe('over');
  expect((await page.request.get(address)).status()).toBe(200);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);

  // Scroll to pictures that are not loaded yet.
  await page.mouse.wheel(0, 20_000);
  const further = page.getByRole('button', { name: `Open ${photoName(32)}` }).locator('img');
  await expect.poll(() => further.evaluate(isThere)).toBe(true);
  await expect(page.getByText('This picture could not be loaded.')).toHaveCount(0);
});
