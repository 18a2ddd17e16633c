import type { SessionCameras } from '#shared/contract/sessions/sessions.ts';
import { cameraOf } from '#shared/time/capture-clock.ts';
import type { Admin } from '../../../platform/auth.ts';
import { cleanFiles } from '../access/access.ts';
import { requireSession } from '../row/find.ts';
import { readAllReadable } from '../row/repository.ts';
import { viewOf } from '../row/views.ts';

/** The largest number of a camera's photos from which the studio chooses one to set the clock. */
const maxSamples = 40;

/**
 * Returns the cameras of a session's photos with sample photos and their clocks, the camera with most photos first.
 * @throws StudioError NOT_FOUND
 */
export async function listCameras(actor: Admin, sessionId: string): Promise<SessionCameras> {
  const session = await requireSession(actor, sessionId);
  const ready = (await readAllReadable(session.id)).filter((photo) => photo.state === 'ready');
  const clocked = ready.flatMap((photo) => (photo.capture ? [{ photo, capture: photo.capture }] : []));
  const cameras = [...Map.groupBy(clocked, ({ capture }) => cameraOf(capture))].map(([name, photosOfCamera]) => ({
    name,
    photos_count: photosOfCamera.length,
    without_zone: photosOfCamera.filter(({ capture }) => capture.ahead === undefined).length,
    samples: evenlySpaced(
      photosOfCamera.toSorted((first, second) => (first.capture.clock < second.capture.clock ? -1 : 1)),
    ).map(({ photo, capture }) => ({ ...viewOf(photo, cleanFiles(photo)), capture })),
  }));
  return {
    cameras: cameras.toSorted(
      (first, second) => second.photos_count - first.photos_count || (first.name < second.name ? -1 : 1),
    ),
    fixed_count: ready.filter(({ captured_at, capture }) => captured_at !== null && !capture).length,
  };
}

/** Returns at most `maxSamples` items at even distances, with the first and the last. */
function evenlySpaced<Item>(items: Item[]): Item[] {
  if (items.length <= maxSamples) return items;
  const step = (items.length - 1) / (maxSamples - 1);
  return Array.from({ length: maxSamples }, (_, index) => items[Math.round(index * step)]!);
}
