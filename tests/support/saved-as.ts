import { expect, type Locator } from '@playwright/test';

/** Returns the Content-Disposition by which a browser names the shown picture when it is saved from its page. */
export async function savedAs(picture: Locator): Promise<string | undefined> {
  await picture.scrollIntoViewIfNeeded();
  const source = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(source).not.toBe('');
  const response = await picture.page().request.get(await source());
  expect(response.status()).toBe(200);
  return response.headers()['content-disposition'];
}
