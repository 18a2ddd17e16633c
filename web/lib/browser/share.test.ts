import { afterEach, expect, test, vi } from 'vitest';
import { canSaveToPhotos, fetchPhoto, share } from './share.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const capable = (canShare: unknown, share: unknown = async () => {}, userAgent = iphone, maxTouchPoints = 5) =>
  vi.stubGlobal('navigator', { canShare, share, userAgent, maxTouchPoints });
const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });

test('only a browser that can share image files can save them to the photo library', () => {
  capable(undefined);
  expect(canSaveToPhotos()).toBe(false);
  capable(() => false);
  expect(canSaveToPhotos()).toBe(false);
  capable(({ files }: { files: File[] }) => files[0]?.type === 'image/jpeg');
  expect(canSaveToPhotos()).toBe(true);
});

test.each([
  ['an iPhone', iphone, 5, true],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 5, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0, false],
  ['an Android phone', 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/138.0', 5, false],
  ['Windows with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 10, false],
])('the share sheet of %s saves to the photo library: %#', (_, userAgent, maxTouchPoints, expected) => {
  capable(() => true, undefined, userAgent, maxTouchPoints);
  expect(canSaveToPhotos()).toBe(expected);
});

test('closing the share sheet returns false; another failure throws with its cause', async () => {
  capable(() => true);
  expect(await share({ files: [file] })).toBe(true);
  capable(
    () => true,
    async () => {
      throw new DOMException('closed', 'AbortError');
    },
  );
  expect(await share({ files: [file] })).toBe(false);
  capable(
    () => true,
    async () => {
      throw new DOMException('no tap', 'NotAllowedError');
    },
  );
  await expect(share({ files: [file] })).rejects.toMatchObject({
    message: 'The share sheet did not open.',
    cause: { name: 'NotAllowedError' },
  });
});

test('an error status throws instead of returning an empty file', async () => {
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 403 }));
  await expect(fetchPhoto('/media/x', 'a.jpg')).rejects.toThrow('403');
  vi.stubGlobal('fetch', async () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } }));
  expect(await fetchPhoto('/media/x', 'a.jpg')).toMatchObject({ name: 'a.jpg', type: 'image/jpeg' });
});

test('a network failure is an ApiError; an aborted request keeps its own error', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(fetchPhoto('/media/x', 'a.jpg')).rejects.toThrow('Network error.');
  await expect(fetchPhoto('/media/x', 'a.jpg', AbortSignal.abort())).rejects.toThrow('Failed to fetch');
  const blob = async () => {
    throw new TypeError('network error');
  };
  vi.stubGlobal('fetch', async () => Object.assign(new Response('half'), { blob }));
  await expect(fetchPhoto('/media/x', 'a.jpg')).rejects.toThrow('Network error.');
});
