import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { createElement } from 'react';
import {
  type Location,
  MemoryRouter,
  type NavigateFunction,
  type NavigateOptions,
  type RouteObject,
  useLocation,
  useNavigate,
  useRoutes,
} from 'react-router-dom';

/** Responses by `METHOD /path`; a function computes one from the request's body. */
export type Answers = Record<string, unknown>;

/** An error response in the API's format. */
export const failing = (status: number, code: string, message = `${code}.`, more: object = {}) =>
  Response.json({ error: { code, message, ...more } }, { status });

/**
 * A fake `fetch` that responds from `answers`, which a test may change later. A request without an entry rejects like a
 * network error.
 * @returns `asked`: the requests in order, such as `POST /api/client/me {"name":"Rosa"}`.
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
 * Renders the screen of these routes at `path`; every other path renders as `At /path`.
 * @returns the query client, `unmount`, the current location and `navigate`.
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
    navigate: (to: string | number, options?: NavigateOptions) => act(async () => at.navigate(to as string, options)),
  };
}
