import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenedLink } from '#shared/contract/links.ts';
import type { GalleryPage } from '#shared/contract/photos/photos.ts';
import type { Session } from '#shared/contract/sessions/sessions.ts';
import { newAccountConcurrency, throttles } from '../../infra/blueprint/throttles.ts';
import { edgeSecret } from '../../local/environment.ts';
import { startHttpApi } from '../../local/lambda/http-api.ts';
import type { Functions } from '../../local/lambda/runtime.ts';
import type { RunningService } from '../../local/services/service.ts';
import { likeRead, patientFetch } from '../../web/lib/query/patience.ts';
import { readyPhoto, storePhotos } from '../support/rows/photo-rows.ts';
import { type ApiStudio, adminClaims, call, startApiStudio } from '../support/studio/api-studio.ts';
import { linkValues, newClient, newSession } from '../support/studio/api-world.ts';

/**
 * A link that is sent to all guests of a wedding at once: API Gateway's throttles as deployed, and the ten functions at
 * once of a new account. The guests' pages ask as in a browser, by web/lib/query/patience.ts; all are in one Wi-Fi.
 */

const guests = 200;
const photosCount = 90;

let studio: ApiStudio;
let api: RunningService;
let token: string;
let most = 0;
const answered: Record<number, number> = {};

/** The guests' function, in this process. Counts how many run at once. */
function inThisProcess(): Functions {
  let running = 0;
  return {
    names: ['guest'],
    invoke: async (_, event) => {
      const { handler } = await import('../../lambdas/guest/handler.ts');
      running += 1;
      most = Math.max(most, running);
      try {
        return { requestId: randomUUID(), ok: true, payload: JSON.stringify(await handler(event as never)) };
      } finally {
        running -= 1;
      }
    },
    close: async () => {},
  };
}

beforeAll(async () => {
  studio = await startApiStudio();
  const routes = [{ path: '/api/guest/{proxy+}', authorizer: 'none', function: 'guest' }];
  api = await startHttpApi({ port: 0, functions: inThisProcess(), authorizers: {}, routes });
  const { profile } = await newClient();
  const session: Session = await newSession(profile.id);
  await storePhotos(
    session.id,
    Array.from({ length: photosCount }, () => readyPhoto(session)),
  );
  const { app: admin } = await import('../../lambdas/admin/app.ts');
  const link = await call(admin, 'POST', `/api/admin/sessions/${session.id}/links`, {
    as: adminClaims(),
    body: linkValues,
  });
  ({ token } = link.json<{ token: string }>());
});
afterAll(async () => {
  await api?.close();
  await studio?.close();
});

const at = (path: string) => `http://127.0.0.1:${api.port}${path}`;
const setLimits = (limits: unknown) => fetch(at('/_limits'), { method: 'PUT', body: JSON.stringify(limits) });
beforeEach(() => {
  most = 0;
  for (const status of Object.keys(answered)) delete answered[Number(status)];
});

/** As the edge passes a request on. */
const headers = {
  'x-studio-edge': edgeSecret,
  'x-viewer-ip': '203.0.113.9',
  'content-type': 'application/json',
};

/** A guest's page: opens the link, then loads the photos further down. Returns how many photos the guest sees. */
async function visit(): Promise<number> {
  const opening = await patientFetch(at('/api/guest/open'), {
    ...likeRead,
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  count(opening);
  if (!opening.ok) throw new Error(`The link answered ${opening.status}.`);
  const opened = (await opening.json()) as OpenedLink;
  if (opened.state !== 'open') throw new Error(`The link is ${opened.state}.`);
  const { link_id, photos } = opened;
  const cookie = opening.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const more = await patientFetch(at(`/api/guest/links/${link_id}/photos?cursor=${photos.next_cursor}`), {
    headers: { ...headers, cookie },
  });
  count(more);
  if (!more.ok) throw new Error(`The second page answered ${more.status}.`);
  return photos.items.length + ((await more.json()) as GalleryPage).items.length;
}

const count = ({ status }: Response) => {
  answered[status] = (answered[status] ?? 0) + 1;
};

/** What all guests together see and meet. */
async function wedding() {
  const visits = await Promise.allSettled(Array.from({ length: guests }, visit));
  const errors = visits.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  const seen = visits.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return { errors: [...new Set(errors)], seen: [...new Set(seen)], guests: seen.length };
}

describe('200 guests open a link at once', () => {
  test('under the deployed throttles and a new account’s concurrency, and all see the gallery', async () => {
    await setLimits('deployed');
    expect(await wedding()).toEqual({ errors: [], seen: [photosCount], guests });
    expect(answered).toEqual({ 200: 2 * guests });
    // Not more than the account runs, and as many: the limit was met.
    expect(most).toBe(newAccountConcurrency);
  });

  test('also where the throttles let only a few in at once', async () => {
    const guest = { rate: 60, burst: 20 };
    await setLimits({ throttles: { ...throttles, routes: { guest } }, concurrency: newAccountConcurrency });
    expect(await wedding()).toEqual({ errors: [], seen: [photosCount], guests });
  });
});
