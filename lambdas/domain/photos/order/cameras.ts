import type { SessionCameras } from '#shared/contract/sessions.ts';
import { cameraOf } from '#shared/time/capture-clock.ts';
import type { Admin } from '../../../platform/auth.ts';
import { cleanFiles } from '../access/access.ts';
import { requireSession } from '../row/find.ts';
import { readAllReadable } from '../row/repository.ts';
import { viewOf } from '../row/views.ts';

/** Photos of a camera that are shown to choose one of, at most. */
const samplesAtMost = 40;

/**
 * Returns the cameras of a session's photos, those with most photos first, with what their clocks say.
 * @throws StudioError NOT_FOUND
 */
export async function listCameras(actor: Admin, sessionId: string): Promise<SessionCameras> {
  const session = await requireSession(actor, sessionId);
  const ready = (await readAllReadable(session.id)).filter((photo) => photo.state === 'ready');
  const clocked = ready.flatMap((photo) => (photo.capture ? [{ photo, capture: photo.capture }] : []));
  const cameras = [...Map.groupBy(clocked, ({ capture }) => cameraOf(capture))].map(([name, some]) => ({
    name,
    photos_count: some.length,
    without_zone: some.filter(({ capture }) => capture.ahead === undefined).length,
    samples: spread(some.toSorted((one, other) => (one.capture.clock < other.capture.clock ? -1 : 1))).map(
      ({ photo, capture }) => ({ ...viewOf(photo, cleanFiles(photo)), capture }),
    ),
  }));
  return {
    cameras: cameras.toSorted(
      (one, other) => other.photos_count - one.photos_count || (one.name < other.name ? -1 : 1),
    ),
    fixed_count: ready.filter(({ captured_at, capture }) => captured_at !== null && !capture).length,
  };
}

/** The first, the last, and others as far apart as possible. */
function spread<Item>(items: Item[]): Item[] {
  if (items.length <= samplesAtMost) return items;
  const step = (items.length - 1) / (samplesAtMost - 1);
  return Array.from({ length: samplesAtMost }, (_, index) => items[Math.round(index * step)]!);
}
