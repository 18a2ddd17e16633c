import { browserStorage } from '../browser/storage.ts';

const key = 'sign-in-email';

/** Returns the address that last signed in with a code in this browser, or ''; forgotten at sign-out. */
export const rememberedEmail = (): string => browserStorage.get(key) ?? '';

export const isRememberedEmail = (email: string): boolean => rememberedEmail() === email;

export const rememberEmail = (email: string): void => browserStorage.set(key, email);

export const forgetEmail = (): void => browserStorage.remove(key);
