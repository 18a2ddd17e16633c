import { useCallback, useEffect, useState } from 'react';

/** Holds the photo in the lightbox, as an entry of the tab's history: Back closes it. The address stays the link. */
export function useOpenedPhoto() {
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
  return { opened, open, move, close };
}
