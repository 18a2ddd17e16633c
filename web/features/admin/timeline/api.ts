import type { TimelinePage } from '#shared/contract/timeline.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

export type TimelineOf = { kind: 'session' | 'customer'; id: string };

/** What happened with a session or a customer, newest first; with `by`, the acts of one side only. */
export const timelineQuery = ({ kind, id }: TimelineOf, by?: 'client' | 'guest' | 'studio') =>
  pagedQuery(['timeline', kind, id, by ?? 'all'], (page) => {
    const query = { ...page, ...(by && { by }) };
    return answerOf<TimelinePage>(
      kind === 'session'
        ? adminApi.sessions[':session'].timeline.$get({ param: { session: id }, query })
        : adminApi.customers[':customer'].timeline.$get({ param: { customer: id }, query }),
    );
  });
