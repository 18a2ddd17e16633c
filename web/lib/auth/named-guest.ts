import { browserStorage } from '../browser/storage.ts';

const key = 'named-guest';

/** Remembers that somebody has picked or noted as a guest in this browser, because scripts can't read its cookies. */
export const rememberNamedGuest = (): void => browserStorage.set(key, 'yes');

/** Whether the server may have picks of this browser's guests. Other browsers save the request. */
export const wasNamedGuest = (): boolean => browserStorage.get(key) !== null;
