import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the screen: an answer may come after it was left. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    // Strict mode takes it off the screen once to try that.
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
