import { lazily } from './lazily.ts';

/**
 * Returns the route of a screen that needs the stylesheet of all private screens; the gallery and a session's page load
 * only a subset of it.
 */
export const screen = (load: Parameters<typeof lazily>[0]) =>
  lazily(async () => (await Promise.all([load(), import('../styles/private-styles.ts')]))[0]);
