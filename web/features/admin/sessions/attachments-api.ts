import { queryOptions } from '@tanstack/react-query';
import type { StudioAttachment } from '#shared/contract/attachments.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { adminApi } from '../admin-api.ts';

export const attachments = adminApi.sessions[':session'].attachments;

/** A session's attachments, with those in the trash; polled every 2 seconds while one may be uploading. */
export const attachmentsQuery = (session: string) =>
  queryOptions({
    queryKey: ['attachments', session],
    queryFn: () => answerOf(attachments.$get({ param: { session } })),
    refetchInterval: ({ state: { data } }) => (data?.items.some(isArriving) ? 2_000 : false),
    staleTime: 0,
  });

/** Whether the attachment may still be uploading: its upload was requested within the last 10 minutes. */
export const isArriving = ({ state, attached_at }: StudioAttachment): boolean =>
  state === 'pending' && Date.now() - Date.parse(attached_at) < 10 * 60_000;

/** Moves attachments to the trash. This and `restoreAttachments` return all attachments of the session, as the query does. */
export const trashAttachments = (session: string, attachment_ids: string[]) =>
  answerOf(attachments.trash.$post({ param: { session }, json: { attachment_ids } }));

export const restoreAttachments = (session: string, attachment_ids: string[]) =>
  answerOf(attachments.restore.$post({ param: { session }, json: { attachment_ids } }));

/** Returns a signed URL, valid for minutes, that downloads an attachment. */
export const attachmentLink = (session: string, attachment: string) =>
  answerOf(attachments[':attachment'].download.$get({ param: { session, attachment } }));
