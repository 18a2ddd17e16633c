import { browserStorage } from '../browser/storage.ts';

const key = 'choose-account';

/**
 * Makes the next sign-in after a sign-out show Google's account chooser. Google's own session survives our sign-out, so
 * on a shared computer the next person would be signed in as the previous one.
 */
export const requestAccountChooser = (): void => browserStorage.set(key, 'yes');

export const isAccountChooserRequested = (): boolean => browserStorage.get(key) !== null;

/** Clears the request; called after a successful sign-in. */
export const clearAccountChooserRequest = (): void => browserStorage.remove(key);
