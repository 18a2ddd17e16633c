import { useId } from 'react';
import type { SessionGuest } from '#shared/contract/links.ts';
import type { GallerySession } from '#shared/contract/sessions/sessions.ts';
import { formatPicks, GuestList } from '../../../links/guest-list.tsx';
import { CloseButton } from '../../../ui/layers/close-button.tsx';
import { useModal } from '../../../ui/layers/dialog.tsx';
import { linksApi } from './api.ts';

/** The client's dialog with the picks and notes of a session's guests, guest by guest. */
export default function GuestsDialog({
  session,
  guests,
  onOpenPhoto,
  onClose,
}: {
  session: GallerySession;
  guests: SessionGuest[];
  onOpenPhoto: (photo: string) => void;
  onClose: () => void;
}) {
  const dialog = useModal();
  const heading = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onClose={onClose}
      className="m-auto max-h-[min(50rem,calc(100dvh-2rem))] w-[min(46rem,calc(100vw-2rem))] overflow-y-auto rounded-md bg-white text-ink shadow-menu backdrop:bg-night/60"
    >
      <header className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-line bg-white p-4 md:px-8 md:py-6">
        <div className="min-w-0">
          <h2 id={heading} className="text-title">
            Guests
          </h2>
          <p className="text-sm text-mute [overflow-wrap:anywhere]">
            <bdi>{session.session_name}</bdi> · <span className="tabular-nums">{formatPicks(guests)}</span>, apart from
            your own favorites
          </p>
        </div>
        <CloseButton onClose={onClose} />
      </header>
      <div className="px-4 pt-2 pb-6 md:px-8 md:pb-8">
        <GuestList api={linksApi} session={session.id} guests={guests} isOpen onOpen={onOpenPhoto} />
      </div>
    </dialog>
  );
}
