import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';

type Load = () => Promise<{ Component: ComponentType }>;

/** The part of a route whose screen is code of its own, loaded when it is first shown. */
export const lazily = (load: Load): Pick<RouteObject, 'Component' | 'handle'> => ({
  Component: lazy(async () => ({ default: (await load()).Component })),
  handle: load,
});

/**
 * Loads what the address shows before anything is drawn: a prerendered page must find its own component when it wakes, and
 * the screen that somebody opens needs no other one before it.
 */
export async function loadScreen(routes: RouteObject[], path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      const load = route.handle as Load | undefined;
      if (load) Object.assign(route, { Component: (await load()).Component });
    }),
  );
}
