import type { TimelinePage } from '#shared/contract/timeline.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

export type TimelineOf = { kind: 'session' | 'customer'; id: string };

/** The timeline of a session or a customer, newest entry first; with `by`, only the acts of the client, guests or the studio. */
export const timelineQuery = ({ kind, id }: TimelineOf, by?: 'client' | 'guest' | 'studio') =>
  pagedQuery(['timeline', kind, id, by ?? 'all'], (page) => {
    const query = { ...page, ...(by && { by }) };
    return answerOf<TimelinePage>(
      kind === 'session'
        ? adminApi.sessions[':session'].timeline.$get({ param: { session: id }, query })
        : adminApi.customers[':customer'].timeline.$get({ param: { customer: id }, query }),
    );
  });
