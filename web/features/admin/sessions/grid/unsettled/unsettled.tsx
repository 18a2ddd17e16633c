import type { UseQueryResult } from '@tanstack/react-query';
import type { UnsettledPage } from '#shared/contract/photos/uploads.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { Notice } from '../../../../../ui/status/notice.tsx';
import { DamagedRows } from '../../../damaged-rows.tsx';
import type { Arrivals } from './arrivals.ts';
import { useDismissal } from './dismissal.ts';
import { FailedPhotos } from './failed-photos.tsx';
import { MissingFiles } from './missing-files.tsx';
import { PendingPhotos } from './pending-photos.tsx';

/** Notices and lists of a session's photos that are pending or failed, with replacements of photos. */
export function Unsettled({
  session,
  unsettled,
  arrivals,
}: {
  session: SessionDetails;
  unsettled: UseQueryResult<UnsettledPage>;
  arrivals: Arrivals;
}) {
  const dismissal = useDismissal(session.id, unsettled.refetch);
  const { pending, failed, hasMore } = arrivals;
  return (
    <>
      {unsettled.isError && (
        <Notice tone="error" onRetry={() => unsettled.refetch()}>
          It could not be checked which photos are still on their way. {unsettled.error.message}
        </Notice>
      )}
      <DamagedRows pages={unsettled.data && [unsettled.data]} list="photos" partition={session.id} />
      {pending.length > 0 && <PendingPhotos pending={pending} hasMore={hasMore} />}
      <MissingFiles session={session} arrivals={arrivals} dismissal={dismissal} />
      {dismissal.error && failed.length === 0 && <Notice tone="error">{dismissal.error}</Notice>}
      {failed.length > 0 && <FailedPhotos session={session} failed={failed} dismissal={dismissal} />}
    </>
  );
}
