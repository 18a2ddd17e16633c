import { useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { useBefore } from '../../../../photos/lightbox/before.tsx';
import type { Outcome } from '../grid/outcome.ts';
import { OutcomeLine } from '../grid/outcome-line.tsx';
import type { SinglePhotoActs } from '../grid/single-photo-acts.ts';
import type { WorkReport } from '../grid/work/work-report.ts';
import { Compare } from './compare.tsx';
import { useCompared } from './compared.ts';
import { AllKeys, KeyHints } from './culling-keys.tsx';
import { CullingPanel } from './culling-panel.tsx';
import { CullingStage } from './culling-stage.tsx';
import { useFactsSwitch } from './facts-switch.ts';
import { useOriginalZoom } from './original-zoom.ts';
import { usePressedKeys } from './pressed-keys.ts';
import type { useReplies } from './replies.ts';
import { sayPhoto } from './say-photo.ts';
import { Strip } from './strip.tsx';
import { useViewedPhoto } from './viewed-photo.ts';

/** The studio's lightbox: shows one photo at a time; keys and buttons hide it, refuse its download or delete it. */
export default function Culling({
  session,
  photos,
  count,
  isMore,
  open: address,
  report: { progress, outcome: latestOutcome },
  acts: allActs,
  onReply,
  onView,
  onClose,
}: {
  session: SessionDetails;
  photos: StudioPhoto[];
  /** See Stage. */
  count: number;
  isMore: boolean;
  open: string;
  report: Pick<WorkReport, 'progress' | 'outcome'>;
  acts: SinglePhotoActs;
  onReply: ReturnType<typeof useReplies>;
  onView: (photo: StudioPhoto) => void;
  onClose: () => void;
}) {
  const { open, index, photo, show, showPrevious, showNext, leave } = useViewedPhoto(photos, address, onView);
  const { shown, isBefore, hold, release, button } = useBefore(photos, photo.id);
  const { zoom, full, isZoomed, toggle: toggleZoom } = useOriginalZoom(session.id, photo.id);
  const [withFacts, toggleFacts] = useFactsSwitch();
  const { compared, ...comparison } = useCompared(photos);
  const [withKeys, setWithKeys] = useState(false);
  const [announcedFacts, setAnnouncedFacts] = useState<{ photo: string; text: string }>();

  const acts: SinglePhotoActs = {
    ...allActs,
    remove: (id) => {
      // Leave the photo first, so that the next photo is shown once this one is deleted.
      if (id === photo.id && !leave()) onClose();
      allActs.remove(id);
    },
  };
  usePressedKeys({
    pressed: {
      // Move by id: the lightbox would move by index, in a list that may change meanwhile.
      arrowleft: showPrevious,
      arrowright: showNext,
      h: () => acts.toggleApproved(photo.id),
      d: () => acts.toggleDownloadable(photo.id),
      f: () => acts.toggleStage(photo.id),
      b: hold,
      x: () => acts.remove(photo.id),
      u: acts.undo,
      s: () => setAnnouncedFacts({ photo: photo.id, text: sayPhoto(photo) }),
      z: toggleZoom,
      c: () => comparison.start(index),
      i: toggleFacts,
      r: () => document.querySelector<HTMLElement>('[data-reply-field] textarea')?.focus(),
      '?': () => setWithKeys(true),
    },
    released: { b: release },
    isZoomed,
  });

  const outcome = latestOutcome && withUndo(latestOutcome, acts);
  const status = progress ? `${progress.text}...` : (outcome?.text ?? '');
  return (
    <>
      <CullingStage
        photos={shown}
        isBefore={isBefore}
        count={count}
        isMore={isMore}
        open={open}
        full={full}
        zoom={zoom}
        onView={show}
        onClose={onClose}
      >
        <div className="absolute right-(--side) bottom-0 left-0 bg-night max-md:hidden low:hidden">
          <Strip photos={photos} index={index} onView={show} />
          <KeyHints />
        </div>
        <CullingPanel
          session={session}
          photo={photo}
          withFacts={withFacts}
          before={{ isBefore, button }}
          acts={acts}
          onReply={onReply}
          onFacts={toggleFacts}
          onClose={onClose}
        />
        <OutcomeLine
          outcome={progress ? undefined : outcome}
          text={announcedFacts?.photo === photo.id && !outcome ? announcedFacts.text : status}
          className="absolute top-0 right-(--side) left-32 min-h-14 bg-night pr-4 max-sm:top-11 max-sm:left-0 max-sm:min-h-0 max-sm:pl-4 sm:left-48 low:top-0 low:left-32 low:min-h-12 low:pl-0"
        />
      </CullingStage>
      {compared && (
        <Compare
          session={session}
          photos={compared}
          outcome={progress ? undefined : outcome}
          acts={acts}
          onMore={comparison.addNext}
          onClose={comparison.end}
        />
      )}
      {withKeys && <AllKeys onClose={() => setWithKeys(false)} />}
    </>
  );
}

/** Returns the outcome of the last act, with the undo of the newest act that was not undone. */
function withUndo(
  { undo: _, ...outcome }: Outcome,
  { canUndo, undo }: Pick<SinglePhotoActs, 'canUndo' | 'undo'>,
): Outcome {
  return canUndo && outcome.tone !== 'error' ? { ...outcome, undo } : outcome;
}
