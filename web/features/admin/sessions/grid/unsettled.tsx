import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnsettledPage, UnsettledPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Confirm } from '../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { DamagedRows } from '../../damaged-rows.tsx';
import { forgetLastUpload, useLastUpload } from '../../uploads/last-upload.ts';
import { pathOfUpload, uploadPath } from '../../uploads/upload-path.ts';
import { useUploads } from '../../uploads/uploads.ts';
import { dismissReplacement, isFresh, trashPhotos } from './api.ts';

const isReplacement = ({ replaces }: UnsettledPhoto) => replaces !== null;

/** Photos of a session that are pending, or failed with a reason, and replacements of photos that are. */
export function Unsettled({
  session,
  unsettled,
}: {
  session: SessionDetails;
  unsettled: UseQueryResult<UnsettledPage>;
}) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { running } = useUploads();
  const last = useLastUpload();
  const [asking, setAsking] = useState(false);
  /** This browser's upload to this session, if it ended early. */
  const ended = !running && last?.session === session.id ? last : undefined;
  const unsent = ended ? ended.total - ended.completed : 0;
  const mayArrive = (photo: UnsettledPhoto) => isFresh(photo) && !ended?.unsent.includes(photo.id);
  const open = unsettled.data?.items.filter((photo) => photo.state === 'pending') ?? [];
  const pending = open.filter(mayArrive);
  const interrupted = open.filter((photo) => !mayArrive(photo));
  const missing = Math.max(unsent, interrupted.length);
  const failed = unsettled.data?.items.filter((photo) => photo.state === 'failed') ?? [];
  const moreThan = unsettled.data?.next_cursor ? 'More than ' : '';
  const dismiss = async (photos: UnsettledPhoto[]) => {
    setBusy(true);
    setError(undefined);
    try {
      // The photo of a replacement stays.
      for (const { id } of photos.filter(isReplacement)) await dismissReplacement(session.id, id);
      const ids = photos.filter((photo) => !isReplacement(photo)).map(({ id }) => id);
      for (let start = 0; start < ids.length; start += limits.photosPerEdit) {
        await trashPhotos(session.id, ids.slice(start, start + limits.photosPerEdit));
      }
    } catch (cause) {
      setError(`Not dismissed. ${messageOf(cause)}`);
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
      <DamagedRows pages={unsettled.data && [unsettled.data]} list="photos" partition={session.id} />
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
                <li dir="auto" key={photo.id} className="[overflow-wrap:anywhere]">
                  {photo.file_name}
                </li>
              ))}
            </ul>
          </details>
        </Notice>
      )}
      {missing > 0 && (
        <Notice tone="info">
          <p>
            {unsettled.data?.next_cursor && 'More than '}
            {missing === 1 ? '1 file never arrived' : `${formatCount(missing)} files never arrived`}: the upload was
            interrupted. Files that are here already are skipped when you choose the folder again.
          </p>
          {interrupted.length > 0 && (
            <details>
              <summary className="min-h-6">Names</summary>
              <ul className="max-h-60 overflow-y-auto">
                {interrupted.map((photo) => (
                  <li dir="auto" key={photo.id}>
                    {photo.file_name}
                  </li>
                ))}
              </ul>
            </details>
          )}
          <span className="-ml-3 flex flex-wrap">
            <ButtonLink look="quiet" to={ended ? pathOfUpload(ended) : uploadPath(session.customer_id, session.id)}>
              Choose the folder again
            </ButtonLink>
            <Button look="quiet" busy={busy} onClick={() => setAsking(true)}>
              Forget them
            </Button>
          </span>
        </Notice>
      )}
      {asking && (
        <Confirm
          title={missing === 1 ? 'Forget the file?' : `Forget ${formatCount(missing)} files?`}
          action="Forget them"
          busy={busy}
          onConfirm={async () => {
            await dismiss(interrupted);
            if (last?.session === session.id) forgetLastUpload();
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            Nothing of them was stored. An upload of them that still runs on another computer is refused; they can be
            chosen again at any time.
          </p>
        </Confirm>
      )}
      {error && failed.length === 0 && <Notice tone="error">{error}</Notice>}
      {failed.length > 0 && (
        <section aria-labelledby="failed" className="border-l-4 border-alert bg-alert-wash px-4 py-3">
          <div className="flex flex-wrap items-center gap-x-4">
            <h2 id="failed" className="mr-auto font-sans text-sm font-semibold tracking-normal text-alert">
              {failed.length === 1
                ? '1 file could not become a photo'
                : `${failed.length} files could not become photos`}
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
                <Button
                  look="quiet"
                  busy={busy}
                  onClick={() => dismiss([photo])}
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
