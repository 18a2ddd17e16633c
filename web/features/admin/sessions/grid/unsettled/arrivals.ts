import type { UseQueryResult } from '@tanstack/react-query';
import type { UnsettledPage } from '#shared/contract/photos/uploads.ts';
import { type LastUpload, useLastUpload } from '../../../uploads/last-upload.ts';
import { useUploads } from '../../../uploads/uploads.ts';
import { groupsOf, type UnsettledGroups } from './groups.ts';

/** The files that were uploaded to a session and are no photos of it yet, by what became of them. */
export interface Arrivals extends UnsettledGroups {
  /** How many files never arrived, also those that this browser did not begin to send. */
  missing: number;
  /** This browser's upload to this session, if it ended early. */
  ended: LastUpload | undefined;
  /** Whether the session has unsettled photos that are not loaded. */
  hasMore: boolean;
  /** Whether this could not be checked, or some of its rows can't be read. */
  isUnsure: boolean;
}

/**
 * Returns what became of the files of a session's uploads.
 * @param unsettled the query of `useUnsettled`
 */
export function useArrivals(session: string, unsettled: UseQueryResult<UnsettledPage>): Arrivals {
  const { running } = useUploads();
  const lastUpload = useLastUpload();
  const ended = !running && lastUpload?.session === session ? lastUpload : undefined;
  const groups = groupsOf(unsettled.data?.items ?? [], ended?.unsent ?? []);
  const unsent = ended ? ended.total - ended.completed : 0;
  return {
    ...groups,
    missing: Math.max(unsent, groups.interrupted.length),
    ended,
    hasMore: Boolean(unsettled.data?.next_cursor),
    isUnsure: unsettled.isError || (unsettled.data?.damaged ?? []).length > 0,
  };
}
