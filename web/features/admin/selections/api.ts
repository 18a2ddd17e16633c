import { queryOptions } from '@tanstack/react-query';
import type { EditSelection, OpenSelection } from '#shared/contract/selections.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

export const selections = adminApi.sessions[':session'].selections;

export const oneSelection = selections[':selection'];

/** A session's selections, oldest first, and its deleted selections. Clients choose and submit at any time. */
export const selectionsQuery = (session: string) =>
  queryOptions({
    queryKey: ['selections', session],
    queryFn: () => answerOf(selections.$get({ param: { session } })),
    staleTime: 0,
  });

/** A selection with its chosen photos, its rounds and its quote. */
export const selectionQuery = (session: string, selection: string) =>
  queryOptions({
    queryKey: ['selection', session, selection],
    queryFn: () => answerOf(oneSelection.$get({ param: { session, selection } })),
    staleTime: 0,
  });

/** The photos and notes that were submitted in one round. */
export const roundQuery = (session: string, selection: string, round: number) =>
  queryOptions({
    queryKey: ['selection-round', session, selection, round],
    queryFn: () =>
      answerOf(oneSelection.rounds[':round'].$get({ param: { session, selection, round: String(round) } })),
    // The photos may be deleted at any time.
    staleTime: 0,
  });

/** The photos that are chosen now, with hidden ones. */
export const chosenPhotosQuery = (session: string, selection: string) =>
  pagedQuery(['photos', session, 'chosen', selection], () =>
    answerOf(oneSelection.photos.$get({ param: { session, selection } })),
  );

export const openSelection = (session: string, json: OpenSelection) =>
  answerOf(selections.$post({ param: { session }, json }));

export const editSelection = (session: string, selection: string, json: EditSelection) =>
  answerOf(oneSelection.$patch({ param: { session, selection }, json }));

/** Deletes a selection, which can be restored until its session is erased. */
export const deleteSelection = (session: string, selection: string, version: number) =>
  answerOf(oneSelection.$delete({ param: { session, selection }, query: { version: String(version) } }));

export const restoreSelection = (session: string, selection: string) =>
  answerOf(oneSelection.restore.$post({ param: { session, selection } }));
