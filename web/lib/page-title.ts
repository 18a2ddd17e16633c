import { studio } from '#shared/studio.ts';

/** What a browser's tab and history say of a screen. */
export const pageTitle = (screen: string) => `${screen} | ${studio.name}`;
