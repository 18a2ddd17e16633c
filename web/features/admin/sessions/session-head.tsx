import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { inMore, More } from '../../../ui/layers/more.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { uploadPath } from '../uploads/upload-path.ts';
import { DeleteSessionDialog, useLeaveDeleted } from './delete-session.tsx';
import { EditSessionDialog } from './edit-session.tsx';
import { DownloadsDialog } from './settings/download-settings.tsx';
import { ShareSession } from './share-session.tsx';

// Loaded on demand, because the dialog contains the outlines of all letters.
const WatermarkDialog = lazy(() => import('./settings/watermark-dialog.tsx'));
const ClocksDialog = lazy(() => import('../clocks/clocks-dialog.tsx'));

/** A session's facts in one line. */
export function SessionFacts({ session }: { session: SessionDetails }) {
  const hiddenCount = session.photos_count - session.visible_count;
  return (
    <div className="mt-2 max-w-3xl text-sm text-mute">
      <p>
        <Link to={`/admin/customer/${session.customer_id}/edit`} className="inline-link text-ink">
          <bdi>{session.customer_name || 'Unknown'}</bdi>
        </Link>{' '}
        · {calendarDate(session.session_date)} · {session.session_label} ·{' '}
        <span className="tabular-nums">
          {formatPhotoCount(session.photos_count)}
          {hiddenCount > 0 && `, ${formatCount(hiddenCount)} hidden`}
        </span>
        {session.finished_count > 0 && (
          <>
            {' · '}
            <span className="text-ink tabular-nums">
              Finished {formatCount(session.finished_count)} of {formatCount(session.photos_count)}
            </span>
          </>
        )}
      </p>
      {session.notes && (
        <p dir="auto" className="mt-2 whitespace-pre-line text-ink [overflow-wrap:anywhere]">
          {session.notes}
        </p>
      )}
    </div>
  );
}

/** The buttons for the whole session, and their dialogs. */
export function SessionActions({ session }: { session: SessionDetails }) {
  const [open, setOpen] = useState<'edit' | 'share' | 'downloads' | 'watermark' | 'clocks' | 'delete'>();
  const close = () => setOpen(undefined);
  const isStaff = useIsStaff();
  const leave = useLeaveDeleted(session);
  return (
    // If the buttons wrap below the title, the first button's text is aligned with the title.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:-ml-3">
      <ButtonLink
        look="secondary"
        className="max-sm:px-4! md:order-last"
        to={uploadPath(session.customer_id, session.id)}
      >
        Upload Photos
      </ButtonLink>
      <Button look="quiet" className="max-sm:px-0!" onClick={() => setOpen('edit')}>
        Edit Session
      </Button>
      <Button look="quiet" className="max-sm:px-0!" onClick={() => setOpen('share')}>
        Share
      </Button>
      <More label="More for this session">
        {session.photos_count > 0 && (
          <Link className={inMore} to={`/admin/session/${session.id}/finished`}>
            Upload finished versions
          </Link>
        )}
        <Link
          className={inMore}
          to={`/admin/view/${session.customer_id}/session/${session.id}/dashboard/gallery/${session.session_label}`}
        >
          View as the client
        </Link>
        <Link className={inMore} to={`/admin/session/${session.id}/timeline`}>
          Timeline
        </Link>
        <button type="button" className={inMore} onClick={() => setOpen('downloads')}>
          Change downloads
        </button>
        <button type="button" className={inMore} onClick={() => setOpen('watermark')}>
          Change watermark
        </button>
        <button type="button" className={inMore} onClick={() => setOpen('clocks')}>
          Time zone and clocks
        </button>
        {isStaff ? (
          <AdminsOnly act="delete sessions" className="px-4 py-2" />
        ) : (
          <button type="button" className={`${inMore} text-alert`} onClick={() => setOpen('delete')}>
            Delete Session
          </button>
        )}
      </More>
      {open === 'edit' && <EditSessionDialog session={session} onClose={close} />}
      {open === 'share' && <ShareSession session={session} onClose={close} />}
      {open === 'downloads' && <DownloadsDialog session={session} onClose={close} />}
      {open === 'watermark' && (
        <Suspense>
          <WatermarkDialog session={session} onClose={close} />
        </Suspense>
      )}
      {open === 'clocks' && (
        <Suspense>
          <ClocksDialog session={session} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteSessionDialog session={session} onDeleted={leave} onClose={close} />}
    </div>
  );
}
