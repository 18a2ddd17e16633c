import { useCallback, useEffect, useRef } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { useFocusOnClose, type Visit } from '../../../../photos/lightbox/focus-on-close.ts';
import { useOpenPhoto } from '../../../../photos/lightbox/open-photo.ts';

/**
 * Returns the photo of a session's list that is open in the lightbox, according to the URL. Loads pages of the list until it has
 * the photo, and further pages before the photo is the last one.
 * @param loadMore loads the next page
 * @returns `address`: the photo in the URL; `shown`: the same once the list has it. `list`: ref of the element around the list,
 * in which `focused` must be scrolled into view after the lightbox was closed. `view`: moves to another photo.
 */
export function useOpenInList(
  session: string,
  items: StudioPhoto[],
  { isLoaded, hasNextPage, loadMore }: { isLoaded: boolean; hasNextPage: boolean; loadMore: () => void },
) {
  const list = useRef<HTMLDivElement>(null);
  const visit = useRef<Visit>({});
  const { opened, open: openInAddress, move, close } = useOpenPhoto();
  const address = opened?.session === session ? opened.photo : undefined;
  const shown = items.some(({ id }) => id === address) ? address : undefined;
  const focused = useFocusOnClose(list, shown, visit);
  const open = useCallback(
    (photo: string) => {
      visit.current = { opener: photo };
      openInAddress(session, photo);
    },
    [openInAddress, session],
  );
  const view = (photo: string) => {
    visit.current.last = photo;
    move(session, photo);
  };
  // The photo of the URL can be on any page of the list: load until found.
  useEffect(() => {
    if (address === undefined || shown !== undefined || !isLoaded) return;
    if (hasNextPage) loadMore();
    else close();
  }, [address, shown, isLoaded, hasNextPage, loadMore, close]);
  // Load more before the open photo is the last one.
  const isNearEnd = shown !== undefined && items.slice(-10).some(({ id }) => id === shown);
  useEffect(() => {
    if (isNearEnd && hasNextPage && isLoaded) loadMore();
  }, [isNearEnd, hasNextPage, isLoaded, loadMore]);
  return { list, address, shown, focused, open, view, close };
}
