import { queryOptions } from '@tanstack/react-query';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import { adminApi } from '../admin-api.ts';

/** Undelivered emails, newest first. */
export const emailsQuery = pagedQuery(['emails'], (query) => answerOf(adminApi.emails.$get({ query })), {
  // Bounces arrive at any time.
  staleTime: 0,
});

export const resendEmail = (email: string) => answerOf(adminApi.emails[':email'].resend.$post({ param: { email } }));

/** All emails of the last 90 days, newest first. */
export const sentEmailsQuery = pagedQuery(
  ['sent-emails'],
  (query) => answerOf(adminApi['sent-emails'].$get({ query })),
  // Emails are sent, delivered and returned at any time.
  { staleTime: 0 },
);

/** The emails to and about a customer, newest first. */
export const customerEmailsQuery = (customer: string) =>
  pagedQuery(
    ['sent-emails', customer],
    (query) => answerOf(adminApi.customers[':customer'].emails.$get({ param: { customer }, query })),
    { staleTime: 0 },
  );

/** An email with its text. */
export const sentEmailQuery = (email: string) =>
  queryOptions({
    queryKey: ['sent-email', email],
    queryFn: () => answerOf(adminApi['sent-emails'][':email'].$get({ param: { email } })),
    staleTime: 0,
  });
