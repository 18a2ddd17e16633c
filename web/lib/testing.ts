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

/** Responses by `METHOD /path`; a function computes a response from the request's body. */
export type Answers = Record<string, unknown>;

/** Returns an error response in the API's format. */
export const failing = (status: number, code: string, message = `${code}.`, fields: object = {}) =>
  Response.json({ error: { code, message, ...fields } }, { status });

/**
 * Returns a fake `fetch` that responds from `answers`, which a test may change later. A request without an entry
 * rejects like a network error.
 * @returns `asked`: the requests in order, such as `POST /api/client/me {"name":"Rosa"}`.
 */
export function answerFetch(answers: Answers): { asked: string[]; fetch: typeof fetch } {
  const requests: string[] = [];
  return {
    asked: requests,
    fetch: async (input, init = {}) => {
      const request = `${init.method ?? 'GET'} ${input}`;
      requests.push(init.body ? `${request} ${init.body}` : request);
      if (!(request in answers)) throw new TypeError(`Nothing answers to ${request}.`);
      const answer = answers[request];
      const body = typeof answer === 'function' ? await answer(JSON.parse(String(init.body ?? 'null'))) : answer;
      return readHere(body instanceof Response ? body.clone() : Response.json(body));
    },
  };
}

/**
 * Makes a response read its JSON as objects of the tests' own `Object`, as in a browser. The libraries that copy objects leave those
 * of Node's uncopied.
 */
const readHere = (response: Response): Response =>
  Object.assign(response, { json: async () => JSON.parse(await response.text()) });

/**
 * Renders the screen of these routes at `path`; every other path renders as `At /path`.
 * @returns the query client, `unmount`, the current location and `navigate`.
 */
export function showScreen(
  routes: RouteObject[],
  path: string,
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } }),
) {
  const current = {} as { location: Location; navigate: NavigateFunction };
  function Screens() {
    current.location = useLocation();
    current.navigate = useNavigate();
    return useRoutes([...routes, { path: '*', element: createElement('p', null, `At ${current.location.pathname}`) }]);
  }
  const router = createElement(MemoryRouter, { initialEntries: [path] }, createElement(Screens));
  const { unmount } = render(createElement(QueryClientProvider, { client: queries }, router));
  return {
    queries,
    unmount,
    location: () => current.location,
    place: () => current.location.pathname + current.location.search,
    navigate: (to: string | number, options?: NavigateOptions) =>
      act(async () => current.navigate(to as string, options)),
  };
}
