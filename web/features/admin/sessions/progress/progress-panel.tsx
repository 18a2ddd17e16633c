import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { CloseButton } from '../../../../ui/layers/close-button.tsx';
import { SessionSelections } from '../../selections/session-selections.tsx';
import { AnnouncementState } from '../announce.tsx';
import { Unsettled } from '../grid/unsettled/unsettled.tsx';
import { SessionAttachments } from '../session-attachments.tsx';
import { SessionSettings } from '../settings/session-settings.tsx';
import type { ProgressPanel } from './progress-entries.ts';
import type { SessionProgress } from './session-progress.ts';

const titles: Record<ProgressPanel, string> = {
  uploads: 'Uploads',
  emails: 'Emails to the client',
  selections: 'Selections of this session',
  files: 'Files of this session',
  notes: 'Notes',
  settings: 'Settings of this session',
};

/** The panel that is open below the line of a session's progress. */
export function OpenedPanel({
  id,
  session,
  progress,
}: {
  /** The element id. */
  id: string;
  session: SessionDetails;
  progress: SessionProgress;
}) {
  const { opened, close } = progress;
  if (!opened) return null;
  return (
    <section id={id} aria-label={titles[opened]} className="my-2 rounded-md border border-line bg-paper px-4 py-3">
      <div className="flex items-start gap-x-4">
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <PanelContent opened={opened} session={session} progress={progress} />
        </div>
        <CloseButton onClose={close} />
      </div>
    </section>
  );
}

function PanelContent({
  opened,
  session,
  progress: { unsettled, arrivals, counts, proposedZone, gallery, finished, step, openSelection },
}: {
  opened: ProgressPanel;
  session: SessionDetails;
  progress: SessionProgress;
}) {
  switch (opened) {
    case 'uploads':
      return <Unsettled session={session} unsettled={unsettled} arrivals={arrivals} />;
    case 'emails':
      return (
        <>
          <AnnouncementState announcement={gallery} hasButton={step?.act !== 'tell-gallery'} />
          {session.finished_count > 0 && (
            <AnnouncementState announcement={finished} hasButton={step?.act !== 'tell-finished'} />
          )}
        </>
      );
    case 'selections':
      return <SessionSelections session={session} onOpen={openSelection} />;
    case 'files':
      return <SessionAttachments session={session} />;
    case 'notes':
      return (
        <p dir="auto" className="max-w-3xl text-sm whitespace-pre-line [overflow-wrap:anywhere]">
          {session.notes}
        </p>
      );
    case 'settings':
      return <SessionSettings session={session} counts={counts} proposedZone={proposedZone} />;
  }
}
