import { queryOptions } from '@tanstack/react-query';
import type { RequestTickets, TicketRequest } from '#shared/contract/photos/photos.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';
import { oneSelection, selections } from '../selections/api.ts';
import { attachments } from '../sessions/attachments-api.ts';
import { everyPhoto, everyTrashed } from '../sessions/grid/api.ts';

/** Names and sizes of a session's photos as of now. */
export const uploadedPhotosQuery = (session: string) =>
  queryOptions({
    queryKey: ['uploaded-photos', session],
    queryFn: async () => (await everyPhoto(session, 'all')).map(({ file_name, size }) => ({ name: file_name, size })),
    staleTime: 0,
    gcTime: 0,
  });

/** All photos of a session as of now and those in its trash, and in how many selections each is chosen. */
export const versionTargetsQuery = (session: string) =>
  queryOptions({
    queryKey: ['version-targets', session],
    queryFn: async () => {
      const [photos, trashed, { items }] = await Promise.all([
        everyPhoto(session, 'all'),
        everyTrashed(session),
        answerOf(selections.$get({ param: { session } })),
      ]);
      const some = await Promise.all(
        items
          .filter(({ chosen_count }) => chosen_count > 0)
          .map(({ id }) => answerOf(oneSelection.photos.$get({ param: { session, selection: id } }))),
      );
      return {
        photos,
        trashed: [...trashed.values()],
        chosen: new Set(some.flatMap((page) => page.items.map(({ id }) => id))),
      };
    },
    staleTime: 0,
    gcTime: 0,
  });

export const requestTickets = (session: string, values: RequestTickets) =>
  answerOf(adminApi.sessions[':session'].uploads.$post({ param: { session }, json: values }));

/** Tickets for files to attach; other attributes of the request are ignored. */
export const requestAttachmentTickets = (session: string, files: TicketRequest[]) =>
  answerOf(attachments.uploads.$post({ param: { session }, json: { files } }));
