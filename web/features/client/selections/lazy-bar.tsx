import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { inTime } from '../../../ui/status/in-time.ts';
import { Notice } from '../../../ui/status/notice.tsx';

/** Returns a bar at the bottom of the page whose code loads when it is rendered. */
function lazyBar<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): ComponentType<Props> {
  return function LazyBar(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    const [hasFailed, setFailed] = useState(false);
    const start = useCallback(() => {
      setFailed(false);
      inTime(load).then(
        (module) => setLoaded(() => module.default),
        (error) => {
          console.warn('The selections could not be loaded.', error);
          setFailed(true);
        },
      );
    }, []);
    useEffect(start, [start]);
    return (
      <>
        {Loaded && <Loaded {...props} />}
        <KeepFocus>
          {hasFailed && (
            <div className="fixed inset-x-0 bottom-0 z-45 bg-white lg:left-60">
              <Notice tone="error" onRetry={start}>
                The studio has opened a selection, but it could not be loaded.
              </Notice>
            </div>
          )}
        </KeepFocus>
      </>
    );
  };
}

/** The bar of a session's selections. */
export const LazySelectionBar = lazyBar(() => import('./selection-bar.tsx'));

/** The bar that leads from the gallery to an open selection. */
export const LazyGalleryBar = lazyBar(() => import('./gallery-bar.tsx'));
