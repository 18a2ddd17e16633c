import { useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions/sessions.ts';
import { useBefore } from '../../../../photos/lightbox/before.tsx';
import { useShownHeight } from '../../../../ui/shown-height.ts';
import { actsByKey } from '../../keys/key-table.ts';
import { KeysDialog } from '../../keys/keys-dialog.tsx';
import type { Outcome } from '../grid/outcome.ts';
import { OutcomeLine } from '../grid/outcome-line.tsx';
import type { SinglePhotoActs } from '../grid/single-photo-acts.ts';
import type { WorkReport } from '../grid/work/work-report.ts';
import { ChapterChoice } from './chapter-choice.tsx';
import { Compare } from './compare.tsx';
import { useCompared } from './compared.ts';
import { cullingKeys, KeyHints } from './culling-keys.tsx';
import { CullingPanel } from './culling-panel.tsx';
import { CullingStage } from './culling-stage.tsx';
import { useFactsSwitch } from './facts-switch.ts';
import { useOriginalZoom } from './original-zoom.ts';
import { usePressedKeys } from './pressed-keys.ts';
import type { useReplies } from './replies.ts';
import { sayPhoto } from './say-photo.ts';
import { Strip } from './strip.tsx';
import { useViewedPhoto } from './viewed-photo.ts';

interface Props {
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
}

/** The studio's lightbox: shows one photo at a time; keys and buttons hide it, refuse its download or delete it. */
export default function Culling({
  session,
  photos,
  count,
  isMore,
  open: address,
  report,
  acts: allActs,
  onReply,
  onView,
  onClose,
}: Props) {
  const viewed = useViewedPhoto(photos, address, onView);
  const { open, photo } = viewed;
  const before = useBefore(photos, photo.id);
  const original = useOriginalZoom(session.id, photo.id);
  const [withFacts, toggleFacts] = useFactsSwitch();
  const comparison = useCompared(photos);
  const [asks, setAsks] = useState<'keys' | 'chapter'>();
  const endAsking = () => setAsks(undefined);
  const acts: SinglePhotoActs = {
    ...allActs,
    remove: (id) => {
      // Leave the photo first, so that the next photo is shown once this one is deleted.
      if (id === photo.id && !viewed.leave()) onClose();
      allActs.remove(id);
    },
  };
  const line = useStatusLine(photo, report, acts);
  const outcomeLine = useShownHeight('--outcome-height');
  useCullingKeys({ viewed, before, original, comparison, acts, line, toggleFacts, ask: setAsks });

  return (
    <>
      <CullingStage
        photos={before.shown}
        isBefore={before.isBefore}
        count={count}
        isMore={isMore}
        open={open}
        full={original.full}
        zoom={original.zoom}
        onView={viewed.show}
        onClose={onClose}
      >
        <div className="absolute right-(--side) bottom-0 left-0 bg-night max-md:hidden turned:hidden">
          <Strip photos={photos} index={viewed.index} onView={viewed.show} />
          <KeyHints onList={() => setAsks('keys')} />
        </div>
        <CullingPanel
          session={session}
          photo={photo}
          withFacts={withFacts}
          before={before}
          acts={acts}
          onReply={onReply}
          onFacts={toggleFacts}
          onChapter={() => setAsks('chapter')}
          onClose={onClose}
        />
        <OutcomeLine
          ref={outcomeLine}
          outcome={line.outcome}
          text={line.text}
          className="absolute top-(--outcome-top) right-(--side) left-32 min-h-14 bg-night pr-4 max-sm:left-0 max-sm:min-h-0 max-sm:pl-4 sm:left-48 turned:left-28 turned:min-h-12 turned:pr-2 turned:pl-0 turned:text-xs [&>p]:max-h-[30dvh] [&>p]:overflow-y-auto"
        />
      </CullingStage>
      {comparison.compared && (
        <Compare
          session={session}
          photos={comparison.compared}
          outcome={line.outcome}
          acts={acts}
          onMore={comparison.addNext}
          onClose={comparison.end}
        />
      )}
      {asks === 'keys' && <KeysDialog tables={[cullingKeys]} onClose={endAsking} />}
      {asks === 'chapter' && (
        <ChapterChoice
          session={session}
          present={photo.chapter_id}
          onChoose={(chapter) => {
            endAsking();
            if (chapter !== photo.chapter_id) acts.toChapter(photo.id, chapter);
          }}
          onClose={endAsking}
        />
      )}
    </>
  );
}

/** Returns the line about the last act, and a function that shows the facts of the photo there while it is open. */
function useStatusLine(photo: StudioPhoto, { progress, outcome: latest }: Props['report'], acts: SinglePhotoActs) {
  const [facts, setFacts] = useState<{ photo: string; text: string }>();
  const outcome = latest && withUndo(latest, acts);
  const status = progress ? `${progress.text}...` : (outcome?.text ?? '');
  return {
    outcome: progress ? undefined : outcome,
    text: facts?.photo === photo.id && !outcome ? facts.text : status,
    sayFacts: () => setFacts({ photo: photo.id, text: sayPhoto(photo) }),
  };
}

interface Keys {
  viewed: ReturnType<typeof useViewedPhoto>;
  before: ReturnType<typeof useBefore>;
  original: ReturnType<typeof useOriginalZoom>;
  comparison: ReturnType<typeof useCompared>;
  acts: SinglePhotoActs;
  line: ReturnType<typeof useStatusLine>;
  toggleFacts: () => void;
  ask: (question: 'keys' | 'chapter') => void;
}

/** Gives each key of the lightbox its act on the photo that is shown. */
function useCullingKeys({ viewed, before, original, comparison, acts, line, toggleFacts, ask }: Keys) {
  const { photo } = viewed;
  usePressedKeys({
    pressed: actsByKey(cullingKeys, {
      previous: viewed.showPrevious,
      next: viewed.showNext,
      hide: () => acts.toggleApproved(photo.id),
      download: () => acts.toggleDownloadable(photo.id),
      finish: () => acts.toggleStage(photo.id),
      before: before.hold,
      remove: () => acts.remove(photo.id),
      undo: acts.undo,
      say: line.sayFacts,
      zoom: original.toggle,
      compare: () => comparison.start(viewed.index),
      facts: toggleFacts,
      reply: () => document.querySelector<HTMLElement>('[data-reply-field] textarea')?.focus(),
      stars: (digit) => acts.setStars(photo.id, Number(digit)),
      cover: () => acts.toggleCover(photo.id),
      chapter: () => ask('chapter'),
      list: () => ask('keys'),
    }),
    released: { b: before.release },
    isZoomed: original.isZoomed,
  });
}

/** Returns the outcome of the last act, with the undo of the newest act that was not undone. */
function withUndo(
  { undo: _, ...outcome }: Outcome,
  { canUndo, undo }: Pick<SinglePhotoActs, 'canUndo' | 'undo'>,
): Outcome {
  return canUndo && outcome.tone !== 'error' ? { ...outcome, undo } : outcome;
}
