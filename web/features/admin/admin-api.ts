import { hc } from 'hono/client';
import type { AdminApi } from '../../../lambdas/admin/app.ts';
import { answerOf, authorizedFetch } from '../../lib/query/api.ts';
import { mediaAccessQuery } from '../../lib/query/media-access.ts';
import { likeRead } from '../../lib/query/patience.ts';

/** The typed client of the admin API; each noun has its queries and mutations in its own `api.ts`. */

export const adminApi = hc<AdminApi>('/', { fetch: authorizedFetch }).api.admin;

export const adminMediaAccess = mediaAccessQuery(() =>
  answerOf(adminApi['media-access'].$post({}, { init: likeRead })),
);
