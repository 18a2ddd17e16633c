import { lazily } from './lazily.ts';

/** A screen with the stylesheet of all private screens, of which the gallery and a session's page need only a part. */
export const screen = (load: Parameters<typeof lazily>[0]) =>
  lazily(async () => (await Promise.all([load(), import('../styles/private-styles.ts')]))[0]);
