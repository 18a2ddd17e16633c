const key = 'sign-in-email';

/** The address that last signed in with a code in this browser, or ''; forgotten at sign-out. */
export const rememberedEmail = (): string => localStorage.getItem(key) ?? '';

export const isRememberedEmail = (email: string): boolean => rememberedEmail() === email;

export const rememberEmail = (email: string): void => localStorage.setItem(key, email);

export const forgetEmail = (): void => localStorage.removeItem(key);
