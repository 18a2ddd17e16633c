import { unlessAborted } from '../query/api.ts';

/** Whether this is an iPhone or iPad. iPadOS names itself Macintosh; no Macintosh has a touch screen. */
const isIos = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/**
 * Returns whether the share sheet of this browser can save image files to the photo library. Only the share sheet of
 * iOS can; others only send files to other apps, and their systems show downloads among the photos.
 */
export function canSaveToPhotos(): boolean {
  if (!isIos() || typeof navigator.canShare !== 'function') return false;
  return navigator.canShare({ files: [new File([], 'photo.jpg', { type: 'image/jpeg' })] });
}

/** Returns whether this browser has a share sheet, as phones do, from which a link can be sent. */
export const canShareLinks = (): boolean => typeof navigator.share === 'function';

/**
 * Opens the share sheet with files or with a link; browsers require a user gesture within the last seconds.
 * @returns false if the user closed it without sharing.
 * @throws Error whose `cause` is the browser's error.
 */
export async function share(
  content: { files: File[] } | { title: string; text: string; url: string },
): Promise<boolean> {
  try {
    await navigator.share(content);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw new Error('The share sheet did not open.', { cause: error });
  }
}

/**
 * Fetches a same-origin image as a file of this name.
 * @throws ApiError 'Network error.', or Error for an error status.
 */
export async function fetchPhoto(url: string, fileName: string, signal?: AbortSignal): Promise<File> {
  const answer = await unlessAborted(signal, fetch(url, signal ? { signal } : {}));
  if (!answer.ok) throw new Error(`The photo could not be fetched (${answer.status}).`);
  const blob = await unlessAborted(signal, answer.blob());
  return new File([blob], fileName, { type: blob.type });
}
