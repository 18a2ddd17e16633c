import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import type { useBefore } from '../../../../photos/lightbox/before.tsx';
import { FileName } from '../../../../ui/file-name.tsx';
import { Close } from '../../../../ui/icons.tsx';
import type { SinglePhotoActs } from '../grid/single-photo-acts.ts';
import { ClientFeedback } from './client-feedback.tsx';
import { Facts } from './facts.tsx';
import { PanelActs } from './panel-acts.tsx';
import type { useReplies } from './replies.ts';
import { Versions } from './versions.tsx';

/** The panel beside the photo: what the studio can change, the client's favorite and note, and the facts of the file. */
export function CullingPanel({
  session,
  photo,
  withFacts,
  before,
  acts,
  onReply,
  onFacts,
  onChapter,
  onClose,
}: {
  session: SessionDetails;
  photo: StudioPhoto;
  withFacts: boolean;
  before: Pick<ReturnType<typeof useBefore>, 'isBefore' | 'button'>;
  acts: SinglePhotoActs;
  onReply: ReturnType<typeof useReplies>;
  onFacts: () => void;
  onChapter: () => void;
  onClose: () => void;
}) {
  return (
    <section
      aria-label="Photo"
      className="absolute inset-x-0 bottom-0 max-h-(--below) overflow-y-auto bg-night-raised px-4 pb-3 text-sm text-white md:px-6 md:pb-6 panel-beside:inset-y-0 panel-beside:left-auto panel-beside:max-h-none panel-beside:w-(--side) turned:px-4 turned:pb-3"
    >
      <div className="flex items-center gap-2 md:pt-2 turned:pt-0">
        <h2 className="mr-auto min-w-0 font-sans text-base font-semibold">
          <FileName name={photo.file_name} />
        </h2>
        <button type="button" aria-label="Close" onClick={onClose} className="-mr-3 grid size-11 place-items-center">
          <Close className="size-6" />
        </button>
      </div>
      <PanelActs
        session={session}
        photo={photo}
        before={before}
        acts={acts}
        withFacts={withFacts}
        onFacts={onFacts}
        onChapter={onChapter}
      />
      <ClientFeedback photo={photo} customer={session.customer_name} onReply={onReply} />
      {photo.versions.length > 0 && <Versions photo={photo} onPutBack={(version) => acts.putBack(photo.id, version)} />}
      {withFacts && <Facts photo={photo} session={session} />}
    </section>
  );
}
