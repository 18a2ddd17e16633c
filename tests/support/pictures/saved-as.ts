import { expect, type Locator } from '@playwright/test';

/** Returns the Content-Disposition by which a browser names the shown picture when it is saved from its page. */
export async function savedAs(picture: Locator): Promise<string | undefined> {
  let source = '';
  await expect(async () => {
    // Not `scrollIntoViewIfNeeded`: it fails if the application draws its own card in place of the first view's meanwhile.
    source = await picture.evaluate((image: HTMLImageElement) => {
      image.scrollIntoView({ block: 'center' });
      return image.currentSrc;
    });
    expect(source).not.toBe('');
  }).toPass();
  const response = await picture.page().request.get(source);
  expect(response.status()).toBe(200);
  return response.headers()['content-disposition'];
}
