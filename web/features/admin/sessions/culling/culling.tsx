import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ZoomRef } from 'yet-another-react-lightbox';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { SessionDetails } from '#shared/contract/sessions.ts';
import { browserStorage } from '../../../../lib/browser/storage.ts';
import { useBefore } from '../../../../photos/lightbox/before.tsx';
import { mostCompared } from '../../../../photos/lightbox/compare.tsx';
import { keep, Stage } from '../../../../photos/lightbox/stage.tsx';
import { useSteadyView } from '../../../../photos/lightbox/steady-view.ts';
import { Picture } from '../../../../photos/picture/picture.tsx';
import { originalQuery } from '../grid/api.ts';
import type { Outcome, Progress } from '../grid/outcome.ts';
import { OutcomeLine } from '../grid/outcome-line.tsx';
import type { PhotoChange } from '../grid/work/photo-change.ts';
import { Compare } from './compare.tsx';
import { AllKeys, KeyHints } from './culling-keys.tsx';
import { CullingPanel } from './culling-panel.tsx';

const factsKey = 'photo-facts-hidden';
/** Photos before and after the open one in the strip. */
const stripSide = 6;

/** The studio's lightbox: shows one photo at a time, and hides, refuses or deletes it by key or button. */
export default function Culling({
  session,
  photos,
  count,
  isMore,
  open: address,
  progress,
  outcome: latest,
  onEdit,
  onReply,
  onDelete,
  onPutBack,
  history,
  onView,
  onClose,
}: {
  session: SessionDetails;
  photos: StudioPhoto[];
  /** See Stage. */
  count: number;
  isMore: boolean;
  open: string;
  progress: Progress | undefined;
  outcome: Outcome | undefined;
  onEdit: (photo: string, change: PhotoChange) => void;
  onReply: (photo: string, reply: string, seen: string) => Promise<unknown>;
  onDelete: (photo: string) => void;
  onPutBack: (photo: string, version: string) => void;
  history: { undo: () => void; canUndo: boolean };
  onView: (photo: StudioPhoto) => void;
  onClose: () => void;
}) {
  const [open, show] = useSteadyView(address, onView);
  const index = Math.max(
    0,
    photos.findIndex((photo) => photo.id === open),
  );
  const photo = photos[index]!;
  const { shown, isBefore, hold, release, button } = useBefore(photos, photo.id);
  const zoom = useRef<ZoomRef>(null);
  const [wanted, setWanted] = useState<string>();
  const original = useQuery({ ...originalQuery(session.id, photo.id), enabled: wanted === photo.id });
  // The zoom plugin looks for a larger picture only when the size changes: zoom out a little for one frame. It rounds
  // up to the largest zoom from 0.01 below.
  useEffect(() => {
    if (!original.data) return;
    let frame = requestAnimationFrame(() => {
      const before = zoom.current?.zoom ?? 1;
      if (before <= 1) return;
      zoom.current?.changeZoom(before - 0.02, true);
      frame = requestAnimationFrame(() => {
        // Z may have been pressed between the two frames.
        if (zoom.current && zoom.current.zoom > 1) zoom.current.changeZoom(before, true);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [original.data]);
  const [withFacts, setFacts] = useState(
    () => browserStorage.get(factsKey) === null && !matchMedia('(max-width: 47.99rem)').matches,
  );
  const [compared, setCompared] = useState<string[]>();
  const [asking, setAsking] = useState(false);
  const [said, setSaid] = useState<{ photo: string; text: string }>();

  const view = (to: StudioPhoto | undefined) => to && show(to);
  const acts = {
    hide: (id = photo.id) => onEdit(id, { is_approved: !photos.find((one) => one.id === id)?.is_approved }),
    download: (id = photo.id) => onEdit(id, { downloadable: !photos.find((one) => one.id === id)?.downloadable }),
    stage: () => onEdit(photo.id, { stage: photo.stage === 'finished' ? 'proof' : 'finished' }),
    remove: () => {
      // Leave the photo first: what follows it is then in sight when it is gone.
      const next = photos[index + 1] ?? photos[index - 1];
      if (next) view(next);
      else onClose();
      onDelete(photo.id);
    },
    facts: () => {
      if (withFacts) browserStorage.set(factsKey, 'yes');
      else browserStorage.remove(factsKey);
      setFacts(!withFacts);
    },
    zoom: () => {
      const { current } = zoom;
      if (!current) return;
      setWanted(photo.id);
      current.changeZoom(current.zoom > 1 ? 1 : current.maxZoom, true);
    },
    compare: () => {
      const some = photos.slice(index, index + 2);
      setCompared((some.length === 2 ? some : photos.slice(-2)).map(({ id }) => id));
    },
    say: () => {
      const note = photo.note ? ` Note: “${photo.note}”` : ' No note.';
      const reply = photo.reply ? ` Reply: “${photo.reply}”` : '';
      const favorite = photo.is_favorite ? 'Favorite of the client.' : 'Not a favorite.';
      setSaid({ photo: photo.id, text: `${favorite}${note}${reply}` });
    },
    undo: history.undo,
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement) return;
    if (document.querySelector('dialog[open]') || event.altKey || (event.shiftKey && event.key !== '?')) return;
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey);
    if (!isUndo && (event.ctrlKey || event.metaKey)) return;
    const act = isUndo
      ? acts.undo
      : {
          // By id: the lightbox would move by index, in a list that may change meanwhile. In a zoomed photo, arrows
          // scroll.
          ...(!(zoom.current && zoom.current.zoom > 1) && {
            arrowleft: () => view(photos[index - 1]),
            arrowright: () => view(photos[index + 1]),
          }),
          h: () => acts.hide(),
          d: () => acts.download(),
          f: acts.stage,
          b: hold,
          x: acts.remove,
          u: acts.undo,
          s: acts.say,
          z: acts.zoom,
          c: acts.compare,
          i: acts.facts,
          r: () => document.querySelector<HTMLElement>('[data-reply-field] textarea')?.focus(),
          '?': () => setAsking(true),
        }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // The lightbox has keys of its own.
    event.stopPropagation();
    // A key held down would delete one photo after the other.
    if (!event.repeat || event.key.startsWith('Arrow')) act();
  });
  const onKeyUp = useEffectEvent(({ key }: KeyboardEvent) => key.toLowerCase() === 'b' && release());
  useEffect(() => {
    addEventListener('keydown', onKey, { capture: true });
    addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      removeEventListener('keydown', onKey, { capture: true });
      removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, []);

  const outcome = latest && withUndo(latest, history);
  const status = progress ? `${progress.text}...` : (outcome?.text ?? '');
  return (
    <>
      <Stage
        photos={shown}
        mark={isBefore && <span className="font-semibold text-white">Before</span>}
        count={count}
        isMore={isMore}
        open={open}
        full={original.data ? { photo: photo.id, url: original.data } : 'on zoom'}
        zoom={zoom}
        buttons={[]}
        // Room for the counter and the outcome above the photo, for the panel beside or below it, and for the strip and
        // the hints, which a low window has not.
        className="[--above:3.5rem] [--arrows:none] [--below:clamp(11rem,36dvh,20rem)] [--side:0px] md:[--arrows:flex] md:[--below:6rem] md:[--side:20rem] lg:[--below:9rem] low:[--above:3rem] low:[--arrows:none] low:[--below:0px] low:[--side:min(17rem,40vw)]"
        styles={{
          container: { paddingTop: 'var(--above)', paddingRight: 'var(--side)', paddingBottom: 'var(--below)' },
          navigationPrev: { display: 'var(--arrows)' },
          navigationNext: { display: 'var(--arrows)', right: 'var(--side)' },
        }}
        onView={show}
        onClose={onClose}
        controls={() => (
          <div onPointerDown={keep} onWheel={keep} onTouchStart={keep}>
            <div className="absolute right-(--side) bottom-0 left-0 bg-night max-md:hidden low:hidden">
              <Strip photos={photos} index={index} onView={view} />
              <KeyHints />
            </div>
            <CullingPanel
              session={session}
              photo={photo}
              withFacts={withFacts}
              onHide={() => acts.hide()}
              onDownload={() => acts.download()}
              onStage={acts.stage}
              before={{ isBefore, button }}
              onPutBack={(version) => onPutBack(photo.id, version)}
              onReply={onReply}
              onDelete={acts.remove}
              onFacts={acts.facts}
              onClose={onClose}
            />
            <OutcomeLine
              outcome={progress ? undefined : outcome}
              text={said?.photo === photo.id && !outcome ? said.text : status}
              className="absolute top-0 right-(--side) left-32 min-h-14 bg-night pr-4 sm:left-48 low:left-32 low:min-h-12"
            />
          </div>
        )}
      />
      {compared && (
        <Compare
          session={session}
          photos={photos.filter(({ id }) => compared.includes(id))}
          outcome={progress ? undefined : outcome}
          onUndo={history.undo}
          onMore={() => {
            const last = photos.findIndex(({ id }) => id === compared.at(-1));
            const next = photos[last + 1];
            if (next && compared.length < mostCompared) setCompared([...compared, next.id]);
          }}
          onHide={acts.hide}
          onDownload={acts.download}
          onDelete={(id) => (id === photo.id ? acts.remove() : onDelete(id))}
          onClose={() => setCompared(undefined)}
        />
      )}
      {asking && <AllKeys onClose={() => setAsking(false)} />}
    </>
  );
}

/** What the last act did, with the undo of the newest act that was not undone. */
function withUndo(
  { undo: _, ...outcome }: Outcome,
  { canUndo, undo }: { canUndo: boolean; undo: () => void },
): Outcome {
  return canUndo && outcome.tone !== 'error' ? { ...outcome, undo } : outcome;
}

const showInStrip = (thumb: HTMLElement | null) => thumb?.scrollIntoView({ inline: 'center', block: 'nearest' });

/** The photos around the open one. */
function Strip({
  photos,
  index,
  onView,
}: {
  photos: StudioPhoto[];
  index: number;
  onView: (photo: StudioPhoto) => void;
}) {
  const around = photos.slice(Math.max(0, index - stripSide), index + stripSide + 1);
  return (
    <nav
      aria-label="Photos around this one"
      className="flex h-20 items-center gap-2 overflow-x-auto p-2"
      style={{ justifyContent: 'safe center' }}
    >
      {around.map((photo) => (
        <button
          key={photo.id}
          ref={photo.id === photos[index]?.id ? showInStrip : undefined}
          type="button"
          aria-label={`Show ${photo.file_name}`}
          aria-current={photo.id === photos[index]?.id || undefined}
          onClick={() => onView(photo)}
          className={`h-16 shrink-0 aria-[current]:outline-2 aria-[current]:outline-offset-2 aria-[current]:outline-white ${photo.is_approved ? '' : 'opacity-45'}`}
          style={{ width: 64 * Math.min(2, Math.max(0.5, photo.width / photo.height)) }}
        >
          <Picture photo={photo} alt="" sizes="96px" className="size-full" />
        </button>
      ))}
    </nav>
  );
}
