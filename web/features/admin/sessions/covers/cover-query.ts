import { queryOptions } from '@tanstack/react-query';
import type { SessionCovers } from '#shared/contract/sessions/covers.ts';
import { limits } from '#shared/limits.ts';
import { answerOf } from '../../../../lib/query/api.ts';
import { adminApi } from '../../admin-api.ts';

type CoverPhoto = SessionCovers['items'][number]['photo'];

/** Sessions whose covers the next request asks for, each with what waits for its cover. */
let waiting = new Map<string, PromiseWithResolvers<CoverPhoto | null>>();

/** The photo that stands for a session; null without photos. Sessions that are shown at once share requests. */
export const sessionCoverQuery = (session: string) =>
  queryOptions({
    queryKey: ['session-cover', session],
    queryFn: () => loadCover(session),
    // The cover may have been changed on the session's screen. Another window's change can wait.
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

function loadCover(session: string): Promise<CoverPhoto | null> {
  if (waiting.size === 0) setTimeout(requestWaiting);
  const cover = waiting.get(session) ?? Promise.withResolvers<CoverPhoto | null>();
  waiting.set(session, cover);
  return cover.promise;
}

function requestWaiting(): void {
  const covers = [...waiting];
  waiting = new Map();
  for (let start = 0; start < covers.length; start += limits.coversPerRequest) {
    void request(covers.slice(start, start + limits.coversPerRequest));
  }
}

async function request(covers: [session: string, PromiseWithResolvers<CoverPhoto | null>][]): Promise<void> {
  try {
    const query = { sessions: covers.map(([session]) => session).join(',') };
    const { items } = await answerOf(adminApi.sessions.covers.$get({ query }));
    const photos = new Map(items.map(({ session_id, photo }) => [session_id, photo]));
    for (const [session, { resolve }] of covers) resolve(photos.get(session) ?? null);
  } catch (error) {
    for (const [, { reject }] of covers) reject(error);
  }
}
