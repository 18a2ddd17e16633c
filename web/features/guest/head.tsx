import type { Guest, SharedSession } from '#shared/contract/links.ts';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { calendarDate } from '#shared/time/calendar-date.ts';
import { formatPhotoCount } from '../../photos/format-photo-count.ts';
import { SessionHead } from '../../photos/session-head.tsx';
import { Button } from '../../ui/button.tsx';
import { Download, Star } from '../../ui/icons.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useSharedBy } from './document-title.ts';
import { picksOf } from './picks.ts';

/** The head of a shared session. */
export function Head({
  session,
  cover,
  guest,
  picks,
  onDownload,
}: {
  session: Pick<
    SharedSession,
    'session_name' | 'session_date' | 'shared_by' | 'photos_count' | 'may_pick' | 'download'
  >;
  cover: GalleryPhoto | undefined;
  /** The guest, once they have given their name. */
  guest: Guest | null;
  /** The number of the guest's picks. */
  picks: number;
  onDownload: () => void;
}) {
  const sharedBy = useSharedBy(session);
  return (
    <SessionHead
      name={session.session_name}
      cover={cover}
      above={<Logo className="text-lg" />}
      facts={
        <>
          {calendarDate(session.session_date)} · shared by <bdi>{sharedBy}</bdi>
        </>
      }
    >
      <p className="mt-3 flex flex-wrap items-center gap-x-6 text-sm text-mute tabular-nums">
        {formatPhotoCount(session.photos_count)}
        {session.may_pick && session.photos_count > 0 && (
          <span className="inline-flex items-center gap-2" role="status">
            <Star filled className="size-5 shrink-0 text-brass" />
            {picksOf(guest, picks)}
          </span>
        )}
      </p>
      {session.download !== 'none' && session.photos_count > 0 && (
        <div className="mt-3">
          <Button look="secondary" onClick={onDownload}>
            <Download className="size-5" />
            Download all
          </Button>
        </div>
      )}
    </SessionHead>
  );
}
