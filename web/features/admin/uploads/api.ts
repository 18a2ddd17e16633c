import { queryOptions } from '@tanstack/react-query';
import type { RequestTickets, TicketRequest } from '#shared/contract/photos/uploads.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';
import { oneSelection, selections } from '../selections/api.ts';
import { attachments } from '../sessions/attachments-api.ts';
import { everyPhoto, everyTrashed } from '../sessions/grid/api.ts';

/** Current names and sizes of a session's photos. */
export const uploadedPhotosQuery = (session: string) =>
  queryOptions({
    queryKey: ['uploaded-photos', session],
    queryFn: async () => (await everyPhoto(session, 'all')).map(({ file_name, size }) => ({ name: file_name, size })),
    staleTime: 0,
    gcTime: 0,
  });

/** All current photos of a session, those in its trash, and the ids of photos that are chosen in a selection. */
export const versionTargetsQuery = (session: string) =>
  queryOptions({
    queryKey: ['version-targets', session],
    queryFn: async () => {
      const [photos, trashed, { items }] = await Promise.all([
        everyPhoto(session, 'all'),
        everyTrashed(session),
        answerOf(selections.$get({ param: { session } })),
      ]);
      const chosenPages = await Promise.all(
        items
          .filter(({ chosen_count }) => chosen_count > 0)
          .map(({ id }) => answerOf(oneSelection.photos.$get({ param: { session, selection: id } }))),
      );
      return {
        photos,
        trashed: [...trashed.values()],
        chosen: new Set(chosenPages.flatMap((page) => page.items.map(({ id }) => id))),
      };
    },
    staleTime: 0,
    gcTime: 0,
  });

export const requestTickets = (session: string, values: RequestTickets) =>
  answerOf(adminApi.sessions[':session'].uploads.$post({ param: { session }, json: values }));

/** Requests tickets for files to attach; the server ignores other attributes of the request. */
export const requestAttachmentTickets = (session: string, files: TicketRequest[]) =>
  answerOf(attachments.uploads.$post({ param: { session }, json: { files } }));
