import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { formatPhotoCount } from '../../../photos/format-photo-count.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { inMore, More } from '../../../ui/layers/more.tsx';
import { AdminsOnly } from '../admins-only.tsx';
import { useIsStaff } from '../is-staff.ts';
import { PresetActions } from '../presets/session-presets.tsx';
import { uploadPath } from '../uploads/upload-path.ts';
import { DeleteSessionDialog, useLeaveDeleted } from './delete-session.tsx';
import { EditSessionDialog } from './edit-session.tsx';
import { ExportDialog } from './names/export-names.tsx';
import { NextStepButton } from './progress/next-step-button.tsx';
import type { SessionProgress } from './progress/session-progress.ts';
import { ShareSession } from './share-session.tsx';

/** A session's facts in one line, which scrolls sideways where it does not fit; its padding is the room of a focus outline. */
export function SessionFacts({ session }: { session: SessionDetails }) {
  const hiddenCount = session.photos_count - session.visible_count;
  return (
    <p className="-mx-1 -mb-1 overflow-x-auto p-1 text-sm whitespace-nowrap text-mute [scrollbar-width:none] print:whitespace-normal">
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
  );
}

/** The buttons for the whole session, among them its next step, and their dialogs. The parent is a flex container. */
export function SessionActions({ session, progress }: { session: SessionDetails; progress: SessionProgress }) {
  const [open, setOpen] = useState<'edit' | 'share' | 'export' | 'delete'>();
  const close = () => setOpen(undefined);
  const leave = useLeaveDeleted(session);
  return (
    <>
      <SessionMore session={session} onExport={() => setOpen('export')} onDelete={() => setOpen('delete')} />
      {/* On a phone these buttons are a row below the title, in a wider window they are in the title’s row. */}
      <div className="flex items-center gap-x-4 max-md:-mx-4 max-md:w-[calc(100%+2rem)] max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:whitespace-nowrap max-md:[scrollbar-width:none] md:contents">
        <NextStepButton session={session} progress={progress} className="max-sm:px-4! md:order-4" />
        <ButtonLink
          look={progress.step?.act === 'upload' ? 'primary' : 'secondary'}
          className="max-sm:px-4! md:order-3"
          to={uploadPath(session.customer_id, session.id)}
        >
          Upload Photos
        </ButtonLink>
        <Button look="quiet" className="px-0!" onClick={() => setOpen('share')}>
          Share
        </Button>
        <Button look="quiet" className="px-0!" onClick={() => setOpen('edit')}>
          Edit Session
        </Button>
      </div>
      {open === 'edit' && <EditSessionDialog session={session} onClose={close} />}
      {open === 'share' && <ShareSession session={session} onClose={close} />}
      {open === 'export' && <ExportShownNames session={session} onClose={close} />}
      {open === 'delete' && <DeleteSessionDialog session={session} onDeleted={leave} onClose={close} />}
    </>
  );
}

function SessionMore({
  session,
  onExport,
  onDelete,
}: {
  session: SessionDetails;
  onExport: () => void;
  onDelete: () => void;
}) {
  const isStaff = useIsStaff();
  return (
    <div className="md:order-2">
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
        <PresetActions session={session} />
        {isStaff ? (
          <AdminsOnly act="export file names" className="px-4 py-2" />
        ) : (
          <button type="button" className={inMore} onClick={onExport}>
            Export file names
          </button>
        )}
        {isStaff ? (
          <AdminsOnly act="delete sessions" className="px-4 py-2" />
        ) : (
          <button type="button" className={`${inMore} text-alert`} onClick={onDelete}>
            Delete Session
          </button>
        )}
      </More>
    </div>
  );
}

/** The dialog that exports file names, which begins with those of the shown list. */
function ExportShownNames({ session, onClose }: { session: SessionDetails; onClose: () => void }) {
  const [query] = useSearchParams();
  const show = query.get('show');
  const from = show === 'chosen' ? `chosen ${query.get('in')}` : show === 'noted' ? 'noted' : 'favorites';
  return <ExportDialog session={session} from={from} onClose={onClose} />;
}
