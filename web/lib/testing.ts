import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createElement } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';

/** What a test's API answers to `METHOD /path`; a function answers by the request's body. */
export type Answers = Record<string, unknown>;

/** An answer that is no success, as our API words it. */
export const failing = (status: number, code: string, message = `${code}.`, more: object = {}) =>
  Response.json({ error: { code, message, ...more } }, { status });

/**
 * Answers `fetch` by `answers`, in which a test may change its mind; what is not there fails like a missing network.
 * Returns what was asked, in order: `POST /api/client/me {"name":"Rosa"}`.
 */
export function answerFetch(answers: Answers): { asked: string[]; fetch: typeof fetch } {
  const asked: string[] = [];
  return {
    asked,
    fetch: async (input, init = {}) => {
      const what = `${init.method ?? 'GET'} ${input}`;
      asked.push(init.body ? `${what} ${init.body}` : what);
      if (!(what in answers)) throw new TypeError(`Nothing answers to ${what}.`);
      const answer = answers[what];
      const body = typeof answer === 'function' ? await answer(JSON.parse(String(init.body ?? 'null'))) : answer;
      return body instanceof Response ? body.clone() : Response.json(body);
    },
  };
}

/** Shows the screen at `path` of these routes; every other path shows itself as `At /path`. */
export function showScreen(routes: RouteObject[], path: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const router = createMemoryRouter(
    [...routes, { path: '*', Component: () => createElement('p', null, `At ${router.state.location.pathname}`) }],
    { initialEntries: [path] },
  );
  render(createElement(QueryClientProvider, { client: queries }, createElement(RouterProvider, { router })));
  return { queries, router, place: () => router.state.location.pathname + router.state.location.search };
}
