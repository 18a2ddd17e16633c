import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref that is false after unmount, for responses that arrive later. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    // React Strict Mode unmounts and remounts once in development.
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
