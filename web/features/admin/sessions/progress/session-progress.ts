import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { useCurrency } from '../../../../ui/content.tsx';
import { usePhotosAtEnd, useProposedZone } from '../../clocks/clocks-state.tsx';
import { selectionsQuery } from '../../selections/api.ts';
import { useFinishedAnnouncement, useGalleryAnnouncement } from '../announce.tsx';
import { attachmentsQuery } from '../attachments-api.ts';
import { workingCountsQuery } from '../grid/api.ts';
import { useArrivals } from '../grid/unsettled/arrivals.ts';
import { useUnsettled } from '../grid/unsettled/unsettled-photos.ts';
import { useCountsAtEnd } from '../settings/watermark-settings.tsx';
import { nextStepOf } from './next-step.ts';
import { type ProgressPanel, progressEntriesOf } from './progress-entries.ts';

export type SessionProgress = ReturnType<typeof useSessionProgress>;

/**
 * Returns where a session stands, what is done next, and which panel below the line is open: at first none, or that of the
 * files where the address ends with '#files'.
 * @returns `toggle`: opens a panel, or closes it if it is open; `tell`: opens the panel of emails and begins one of them;
 * `takeBack`: takes the announcement back that waits for the watermark; `openSelection`: opens the panel of selections and the dialog for a new one
 */
export function useSessionProgress(session: SessionDetails) {
  const { data: counts } = useQuery(workingCountsQuery(session));
  const unsettled = useUnsettled(session.id);
  const arrivals = useArrivals(session.id, unsettled);
  const selections = useQuery(selectionsQuery(session.id));
  const attachments = useQuery(attachmentsQuery(session.id));
  const proposedZone = useProposedZone(session, counts?.told_zone);
  const gallery = useGalleryAnnouncement(session);
  const finished = useFinishedAnnouncement(session);
  const [panel, setPanel] = useState<ProgressPanel>();
  const [isOpeningSelection, setOpeningSelection] = useState(false);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is another one when a link to the open screen is followed
  useEffect(() => {
    if (hash === '#files') setPanel('files');
  }, [hash, key]);
  useCountsAtEnd(session);
  usePhotosAtEnd(session);
  const currency = useCurrency();
  const entries = progressEntriesOf({
    session,
    counts,
    arrivals,
    selections: selections.data ?? (selections.isError ? 'failed' : undefined),
    attachments: attachments.data ?? (attachments.isError ? 'failed' : undefined),
    statedZone: proposedZone?.statedZone,
    currency,
  });
  const hasPanel = panel === 'selections' || entries.some((entry) => entry.panel === panel);
  const opened = hasPanel ? panel : undefined;
  return {
    ...{
      counts,
      unsettled,
      arrivals,
      selections,
      proposedZone,
      gallery,
      finished,
      entries,
      opened,
      isOpeningSelection,
    },
    step: nextStepOf(session, selections.data?.items, counts),
    toggle: (chosen: ProgressPanel) => setPanel(chosen === opened ? undefined : chosen),
    close: () => setPanel(undefined),
    tell: (announcement: typeof gallery) => {
      setPanel('emails');
      announcement.begin();
    },
    takeBack: async () => {
      // Its panel says why the email still waits.
      if (!(await gallery.takeBack())) setPanel('emails');
    },
    openSelection: () => {
      setPanel('selections');
      setOpeningSelection(true);
    },
    closeSelection: () => setOpeningSelection(false),
  };
}
