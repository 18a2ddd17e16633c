import { readCaptureTime } from '#shared/read-exif.ts';
import { studio } from '#shared/studio.ts';

/** Bytes at a file's beginning in which cameras and programs write the capture time. */
const headBytes = 256 * 1024;

/** Returns a chosen file's capture time as the server reads it; null where there is none in the beginning of a JPEG or TIFF. */
export async function captureTimeOf(file: File): Promise<string | null> {
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    const exif = exifIn(head);
    return exif ? readCaptureTime(exif, studio.timeZone) : null;
  } catch {
    // The file is gone or locked: the upload says so.
    return null;
  }
}

/** The EXIF block of a JPEG, or a TIFF file itself. */
function exifIn(head: Uint8Array): Uint8Array | undefined {
  const beginning = String.fromCharCode(...head.subarray(0, 2));
  if (beginning === 'II' || beginning === 'MM') return head;
  if (head[0] !== 0xff || head[1] !== 0xd8) return undefined;
  for (let at = 2; at + 10 < head.length && head[at] === 0xff; ) {
    const length = head[at + 2]! * 256 + head[at + 3]!;
    const segment = head.subarray(at + 4, at + 2 + length);
    if (head[at + 1] === 0xe1 && String.fromCharCode(...segment.subarray(0, 4)) === 'Exif') return segment;
    at += 2 + length;
  }
  return undefined;
}
