import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnsettledPage } from '#shared/contract/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { limits } from '#shared/limits.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { binPhotos } from './queries.ts';

/** Photos of a session that are not ready: on their way, or refused with a reason. */
export function Unsettled({
  session,
  unsettled,
}: {
  session: SessionDetails;
  unsettled: UseQueryResult<UnsettledPage>;
}) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const pending = unsettled.data?.items.filter((photo) => photo.state === 'pending') ?? [];
  const failed = unsettled.data?.items.filter((photo) => photo.state === 'failed') ?? [];
  const moreThan = unsettled.data?.next_cursor ? 'More than ' : '';
  const dismiss = async (ids: string[]) => {
    setBusy(true);
    setError(undefined);
    try {
      for (let start = 0; start < ids.length; start += limits.photosPerEdit) {
        await binPhotos(session.id, ids.slice(start, start + limits.photosPerEdit));
      }
    } catch (cause) {
      setError(`Not dismissed. ${cause instanceof Error ? cause.message : ''}`);
    }
    await unsettled.refetch();
    setBusy(false);
  };
  return (
    <>
      {unsettled.isError && (
        <Notice tone="error" onRetry={() => unsettled.refetch()}>
          It could not be checked which photos are still on their way. {unsettled.error.message}
        </Notice>
      )}
      {pending.length > 0 && (
        <Notice tone="info">
          <details>
            <summary className="min-h-6">
              {moreThan}
              {pending.length === 1 ? '1 photo has' : `${pending.length} photos have`} not arrived yet, or will be ready
              in a moment.
            </summary>
            <ul className="mt-2 max-h-60 overflow-y-auto">
              {pending.map((photo) => (
                <li key={photo.id} className="[overflow-wrap:anywhere]">
                  {photo.file_name}
                </li>
              ))}
            </ul>
          </details>
        </Notice>
      )}
      {failed.length > 0 && (
        <section aria-labelledby="failed" className="border-l-4 border-alert bg-alert-wash px-4 py-3">
          <div className="flex flex-wrap items-center gap-x-4">
            <h2 id="failed" className="mr-auto font-sans text-sm font-semibold tracking-normal text-alert">
              {failed.length === 1
                ? '1 file could not become a photo'
                : `${failed.length} files could not become photos`}
            </h2>
            {failed.length > 1 && (
              <Button look="quiet" busy={busy} onClick={() => dismiss(failed.map((photo) => photo.id))}>
                Dismiss all
              </Button>
            )}
          </div>
          <ul className="mt-1 text-sm">
            {failed.map((photo) => (
              <li key={photo.id} className="flex flex-wrap items-center gap-x-4 border-t border-alert/20">
                <span className="font-semibold [overflow-wrap:anywhere]">{photo.file_name}</span>
                <span className="min-w-0 flex-1 basis-64 text-mute max-sm:basis-full">{photo.reason}</span>
                <ButtonLink
                  look="quiet"
                  to={`/admin/photo-upload?customer_id=${session.customer_id}&session_id=${session.id}`}
                  aria-label={`Retry ${photo.file_name}: choose it again`}
                >
                  Retry
                </ButtonLink>
                <Button
                  look="quiet"
                  busy={busy}
                  onClick={() => dismiss([photo.id])}
                  aria-label={`Dismiss ${photo.file_name}`}
                >
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
      )}
    </>
  );
}
