import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { openPhotoOf, searchWith } from '../../lib/browser/photo-address.ts';
import { keepScroll, overPage } from '../../ui/navigation/restore-scroll.ts';

/**
 * Returns the photo that is open over a list, and functions that open, replace and close it. The photo is in the URL:
 * Back closes it, a reload opens it again, and the URL can be shared between the client's devices. All functions are
 * stable.
 */
export function useOpenPhoto() {
  const location = useLocation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigate });
  /** The key of the history entry that is being left, so that closing twice does not navigate back twice. */
  const leavingKey = useRef<string>(undefined);
  /** The photo of the latest navigation, which the router may not have rendered yet. */
  const requested = useRef<string>(undefined);
  useLayoutEffect(() => {
    requested.current = openPhotoOf(location.search)?.photo;
  }, [location]);
  useLayoutEffect(() => {
    latest.current = { location, navigate };
    if (!openPhotoOf(location.search)) leavingKey.current = undefined;
  });

  const open = useCallback((session: string, photo: string) => {
    const { location: current, navigate: go } = latest.current;
    go({ search: searchWith(current.search, { session, photo }) }, { state: overPage });
  }, []);

  /** Replaces the open photo. */
  const move = useCallback((session: string, photo: string) => {
    const { location: current, navigate: go } = latest.current;
    const shownPhoto = openPhotoOf(current.search);
    if (!shownPhoto || requested.current === photo) return;
    requested.current = photo;
    go({ search: searchWith(current.search, { session, photo }) }, { replace: true, state: current.state });
  }, []);

  const close = useCallback(() => {
    const { location: current, navigate: go } = latest.current;
    if (!openPhotoOf(current.search) || leavingKey.current === current.key) return;
    leavingKey.current = current.key;
    // If the photo was opened from its list in this tab, the list is the previous history entry; if it was opened by
    // URL, there is none.
    if (current.state?.overPage === true) go(-1);
    else go({ search: searchWith(current.search) }, { replace: true, state: keepScroll });
  }, []);

  return { opened: openPhotoOf(location.search), open, move, close };
}
