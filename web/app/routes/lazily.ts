import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { inTime } from '../../ui/status/in-time.ts';

/**
 * Loads a screen's code.
 * @property routes the component's routes below its path, if it has any
 */
type Load = () => Promise<{ Component: ComponentType; routes?: RouteObject[] }>;

/** Returns a route whose screen's code is loaded when it is first shown. */
export const lazily = (load: Load): Pick<RouteObject, 'Component' | 'handle'> => ({
  Component: lazy(async () => ({ default: (await inTime(load)).Component })),
  handle: load,
});

/**
 * Loads the code of the current screen before anything is rendered, so that a prerendered page is hydrated with its
 * component, and a private screen needs no loading screen first.
 */
export async function loadScreen(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes as Parameters<typeof matchRoutes>[0], path) ?? [];
  await Promise.all(
    matches.map(async ({ route, params }) => {
      const load = route.handle as Load | undefined;
      if (!load) return;
      const { Component, routes: below } = await inTime(load);
      Object.assign(route, { Component });
      if (below) await loadScreen(below, `/${params['*'] ?? ''}`);
    }),
  );
}
