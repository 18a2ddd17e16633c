import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkDownload } from '#shared/contract/links.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { searchWith } from '../../../lib/browser/photo-address.ts';
import { guestsQuery } from '../../../links/links-api.ts';
import { lazyOverlay } from '../../../photos/lightbox/lazy-overlay.tsx';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { Button } from '../../../ui/button.tsx';
import { People, Share } from '../../../ui/icons.tsx';
import { overPage } from '../../../ui/navigation/restore-scroll.ts';
import { linksApi } from './api.ts';

const notOpened = 'This could not be opened';
const ShareDialog = lazyOverlay(() => import('../../../links/share-dialog.tsx'), notOpened);
const GuestsDialog = lazyOverlay(() => import('./guests-dialog.tsx'), notOpened);

/** The dialog that is open: the client's own links, or the picks and notes of guests. */
export type SharingDialog = 'share' | 'guests';

/**
 * Returns the guests of a session who have picked or noted something.
 * @param enabled whether to request them now
 */
export function useGuests(session: GallerySession, enabled: boolean) {
  const { data = [] } = useQuery({ ...guestsQuery(linksApi, session.id), enabled });
  return data.filter(({ picks_count, notes_count }) => picks_count > 0 || notes_count > 0);
}

/** The buttons that open the dialogs of `Sharing`. On phones they show icons only. */
export function SharingButtons({
  session,
  guests,
  onOpen,
}: {
  session: GallerySession;
  /** The number of guests who have picked or noted something. */
  guests: number;
  onOpen: (dialog: SharingDialog) => void;
}) {
  const isReadOnly = use(ReadOnlyContext);
  return (
    <>
      {guests > 0 && (
        <Button
          look="quiet"
          aria-label={`Guests ${formatCount(guests)}: what they picked and noted`}
          onClick={() => onOpen('guests')}
          className="px-0! max-md:min-w-11"
        >
          <People className="size-5" />
          <span>
            <span className="max-md:hidden">Guests </span>
            <span className="font-normal tabular-nums">{formatCount(guests)}</span>
          </span>
        </Button>
      )}
      {session.client_may_share && (
        <Button
          look="quiet"
          disabled={isReadOnly}
          aria-label={`Share ${session.session_name}`}
          onClick={() => onOpen('share')}
          className="px-0! max-md:min-w-11"
        >
          <Share className="size-5" />
          <span className="max-md:hidden">Share</span>
        </Button>
      )}
    </>
  );
}

/** The dialog with the client's own links, or with the picks and notes of guests. Its code loads when it opens. */
export function Sharing({
  session,
  dialog,
  onClose,
}: {
  session: GallerySession;
  dialog: SharingDialog;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const guests = useGuests(session, true);
  // Opens the photo among all photos: a guest's pick need not be a favorite of the client.
  const openPhoto = (photo: string) => {
    onClose();
    navigate({ search: searchWith('', { session: session.id, photo }) }, { state: overPage });
  };
  return dialog === 'share' ? (
    <ShareDialog
      api={linksApi}
      session={session}
      downloads={LinkDownload.options.filter((size) => size === 'none' || session.link_sizes.includes(size))}
      onOpenPhoto={openPhoto}
      onClose={onClose}
    />
  ) : (
    <GuestsDialog session={session} guests={guests} onOpenPhoto={openPhoto} onClose={onClose} />
  );
}
