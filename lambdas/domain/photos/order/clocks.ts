import { capturedAt, type SessionClocks } from '#shared/time/capture-clock.ts';
import type { VersionedPhoto } from '../row/lifecycle.ts';

/** Returns the photo with its capture time by the session's clocks; the same object when nothing changes. */
export function inClocks<P extends VersionedPhoto>(photo: P, clocks: SessionClocks): P {
  if (!photo.capture) return photo;
  const captured_at = capturedAt(photo.capture, clocks);
  return captured_at === photo.captured_at ? photo : { ...photo, captured_at };
}
