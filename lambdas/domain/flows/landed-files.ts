import { parseAttachmentKey } from '../attachments/keys.ts';
import type { PhotoJob } from '../jobs/photo-jobs.ts';
import { parseLandingKey } from '../photos/files/object-keys.ts';
import { pictureOfKey } from '../pictures/landing.ts';

/** Returns the job that processes a landed file; undefined when no ticket allows its key. */
export function jobOfLanded(key: string): PhotoJob | undefined {
  const id = pictureOfKey(key);
  if (id !== undefined) return { kind: 'make-picture', id };
  if (parseAttachmentKey(key)) return { kind: 'store-attachment', key };
  return parseLandingKey(key) && { kind: 'process-upload', key };
}
