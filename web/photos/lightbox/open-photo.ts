import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openPhotoOf, searchWith } from '../../lib/browser/photo-address.ts';
import { overPlace, samePlace } from '../../ui/navigation/restore-scroll.ts';

/**
 * The photo opened over a list, stored in the URL: Back closes it, a reload opens it again, and the URL can be shared
 * between the client's devices. All functions are stable.
 */
export function useOpenPhoto() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  /** Key of the history entry being left, so that closing twice does not navigate back twice. */
  const leaving = useRef<string>(undefined);
  /** The photo of the latest navigation, which the router may not have rendered yet. */
  const requested = useRef<string>(undefined);
  useLayoutEffect(() => {
    requested.current = openPhotoOf(location.search)?.photo;
  }, [location]);
  useLayoutEffect(() => {
    latest.current = { location, navigate };
    if (!openPhotoOf(location.search)) leaving.current = undefined;
  });

  const open = useCallback((session: string, photo: string) => {
    const { location: at, navigate: go } = latest.current;
    go({ search: searchWith(at.search, { session, photo }) }, { state: overPlace });
  }, []);

  /** Replaces the open photo. */
  const move = useCallback((session: string, photo: string) => {
    const { location: at, navigate: go } = latest.current;
    const shown = openPhotoOf(at.search);
    if (!shown || requested.current === photo) return;
    requested.current = photo;
    go({ search: searchWith(at.search, { session, photo }) }, { replace: true, state: at.state });
  }, []);

  const close = useCallback(() => {
    const { location: at, navigate: go } = latest.current;
    if (!openPhotoOf(at.search) || leaving.current === at.key) return;
    leaving.current = at.key;
    // If it was opened from its list in this tab, the list is the previous history entry; if by URL, there is none.
    if (at.state?.overPlace === true) go(-1);
    else go({ search: searchWith(at.search) }, { replace: true, state: samePlace });
  }, []);

  return { opened: openPhotoOf(location.search), open, move, close };
}
