import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import { Notice } from '../../../../../ui/status/notice.tsx';

/** Notice of how many photos may still arrive, with their names. */
export function PendingPhotos({
  pending,
  hasMore,
}: {
  pending: UnsettledPhoto[];
  /** Whether the session has unsettled photos that are not loaded. */
  hasMore: boolean;
}) {
  return (
    <Notice tone="info">
      <details>
        <summary className="min-h-6">
          {hasMore && 'More than '}
          {pending.length === 1 ? '1 photo has' : `${pending.length} photos have`} not arrived yet, or will be ready in
          a moment.
        </summary>
        <ul className="mt-2 max-h-60 overflow-y-auto">
          {pending.map((photo) => (
            <li dir="auto" key={photo.id} className="[overflow-wrap:anywhere]">
              {photo.file_name}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
