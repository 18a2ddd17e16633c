import type { UnsettledPhoto } from '#shared/contract/photos/uploads.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { Button, ButtonLink } from '../../../../../ui/button.tsx';
import { uploadPath } from '../../../uploads/upload-path.ts';
import type { Dismissal } from './dismissal.ts';
import { isReplacement } from './groups.ts';

/** The files that could not become photos, each with the reason and buttons to choose it again or dismiss it. */
export function FailedPhotos({
  session,
  failed,
  dismissal: { dismiss, busy, error },
}: {
  session: SessionDetails;
  failed: UnsettledPhoto[];
  dismissal: Dismissal;
}) {
  return (
    <section aria-labelledby="failed" className="border-l-4 border-alert bg-alert-wash px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4">
        <h2 id="failed" className="mr-auto font-sans text-sm font-semibold tracking-normal text-alert">
          {failed.length === 1 ? '1 file could not become a photo' : `${failed.length} files could not become photos`}
        </h2>
        {failed.length > 1 && (
          <Button look="quiet" busy={busy} onClick={() => dismiss(failed)}>
            Dismiss all
          </Button>
        )}
      </div>
      <ul className="mt-1 text-sm">
        {failed.map((photo) => (
          <li key={photo.id} className="flex flex-wrap items-center gap-x-4 border-t border-alert/20">
            <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
              {photo.file_name}
            </span>
            <span className="min-w-0 flex-1 basis-64 text-mute max-sm:basis-full">
              {photo.reason}
              {isReplacement(photo) && ` ${photo.replaces} stays as it is.`}
            </span>
            <ButtonLink
              look="quiet"
              to={uploadPath(session.customer_id, session.id)}
              aria-label={`Retry ${photo.file_name}: choose it again`}
            >
              Retry
            </ButtonLink>
            <Button look="quiet" busy={busy} onClick={() => dismiss([photo])} aria-label={`Dismiss ${photo.file_name}`}>
              Dismiss
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <p role="alert" className="text-sm text-alert">
          {error}
        </p>
      )}
    </section>
  );
}
