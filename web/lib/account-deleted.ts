const key = 'account-deleted';

/**
 * Remembers in this tab that the account was deleted, because signing out leaves the page; cleared by the next sign-in.
 */
export const rememberDeletion = (): void => sessionStorage.setItem(key, 'yes');

export const isDeleted = (): boolean => sessionStorage.getItem(key) !== null;

export const forgetDeletion = (): void => sessionStorage.removeItem(key);
