import { browserStorage } from '../browser/storage.ts';

const key = 'named-guest';

/** Remembers that somebody has picked or noted as a guest in this browser: its cookies can't be read by scripts. */
export const rememberNamedGuest = (): void => browserStorage.set(key, 'yes');

/** Whether the server may know picks of this browser's guests; others save the request. */
export const wasNamedGuest = (): boolean => browserStorage.get(key) !== null;
