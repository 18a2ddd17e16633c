/**
 * Behavior of the router's next major version: navigations render as transitions, and splat routes resolve as others.
 */
export const future = { v7_startTransition: true, v7_relativeSplatPath: true } as const;
