import { useState } from 'react';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { Button, ButtonLink } from '../../../../../ui/button.tsx';
import { Confirm } from '../../../../../ui/layers/dialog.tsx';
import { Notice } from '../../../../../ui/status/notice.tsx';
import { forgetLastUpload, useLastUpload } from '../../../uploads/last-upload.ts';
import { pathOfUpload, uploadPath } from '../../../uploads/upload-path.ts';
import type { Arrivals } from './arrivals.ts';
import type { Dismissal } from './dismissal.ts';

/** Notice of how many files of an upload never arrived, with buttons to choose their folder again or to forget them. */
export function MissingFiles({
  session,
  arrivals: { interrupted, missing, hasMore, ended },
  dismissal: { dismiss, busy },
}: {
  session: SessionDetails;
  arrivals: Arrivals;
  dismissal: Dismissal;
}) {
  const [asking, setAsking] = useState(false);
  const lastUpload = useLastUpload();
  const forget = async () => {
    await dismiss(interrupted);
    if (lastUpload?.session === session.id) forgetLastUpload();
    setAsking(false);
  };
  return (
    <>
      {missing > 0 && (
        <Notice tone="info">
          <p>
            {hasMore && 'More than '}
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
          onConfirm={forget}
          onClose={() => setAsking(false)}
        >
          <p>
            Nothing of them was stored. An upload of them that still runs on another computer is refused; they can be
            chosen again at any time.
          </p>
        </Confirm>
      )}
    </>
  );
}
