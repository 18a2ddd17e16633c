import { afterEach, expect, test, vi } from 'vitest';
import { canSharePhotos, fetchPhoto, sharePhotos } from './share.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const capable = (canShare: unknown, share: unknown = async () => {}) => vi.stubGlobal('navigator', { canShare, share });
const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' });

test('only a browser that takes picture files is offered them', () => {
  capable(undefined);
  expect(canSharePhotos()).toBe(false);
  capable(() => false);
  expect(canSharePhotos()).toBe(false);
  capable(({ files }: { files: File[] }) => files[0]?.type === 'image/jpeg');
  expect(canSharePhotos()).toBe(true);
});

test('closing the sheet is no failure, and nothing was saved', async () => {
  capable(() => true);
  expect(await sharePhotos([file])).toBe(true);
  capable(
    () => true,
    async () => {
      throw new DOMException('closed', 'AbortError');
    },
  );
  expect(await sharePhotos([file])).toBe(false);
  capable(
    () => true,
    async () => {
      throw new DOMException('no tap', 'NotAllowedError');
    },
  );
  await expect(sharePhotos([file])).rejects.toMatchObject({
    message: 'The share sheet did not open.',
    cause: { name: 'NotAllowedError' },
  });
});

test('a photo that could not be fetched is an error, not an empty file', async () => {
  vi.stubGlobal('fetch', async () => new Response('gone', { status: 403 }));
  await expect(fetchPhoto('/media/x', 'a.jpg')).rejects.toThrow('403');
  vi.stubGlobal('fetch', async () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } }));
  expect(await fetchPhoto('/media/x', 'a.jpg')).toMatchObject({ name: 'a.jpg', type: 'image/jpeg' });
});

test('what fails is said in our words; a photo that nobody waits for any more is no failure', async () => {
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
