import type { UseQueryResult } from '@tanstack/react-query';
import type { UnsettledPage } from '#shared/contract/photos/uploads.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { Notice } from '../../../../../ui/status/notice.tsx';
import { DamagedRows } from '../../../damaged-rows.tsx';
import { useLastUpload } from '../../../uploads/last-upload.ts';
import { useUploads } from '../../../uploads/uploads.ts';
import { useDismissal } from './dismissal.ts';
import { FailedPhotos } from './failed-photos.tsx';
import { groupsOf } from './groups.ts';
import { MissingFiles } from './missing-files.tsx';
import { PendingPhotos } from './pending-photos.tsx';

/** Notices and lists of a session's photos that are pending or failed, with replacements of photos. */
export function Unsettled({
  session,
  unsettled,
}: {
  session: SessionDetails;
  unsettled: UseQueryResult<UnsettledPage>;
}) {
  const { running } = useUploads();
  const lastUpload = useLastUpload();
  const dismissal = useDismissal(session.id, unsettled.refetch);
  /** This browser's upload to this session, if it ended early. */
  const ended = !running && lastUpload?.session === session.id ? lastUpload : undefined;
  const { pending, interrupted, failed } = groupsOf(unsettled.data?.items ?? [], ended?.unsent ?? []);
  const hasMore = Boolean(unsettled.data?.next_cursor);
  return (
    <>
      {unsettled.isError && (
        <Notice tone="error" onRetry={() => unsettled.refetch()}>
          It could not be checked which photos are still on their way. {unsettled.error.message}
        </Notice>
      )}
      <DamagedRows pages={unsettled.data && [unsettled.data]} list="photos" partition={session.id} />
      {pending.length > 0 && <PendingPhotos pending={pending} hasMore={hasMore} />}
      <MissingFiles session={session} interrupted={interrupted} hasMore={hasMore} ended={ended} dismissal={dismissal} />
      {dismissal.error && failed.length === 0 && <Notice tone="error">{dismissal.error}</Notice>}
      {failed.length > 0 && <FailedPhotos session={session} failed={failed} dismissal={dismissal} />}
    </>
  );
}
