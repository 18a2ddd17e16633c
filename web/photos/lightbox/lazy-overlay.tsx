import { type ComponentType, lazy, Suspense } from 'react';
import { inTime } from '../../ui/status/in-time.ts';
import { LightboxBoundary } from './lightbox-boundary.tsx';

/**
 * Returns a component that opens over a list, and whose code loads when it opens.
 * @param title the title of the dialog that says that the code could not be loaded
 */
export function lazyOverlay<Props extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  title?: string,
): ComponentType<Props> {
  const Loaded: ComponentType<Props> = lazy(() => inTime(load));
  return (props) => (
    <LightboxBoundary {...(title !== undefined && { title })} onClose={props.onClose}>
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    </LightboxBoundary>
  );
}
