import { captureTimeInHead } from '#shared/read-exif.ts';
import { studio } from '#shared/studio.ts';

/** Bytes at a file's beginning in which cameras and programs write the capture time. */
const headBytes = 256 * 1024;

/** Returns a chosen file's capture time as the server reads it; null where there is none in the beginning of a JPEG or TIFF. */
export async function captureTimeOf(file: File): Promise<string | null> {
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    return captureTimeInHead(head, studio.timeZone) ?? null;
  } catch {
    // The file is gone or locked: the upload says so.
    return null;
  }
}
