import type { EditMessage } from '#shared/contract/messages.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

export const messagesQuery = pagedQuery(['messages'], (query) => answerOf(adminApi.messages.$get({ query })));

export const editMessage = (message: string, change: EditMessage) =>
  answerOf(adminApi.messages[':message'].$patch({ param: { message }, json: change }));
