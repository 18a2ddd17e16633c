import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { createElement } from 'react';
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  type RouteObject,
  useLocation,
  useNavigate,
  useRoutes,
} from 'react-router-dom';

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

/**
 * Shows the screen at `path` of these routes; every other path shows itself as `At /path`.
 * Returns where it is by now, and what leads elsewhere.
 */
export function showScreen(
  routes: RouteObject[],
  path: string,
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } }),
) {
  const at = {} as { location: Location; navigate: NavigateFunction };
  function Screens() {
    at.location = useLocation();
    at.navigate = useNavigate();
    return useRoutes([...routes, { path: '*', element: createElement('p', null, `At ${at.location.pathname}`) }]);
  }
  const router = createElement(MemoryRouter, { initialEntries: [path] }, createElement(Screens));
  const { unmount } = render(createElement(QueryClientProvider, { client: queries }, router));
  return {
    queries,
    unmount,
    location: () => at.location,
    place: () => at.location.pathname + at.location.search,
    navigate: (to: string | number) => act(async () => at.navigate(to as string)),
  };
}
