import { Navigate } from 'react-router-dom';
import { type OpenPhoto, searchWith } from '../../../lib/browser/photo-address.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { KeepFocus } from '../../../ui/navigation/keep-focus.tsx';
import { Loading, Notice } from '../../../ui/status/notice.tsx';
import type { AllFavorites } from '../favorites/favorite-photos.ts';

/** A dialog over the list while the photo of the URL is not in the list: it is loading, has failed, or is missing. */
export function AwaitedPhoto({
  error,
  isMissing,
  onRetry,
  onClose,
}: {
  error: Error | null;
  /** Whether all photos are loaded and the photo is not among them. */
  isMissing: boolean;
  onRetry: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title={isMissing ? 'This photo is not in your gallery' : 'Opening the photo'} onClose={onClose}>
      <KeepFocus>
        {isMissing ? (
          <p className="text-mute">
            The studio may have hidden or removed it since the link was made, or the link is another client’s.
          </p>
        ) : error ? (
          <Notice tone="error" onRetry={onRetry}>
            The photo could not be loaded. {error.message}
          </Notice>
        ) : (
          <Loading lines={1}>Loading photo...</Loading>
        )}
      </KeepFocus>
      <div className="dialog-foot mt-6">
        <Button look={isMissing ? 'primary' : 'secondary'} onClick={onClose}>
          {isMissing ? 'Show the gallery' : 'Cancel'}
        </Button>
      </div>
    </Dialog>
  );
}

/** The dialog of `AwaitedPhoto` over the list of favorites. A photo that is not a favorite opens in the gallery. */
export function AwaitedFavorite({
  favorites: { photos, isComplete, error, refetch },
  opened,
  onClose,
}: {
  favorites: AllFavorites;
  opened: OpenPhoto | undefined;
  onClose: () => void;
}) {
  if (!opened || photos.some(({ id, session_id }) => id === opened.photo && session_id === opened.session)) return null;
  if (isComplete) {
    return <Navigate to={`/dashboard/gallery${searchWith('', opened)}`} replace />;
  }
  return <AwaitedPhoto error={error} isMissing={false} onRetry={refetch} onClose={onClose} />;
}
