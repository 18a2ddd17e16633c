/** Returns a path on our origin, or null for any other address: prevents open redirects by links and OAuth state. */
export function ownPath(path: string | null | undefined): string | null {
  if (!path?.startsWith('/')) return null;
  try {
    const url = new URL(path, location.origin);
    return url.origin === location.origin && !url.pathname.startsWith('//')
      ? `${url.pathname}${url.search}${url.hash}`
      : null;
  } catch {
    return null;
  }
}
