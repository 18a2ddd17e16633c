import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { useFocusOnClose, type Visit } from '../../photos/lightbox/focus-on-close.ts';

/**
 * Returns the photo in the lightbox, and the card that gets the focus when the lightbox closes.
 * @param photos the photos that can be opened
 * @param list the element that contains their cards
 */
export function useOpenedPhoto(photos: GalleryPhoto[], list: RefObject<HTMLDivElement | null>) {
  const { photo, open, move, close } = usePhotoInHistory();
  const visit = useRef<Visit>({});
  const opened = photos.find(({ id }) => id === photo)?.id;
  const focused = useFocusOnClose(list, opened, visit);
  const onOpen = useCallback(
    (id: string) => {
      visit.current = { opener: id };
      open(id);
    },
    [open],
  );
  const onView = ({ id }: GalleryPhoto) => {
    visit.current.last = id;
    move(id);
  };
  return { opened, focused, onOpen, onView, close };
}

/** Holds the opened photo as an entry of the tab's history, so that Back closes it. The address stays the link. */
function usePhotoInHistory() {
  const [opened, setOpened] = useState<string>();
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => setOpened((state as { photo?: string } | null)?.photo);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, []);
  const open = useCallback((photo: string) => {
    history.pushState({ photo }, '');
    setOpened(photo);
  }, []);
  const move = useCallback((photo: string) => {
    history.replaceState({ photo }, '');
    setOpened(photo);
  }, []);
  const close = useCallback(() => {
    if ((history.state as { photo?: string } | null)?.photo === undefined) setOpened(undefined);
    else history.back();
  }, []);
  return { photo: opened, open, move, close };
}
