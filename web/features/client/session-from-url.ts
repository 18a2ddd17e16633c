import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Scrolls to the session in the URL (`?session=`, as linked in emails) once the gallery is rendered.
 * @returns whether the URL names a session.
 */
export function useSessionFromUrl(isDrawn: boolean): boolean {
  const session = useSearchParams()[0].get('session');
  useEffect(() => {
    if (isDrawn && session) document.getElementById(`session-${session}`)?.scrollIntoView();
  }, [isDrawn, session]);
  return session !== null;
}
