import { unlessAborted } from './api.ts';

/** Whether this browser hands pictures to other apps: on phones the share sheet offers 'Save to Photos'. */
export function canSharePhotos(): boolean {
  if (typeof navigator.canShare !== 'function') return false;
  return navigator.canShare({ files: [new File([], 'photo.jpg', { type: 'image/jpeg' })] });
}

/**
 * Opens the share sheet. Must be called within seconds of a tap.
 * @returns false when the person closed it without choosing.
 * @throws an Error in our words, whose `cause` is the browser's.
 */
export async function sharePhotos(files: File[]): Promise<boolean> {
  try {
    await navigator.share({ files });
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    throw new Error('The share sheet did not open.', { cause: error });
  }
}

/** Fetches a picture from our own origin as a file of this name. */
export async function fetchPhoto(url: string, fileName: string, signal?: AbortSignal): Promise<File> {
  const answer = await unlessAborted(signal, fetch(url, signal ? { signal } : {}));
  if (!answer.ok) throw new Error(`The photo could not be fetched (${answer.status}).`);
  const blob = await unlessAborted(signal, answer.blob());
  return new File([blob], fileName, { type: blob.type });
}
