import { queryOptions } from '@tanstack/react-query';
import type { AnnounceSession, CreateSession, EditSession, OpenSession } from '#shared/contract/sessions/sessions.ts';
import { answerOf } from '../../../lib/query/api.ts';
import { pagedQuery } from '../../../lib/query/paged-query.ts';
import type { LinksApi } from '../../../links/links-api.ts';
import { adminApi } from '../admin-api.ts';

/** The studio's requests about links for guests. */
export const linksApi: LinksApi = {
  audience: 'studio',
  list: (session) => answerOf(adminApi.sessions[':session'].links.$get({ param: { session } })),
  create: (session, values) =>
    answerOf(adminApi.sessions[':session'].links.$post({ param: { session }, json: values })),
  edit: (link, values) => answerOf(adminApi.links[':link'].$patch({ param: { link }, json: values })),
  revoke: (link) => answerOf(adminApi.links[':link'].revoke.$post({ param: { link } })),
  guests: (session, query) => answerOf(adminApi.sessions[':session'].guests.$get({ param: { session }, query })),
  guestPicks: (session, query) =>
    answerOf(adminApi.sessions[':session']['guest-picks'].$get({ param: { session }, query })),
};

/** All sessions, newest first, paged. */
export const sessionsQuery = pagedQuery(['sessions'], (query) => answerOf(adminApi.sessions.$get({ query })));

export const createSession = (values: CreateSession) => answerOf(adminApi.sessions.$post({ json: values }));

/** Returns the customer's session with that label, after creating it if it is missing. */
export const ensureSession = (values: OpenSession) => answerOf(adminApi.sessions.open.$post({ json: values }));

export const sessionQuery = (session: string) =>
  queryOptions({
    queryKey: ['session', session],
    queryFn: () => answerOf(adminApi.sessions[':session'].$get({ param: { session } })),
  });

/** Milliseconds between requests for the numbers of watermarked and reordered photos. */
export const workInterval = 3_000;

/** The query of a session that is refetched while its photos are being watermarked or reordered. */
export const workingSessionQuery = (session: string) =>
  queryOptions({
    ...sessionQuery(session),
    refetchInterval: ({ state: { data } }) => (data?.marks_pending || data?.clocks_pending ? workInterval : false),
  });

export const editSession = (session: string, values: EditSession) =>
  answerOf(adminApi.sessions[':session'].$patch({ param: { session }, json: values }));

export const deleteSession = (session: string, version: number) =>
  answerOf(adminApi.sessions[':session'].$delete({ param: { session }, query: { version: String(version) } }));

export const restoreSession = (session: string) =>
  answerOf(adminApi.sessions[':session'].restore.$post({ param: { session } }));

/** Sessions that can be restored, most recently deleted first, paged. */
export const deletedSessionsQuery = pagedQuery(['deleted-sessions'], (query) =>
  answerOf(adminApi.sessions.deleted.$get({ query })),
);

/**
 * Sends an email to the client that the gallery is ready, now or when the watermark is on all photos.
 * @param announcedAt `announced_at` as last loaded; if another email was sent since, the API responds 409.
 */
export const announceSession = (
  session: string,
  announcedAt: string | null,
  message: string,
  when: NonNullable<AnnounceSession['when']>,
) =>
  answerOf(
    adminApi.sessions[':session'].announcement.$post({
      param: { session },
      json: { announced_at: announcedAt, message, when },
    }),
  );

/** Takes back an announcement that waits for the watermark. */
export const takeBackAnnouncement = (session: string) =>
  answerOf(adminApi.sessions[':session'].announcement.$delete({ param: { session } }));

/** Returns the email that `announceSession` would send. */
export const previewAnnouncement = (session: string, message: string) =>
  answerOf(adminApi.sessions[':session'].announcement.preview.$post({ param: { session }, json: { message } }));

/** Returns the email that `announceFinished` would send. */
export const previewFinished = (session: string, message: string) =>
  answerOf(
    adminApi.sessions[':session']['finished-announcement'].preview.$post({ param: { session }, json: { message } }),
  );

/**
 * Sends an email to the client about finished photos.
 * @param announcedAt `finished_announced_at` as last loaded; if another email was sent since, the API responds 409.
 */
export const announceFinished = (session: string, announcedAt: string | null, message: string) =>
  answerOf(
    adminApi.sessions[':session']['finished-announcement'].$post({
      param: { session },
      json: { finished_announced_at: announcedAt, message },
    }),
  );

/** Marks a session's new favorites and notes as seen by the studio. */
export const markSeen = (session: string) => answerOf(adminApi.sessions[':session'].seen.$post({ param: { session } }));
