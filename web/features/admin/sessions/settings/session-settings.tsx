import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { PhotoCounts } from '#shared/contract/photos/photo-counts.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { Button } from '../../../../ui/button.tsx';
import { ClocksState, type ProposedZone, ZoneProposal } from '../../clocks/clocks-state.tsx';
import { DownloadsDialog, DownloadsState } from './download-settings.tsx';
import { endAct, GalleryEndDialog, GalleryEndState } from './gallery-end.tsx';
import { WatermarkState } from './watermark-settings.tsx';

// Loaded on demand, because the dialog contains the outlines of all letters.
const WatermarkDialog = lazy(() => import('./watermark-dialog.tsx'));
const ClocksDialog = lazy(() => import('../../clocks/clocks-dialog.tsx'));

/** The settings of a session, each with what it is now and the button that changes it. */
export function SessionSettings({
  session,
  counts,
  proposedZone,
}: {
  session: SessionDetails;
  counts: PhotoCounts | undefined;
  proposedZone: ProposedZone | undefined;
}) {
  const [open, setOpen] = useState<'end' | 'downloads' | 'watermark' | 'clocks'>();
  const close = () => setOpen(undefined);
  return (
    <>
      {proposedZone && <ZoneProposal session={session} proposed={proposedZone} />}
      <ul className="text-sm">
        <Setting action={endAct(session)} onChange={() => setOpen('end')}>
          <GalleryEndState session={session} />
        </Setting>
        <Setting action="Change downloads" onChange={() => setOpen('downloads')}>
          <DownloadsState session={session} />
        </Setting>
        <Setting action="Change watermark" onChange={() => setOpen('watermark')}>
          <WatermarkState session={session} counts={counts} />
        </Setting>
        <Setting action="Time zone and clocks" onChange={() => setOpen('clocks')}>
          <ClocksState session={session} />
        </Setting>
      </ul>
      {open === 'end' && <GalleryEndDialog session={session} onClose={close} />}
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
    </>
  );
}

function Setting({ action, onChange, children }: { action: string; onChange: () => void; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 border-line not-first:border-t">
      <p className="min-w-0 flex-1 basis-60 py-2 [overflow-wrap:anywhere]">{children}</p>
      <Button look="quiet" className="px-0!" onClick={onChange}>
        {action}
      </Button>
    </li>
  );
}
