import type { Capture } from '#shared/contract/photos.ts';
import { captureInHead } from '#shared/read-exif.ts';

/** Bytes at a file's beginning in which cameras and programs write the capture time. */
const headBytes = 256 * 1024;

/** Returns what a chosen file says of when it was taken, as the server reads it; null without it in the beginning of a JPEG or TIFF. */
export async function captureOf(file: File): Promise<Capture | null> {
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    return captureInHead(head) ?? null;
  } catch {
    // The file is gone or locked: the upload says so.
    return null;
  }
}
