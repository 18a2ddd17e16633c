import { tabStorage } from '../browser/storage.ts';

const key = 'account-deleted';

/**
 * Remembers in this tab that the account was deleted, because signing out leaves the page; cleared by the next sign-in.
 */
export const rememberDeletion = (): void => tabStorage.set(key, 'yes');

export const isDeleted = (): boolean => tabStorage.get(key) !== null;

export const forgetDeletion = (): void => tabStorage.remove(key);
