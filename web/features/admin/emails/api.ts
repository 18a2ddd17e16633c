import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

/** Undelivered emails, newest first. */
export const emailsQuery = pagedQuery(['emails'], (query) => answerOf(adminApi.emails.$get({ query })), {
  // Bounces arrive at any time.
  staleTime: 0,
});

export const resendEmail = (email: string) => answerOf(adminApi.emails[':email'].resend.$post({ param: { email } }));
