import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useId, useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { Capture, StudioPhoto } from '#shared/contract/photos/photos.ts';
import { messageOf } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { captureInFile } from '#shared/photos/capture-in-file.ts';
import type { Ambiguous, Likeness, Timed } from '#shared/photos/version-matching.ts';
import { formatCount, formatCounted } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { capturedAt, type SessionClocks } from '#shared/time/capture-clock.ts';
import { accessToken } from '../../../../lib/auth/auth.ts';
import { takenAt } from '../../../../lib/capture-time.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { Picture } from '../../../../photos/picture/picture.tsx';
import { sizeWithin } from '../../../../photos/picture/picture-sources.ts';
import { useBelowBars } from '../../../../ui/below-bars.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { ArrowRight, Check, Note, Star } from '../../../../ui/icons.tsx';
import { samePlace } from '../../../../ui/navigation/restore-scroll.ts';
import { Views } from '../../../../ui/navigation/views.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { Notice } from '../../../../ui/status/notice.tsx';
import { QueryStatus } from '../../../../ui/status/query-status.tsx';
import { Screen } from '../../screen.tsx';
import { sessionQuery } from '../../sessions/api.ts';
import { unsettledQuery } from '../../sessions/grid/api.ts';
import { versionTargetsQuery } from '../api.ts';
import { Thumbnail } from '../files/chosen-files.tsx';
import { DropArea } from '../files/drop-area.tsx';
import { useFileChoice } from '../files/file-choice.ts';
import { BesideFiles, LeftOutFiles } from '../files/left-out.tsx';
import { InterruptedUpload } from '../interrupted-upload.tsx';
import { UploadPanel } from '../upload-panel.tsx';
import { uploads, useUploads } from '../uploads.ts';
import {
  type Decision,
  isSent,
  isWaiting,
  type Planned,
  type Proposals,
  photosNamed,
  planVersions,
  proposalsIn,
} from './version-plan.ts';

/** How the session reads its cameras' clocks. */
const ClocksContext = createContext<SessionClocks>({});

/** Rows that are drawn at first; more on request. */
const atOnce = 100;

const kinds = [
  { kind: 'all', label: 'All' },
  { kind: 'matched', label: 'Matched' },
  { kind: 'ambiguous', label: 'Ambiguous' },
  { kind: 'trashed', label: 'In the trash' },
  { kind: 'new', label: 'New' },
] as const;

/** 'Upload finished versions': which file replaces which photo of a session, before anything is sent. */
export function Component() {
  const { id = '' } = useParams();
  const session = useQuery(sessionQuery(id));
  return (
    <Screen
      title="Upload finished versions"
      back={{ to: `/admin/session/${id}`, label: session.data?.session_name || 'Session' }}
    >
      <QueryStatus
        query={session}
        loading="Loading session..."
        failed="Failed to load session."
        missing={<Notice tone="error">This session is not there any more.</Notice>}
      />
      {session.data && (
        <ClocksContext value={session.data}>
          <Content key={id} session={id} customer={session.data.customer_id} />
        </ClocksContext>
      )}
    </Screen>
  );
}

function Content({ session, customer }: { session: string; customer: string }) {
  const clocks = use(ClocksContext);
  const choice = useFileChoice();
  const { unsent, fitting: files, leftOut, beside, error } = choice;
  const targets = useQuery(versionTargetsQuery(session));
  const times = useCaptureTimes(files, clocks);
  const [decided, setDecided] = useState<ReadonlyMap<File, Decision>>(new Map());
  const [busy, setBusy] = useState(false);
  const run = useUploads();
  const queries = useQueryClient();
  const isHere = run.session === session && run.total > 0;

  // What was replaced or added can be matched again.
  useEffect(() => {
    if (run.running || !isHere) return;
    void queries.invalidateQueries({ queryKey: versionTargetsQuery(session).queryKey });
    void queries.invalidateQueries({ queryKey: unsettledQuery(session).queryKey });
  }, [run.running, isHere, queries, session]);

  // While photos are put in order by changed clocks, some still have the times of before.
  const photos = useMemo(() => targets.data?.photos.map((photo) => timed(photo, clocks)), [targets.data, clocks]);
  const trashed = targets.data?.trashed;
  const isRead = files.every((file) => times.has(file));
  const plan = useMemo(
    () => (photos && isRead ? planVersions(files, times, photos, decided, trashed) : undefined),
    [files, times, photos, decided, trashed, isRead],
  );
  const send = async () => {
    const sent = (plan ?? []).filter(isSent);
    if (sent.length === 0) return;
    setBusy(true);
    choice.setError(undefined);
    try {
      if (!(await accessToken())) throw new Error('Auth session missing.');
      const replaced = new Map(
        sent.flatMap(({ file, decision }) =>
          typeof decision === 'object' ? [[file, decision.replaces] as const] : [],
        ),
      );
      const some = sent.map(({ file }) => file);
      const target = { customer, session, is_approved: true, downloadable: true, stage: 'finished' } as const;
      uploads.add(target, some, replaced);
      choice.markSent(some);
    } catch (cause) {
      choice.setError(messageOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p className="mt-1 max-w-3xl text-sm text-mute">
        {files.length > 0
          ? `${formatCounted(files.length, 'file')}. Nothing is replaced until you say so; favorites, notes and choices stay with each photo.`
          : 'Drop the folder with the retouched files. Names as Lightroom writes them find their photos; nothing is sent before you have seen the list.'}
      </p>
      {files.length === 0 && (
        <div className="mt-6 flex max-w-3xl flex-col gap-6">
          <InterruptedUpload finished session={session} onFiles={choice.add} />
          <DropArea {...choice.dropArea} />
        </div>
      )}
      <div className="mt-4 flex max-w-3xl flex-col gap-4 empty:hidden">
        {leftOut.length > 0 && <LeftOutFiles files={leftOut} />}
        {beside.length > 0 && <BesideFiles paths={beside} />}
        {error && <Notice tone="error">{error}</Notice>}
        {isHere && <UploadPanel />}
        {isHere && !run.running && (
          <div>
            <ButtonLink look="secondary" to={`/admin/session/${session}`}>
              View Session
            </ButtonLink>
          </div>
        )}
      </div>
      {files.length > 0 && (
        <QueryStatus
          query={targets}
          loading="Loading the session’s photos..."
          failed="The photos could not be loaded."
        />
      )}
      {files.length > 0 && photos && !plan && (
        <p role="status" className="mt-6 text-sm text-mute">
          Reading {formatCounted(files.length, 'file')}...
        </p>
      )}
      {plan && photos && files.length > 0 && (
        <Plan
          plan={plan}
          photos={photos}
          chosen={targets.data?.chosen ?? new Set()}
          more={unsent.length - files.length}
          busy={busy}
          onDecide={(decisions) => setDecided((before) => new Map([...before, ...decisions]))}
          onUndecide={(some) => setDecided((before) => new Map([...before].filter(([file]) => !some.includes(file))))}
          onSend={() => void send()}
          onCancel={() => {
            choice.clear();
            setDecided(new Map());
          }}
        />
      )}
    </>
  );
}

const timed = (photo: StudioPhoto, clocks: SessionClocks): StudioPhoto =>
  photo.capture ? { ...photo, captured_at: capturedAt(photo.capture, clocks) } : photo;

/** A file that is gone or locked tells nothing here: the upload says so. */
const captureOf = (file: File) => captureInFile(file).catch(() => null);

/** When these files were taken by the session's clocks, as far as they have been read. */
function useCaptureTimes(files: readonly File[], clocks: SessionClocks): ReadonlyMap<File, Timed> {
  const [captures, setCaptures] = useState<ReadonlyMap<File, Capture | null>>(new Map());
  useEffect(() => {
    const unread = files.filter((file) => !captures.has(file));
    if (unread.length === 0) return undefined;
    let isWanted = true;
    void Promise.all(unread.map(async (file) => [file, await captureOf(file)] as const)).then((read) => {
      if (isWanted) setCaptures((before) => new Map([...before, ...read]));
    });
    return () => {
      isWanted = false;
    };
  }, [files, captures]);
  return useMemo(
    () =>
      new Map(
        [...captures].map(([file, capture]) => {
          const known = capture ?? undefined;
          return [file, { captured_at: capturedAt(known, clocks), capture: known }];
        }),
      ),
    [captures, clocks],
  );
}

const isOfKind = (kind: string, { match }: Planned) => kind === 'all' || match.kind === kind;

function Plan({
  plan,
  photos,
  chosen,
  more,
  busy,
  onDecide,
  onUndecide,
  onSend,
  onCancel,
}: {
  plan: Planned[];
  photos: StudioPhoto[];
  chosen: ReadonlySet<string>;
  /** Files that are left for the next upload. */
  more: number;
  busy: boolean;
  onDecide: (decisions: ReadonlyMap<File, Decision>) => void;
  onUndecide: (files: readonly File[]) => void;
  onSend: () => void;
  onCancel: () => void;
}) {
  const [query] = useSearchParams();
  const shown = query.get('match') ?? 'all';
  const [most, setMost] = useState(atOnce);
  const names = useId();
  const bar = useBelowBars();
  const byId = useMemo(() => new Map(photos.map((photo) => [photo.id, photo])), [photos]);
  // What waits comes first.
  const rows = plan
    .filter((one) => isOfKind(shown, one))
    .toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
  const sent = plan.filter(isSent);
  const replaced = sent.filter(({ decision }) => typeof decision === 'object').length;
  const added = sent.length - replaced;
  const waiting = plan.filter(isWaiting).length;
  const action = [replaced > 0 && `Replace ${formatCount(replaced)}`, added > 0 && `add ${formatCount(added)}`]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <div className="-mx-4 mt-4 border-b border-line px-4 md:-mx-8 md:px-8">
        <Views
          label="Which files"
          // Files of photos in the trash are rare.
          views={kinds
            .filter(({ kind }) => kind !== 'trashed' || plan.some(({ match }) => match.kind === kind))
            .map(({ kind, label }) => ({
              to: kind === 'all' ? '.' : `?match=${kind}`,
              label,
              count: plan.filter((one) => isOfKind(kind, one)).length,
              isCurrent: kind === shown,
            }))}
        />
      </div>
      <datalist id={names}>
        {[...new Set(photos.map(({ file_name }) => file_name))].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Proposed plan={plan} onDecide={onDecide} onUndecide={onUndecide} />
      <ul aria-label="Files" className="-mx-4 md:-mx-8">
        {rows.slice(0, most).map((planned) => (
          <Row
            key={`${planned.file.name} ${planned.file.size} ${planned.file.lastModified}`}
            planned={planned}
            photos={byId}
            chosen={chosen}
            names={names}
            onDecide={(decision) => onDecide(new Map([[planned.file, decision]]))}
          />
        ))}
      </ul>
      {rows.length > most && (
        <Button look="secondary" className="mt-4" onClick={() => setMost(most + atOnce)}>
          Show {formatCount(Math.min(atOnce, rows.length - most))} more
        </Button>
      )}
      {more > 0 && (
        <p className="mt-4 text-sm text-mute">
          One upload takes at most {formatCount(limits.filesPerBatch)} files: {formatCount(more)} stay selected for the
          next.
        </p>
      )}
      <section
        ref={bar}
        aria-label="What will happen"
        className="fixed inset-x-0 bottom-0 z-25 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-white px-4 py-3 md:min-h-18 md:px-8 lg:left-60"
      >
        <p role="status" className="mr-auto text-sm tabular-nums max-sm:basis-full">
          <b className="font-semibold">
            {formatCount(replaced)} replaced, {formatCount(added)} added
          </b>
          {waiting > 0 && (
            <span className="text-amber-ink">
              {' '}
              ·{' '}
              {waiting === 1
                ? '1 waits for your choice and stays as it is'
                : `${formatCount(waiting)} wait for your choice and stay as they are`}
            </span>
          )}
        </p>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button busy={busy} disabled={sent.length === 0} onClick={onSend}>
          {action ? action.charAt(0).toUpperCase() + action.slice(1) : 'Nothing to send'}
        </Button>
      </section>
    </>
  );
}

const plural = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** What is proposed for how many files that wait. */
function sayProposals({ because, decisions }: Proposals): string {
  const count = decisions.size;
  const files = formatCounted(count, 'file');
  if (because === 'name') return `${files} ${plural(count, 'is', 'are')} named like a photo, with something added.`;
  if (because === 'photos')
    return `${files} ${plural(count, 'has', 'have')} the name of several photos; one is likeliest.`;
  if (because === 'time') return `${files} ${plural(count, 'was', 'were')} taken at the same second as a photo.`;
  return `${files} ${plural(count, 'has', 'have')} the name of a photo that was taken at another time.`;
}

/** Decides for many files at once what is proposed for them; nothing is sent by it. */
function Proposed({
  plan,
  onDecide,
  onUndecide,
}: {
  plan: readonly Planned[];
  onDecide: (decisions: ReadonlyMap<File, Decision>) => void;
  onUndecide: (files: readonly File[]) => void;
}) {
  const [last, setLast] = useState<Proposals['decisions']>(new Map());
  const proposals = proposalsIn(plan);
  // What was changed by hand since then is not undone.
  const taken = plan.filter(({ file, decision }) => decision !== undefined && last.get(file) === decision);
  if (proposals.length === 0 && taken.length === 0) return null;
  return (
    <section aria-label="Proposals" className="flex flex-col gap-2 py-4 text-sm">
      {proposals.map((some) => (
        <div key={some.because} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            look="secondary"
            className="min-w-40"
            onClick={() => {
              onDecide(some.decisions);
              setLast(some.decisions);
            }}
          >
            {some.decisions.size === 1 ? 'Take the proposal' : `Take ${formatCount(some.decisions.size)} proposals`}
          </Button>
          <span>{sayProposals(some)}</span>
        </div>
      ))}
      {taken.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="secondary" className="min-w-40" onClick={() => onUndecide(taken.map(({ file }) => file))}>
            Undo
          </Button>
          <span role="status">
            {taken.length === 1 ? 'The proposal is taken.' : `${formatCount(taken.length)} proposals are taken.`}{' '}
            Nothing is sent yet:{' '}
            <Link
              to="?match=ambiguous"
              replace
              state={samePlace}
              className="font-semibold underline underline-offset-4"
            >
              compare the pictures
            </Link>
            .
          </span>
        </div>
      )}
    </section>
  );
}

const tones = { matched: 'green', ambiguous: 'yellow', trashed: 'yellow', new: 'neutral' } as const;
const words = { matched: 'Matched', ambiguous: 'Ambiguous', trashed: 'In the trash', new: 'New' };

function Row({
  planned,
  photos,
  chosen,
  names,
  onDecide,
}: {
  planned: Planned;
  photos: ReadonlyMap<string, StudioPhoto>;
  chosen: ReadonlySet<string>;
  /** Id of the list of all photos' names. */
  names: string;
  onDecide: (decision: Decision) => void;
}) {
  const { file, match, decision } = planned;
  const target = typeof decision === 'object' ? photos.get(decision.replaces) : undefined;
  const waits = isWaiting(planned);
  return (
    <li
      className={`grid grid-cols-[5.5rem_1rem_5.5rem_1fr] items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 text-sm md:px-8 lg:grid-cols-[6rem_1.5rem_6rem_minmax(12rem,1fr)_minmax(16rem,1.4fr)_6rem] ${waits ? 'bg-amber-wash' : ''}`}
    >
      <span className="grid h-20 place-items-center">
        {target ? (
          <span style={sizeWithin(target, 96, 80)}>
            <Picture photo={target} alt={`Now: ${target.file_name}`} sizes="96px" className="size-full" />
          </span>
        ) : (
          <span
            className={`grid size-full place-items-center border border-dashed px-1 text-center text-xs ${waits ? 'border-amber-ink text-amber-ink' : 'border-edge text-mute'}`}
          >
            {waits ? 'Which?' : decision === 'leave' ? 'Left out' : 'No proof'}
          </span>
        )}
      </span>
      <ArrowRight className={`size-4 ${waits ? 'text-amber-ink' : 'text-mute'}`} />
      <Thumbnail file={file} size={80} />
      <span className="min-w-0">
        <span dir="auto" className="line-clamp-3 font-semibold [overflow-wrap:anywhere]" title={file.name}>
          {file.name}
        </span>
        <span className={waits ? 'text-amber-ink' : 'text-mute'}>{reasonOf(planned, target)}</span>
      </span>
      <span className="col-span-full flex min-w-0 flex-col gap-1 lg:col-span-1">
        <Choice planned={planned} photos={photos} names={names} onDecide={onDecide} />
        {target && <StaysWith photo={target} isChosen={chosen.has(target.id)} />}
      </span>
      <span className="col-span-full lg:col-span-1 lg:justify-self-end">
        <Badge tone={tones[match.kind]}>{words[match.kind]}</Badge>
      </span>
    </li>
  );
}

/** Why a file is listed as it is. */
function reasonOf({ match, decision, isDoubled }: Planned, target: StudioPhoto | undefined): string {
  if (isDoubled) return 'Another file here replaces the same photo. Choose one of the two.';
  if (decision === 'leave') return 'Stays here: not uploaded.';
  if (match.kind === 'new') {
    return target ? `Replaces ${isolated(target.file_name)}, as you chose.` : 'No photo has its name or its time.';
  }
  if (match.kind === 'matched') {
    if (decision === 'new') return 'Becomes a photo of its own.';
    if (target?.id !== match.photo) return `Replaces ${isolated(target?.file_name ?? '')}, as you chose.`;
    return `${{ name: 'Same camera name', time: 'Same camera name and time', both: 'Named like it, and taken at the same second' }[match.by]}, ${isolated(target.file_name)}`;
  }
  if (decision !== undefined) return target ? `Replaces ${isolated(target.file_name)}.` : 'Becomes a photo of its own.';
  if (match.kind === 'trashed') {
    return `${isolated(match.file_name)} is in this session’s trash. Restore it there, and this file replaces it.`;
  }
  if (match.because === 'files') return 'Another file has this camera name, too.';
  if (match.because === 'name') return 'Named like a photo, with something added.';
  if (match.because === 'time') return 'Another name, but taken at the same second.';
  if (match.because === 'times') return 'The photo of this camera name was taken at another time.';
  return `${match.photos.length === 2 ? 'Two' : formatCount(match.photos.length)} photos have this camera name.`;
}

/** What the photo keeps. */
function StaysWith({ photo, isChosen }: { photo: StudioPhoto; isChosen: boolean }) {
  const kept = [
    photo.is_favorite && { key: 'favorite', word: 'Favorite', icon: <Star filled className="size-4 text-brass" /> },
    isChosen && { key: 'chosen', word: 'Chosen', icon: <Check className="size-4 text-leaf-deep" /> },
    photo.note !== '' && { key: 'note', word: 'Note', icon: <Note className="size-4" /> },
  ].filter((one) => one !== false);
  return (
    kept.length > 0 && (
      <span className="flex flex-wrap gap-x-3 text-xs">
        <span className="sr-only">Stays with it:</span>
        {kept.map(({ key, word, icon }) => (
          <span key={key} className="flex items-center gap-1">
            {icon} {word}
          </span>
        ))}
      </span>
    )
  );
}

const control = 'h-11 w-full min-w-0 rounded-md border border-edge bg-white px-3 text-sm';
/** Photos between which is chosen by their pictures, at first. */
const mostPictures = 4;

const likenesses: Record<Likeness, string> = {
  name: 'Named like it',
  time: 'Taken at the same second',
  both: 'Named like it, same second',
};
const likenessOf = ({ likeness }: Ambiguous, { id }: StudioPhoto) => likeness[id] && likenesses[likeness[id]];

function Choice({
  planned: { file, match, decision },
  photos,
  names,
  onDecide,
}: {
  planned: Planned;
  photos: ReadonlyMap<string, StudioPhoto>;
  names: string;
  onDecide: (decision: Decision) => void;
}) {
  const group = useId();
  const [isOther, setOther] = useState(false);
  const [typed, setTyped] = useState('');
  const [most, setMost] = useState(mostPictures);
  const found = match.kind === 'matched' ? [match.photo] : match.kind === 'ambiguous' ? match.photos : [];
  const candidates = found.flatMap((id) => photos.get(id) ?? []);
  const same = isOther ? photosNamed(typed, [...photos.values()]) : [];
  const other =
    typeof decision === 'object' && !found.includes(decision.replaces) ? photos.get(decision.replaces) : undefined;
  const value = typeof decision === 'object' ? decision.replaces : (decision ?? '');
  if (match.kind === 'ambiguous' && !isOther) {
    const more = candidates.length - most;
    return (
      <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <legend className="sr-only">What {file.name} is</legend>
        {[...candidates.slice(0, most), ...(other ? [other] : [])].map((photo) => (
          <label key={photo.id} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={value === photo.id}
              onChange={() => onDecide({ replaces: photo.id })}
              className="size-5 shrink-0 accent-leaf"
            />
            <span style={sizeWithin(photo, 96, 64)} className="shrink-0">
              <Picture photo={photo} alt="" sizes="96px" className="size-full" />
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span dir="auto">{photo.file_name}</span>
              <span className="block text-xs text-mute">
                {[likenessOf(match, photo), photo.captured_at && takenAt(photo.captured_at, use(ClocksContext))]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {match.proposed === photo.id && <span className="block text-xs font-semibold">Proposed</span>}
            </span>
          </label>
        ))}
        {more > 0 && (
          <Button look="quiet" onClick={() => setMost(candidates.length)}>
            Show {formatCount(more)} more
          </Button>
        )}
        <span className="flex basis-full flex-wrap gap-x-4">
          {(['new', 'leave'] as const).map((one) => (
            <label key={one} className="flex min-h-11 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name={group}
                checked={value === one}
                onChange={() => onDecide(one)}
                className="size-5 accent-leaf"
              />
              {one === 'new' ? 'Add as new' : 'Leave out'}
            </label>
          ))}
          <Button look="quiet" className="px-0!" onClick={() => setOther(true)}>
            Another photo...
          </Button>
        </span>
      </fieldset>
    );
  }
  return (
    <>
      <select
        aria-label={`What happens with ${file.name}`}
        value={isOther ? 'other' : value}
        onChange={({ target }) => {
          setOther(target.value === 'other');
          if (target.value === 'new' || target.value === 'leave') onDecide(target.value);
          else if (target.value !== 'other' && target.value !== '') onDecide({ replaces: target.value });
        }}
        className={control}
      >
        {value === '' && <option value="">Choose...</option>}
        {[...candidates, ...(other ? [other] : [])].map(({ id, file_name }) => (
          <option key={id} value={id}>
            Replace <bdi>{file_name}</bdi>
          </option>
        ))}
        <option value="other">Replace another photo...</option>
        <option value="new">Add as a new photo</option>
        <option value="leave">Leave out</option>
      </select>
      {isOther && (
        <input
          aria-label={`The photo that ${file.name} replaces`}
          placeholder="Name of the photo"
          list={names}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => {
            setTyped(target.value);
            const some = photosNamed(target.value, [...photos.values()]);
            if (some.length === 1) onDecide({ replaces: some[0]!.id });
          }}
          className={control}
        />
      )}
      {isOther && typed && same.length !== 1 && (
        <span role="status" className="text-xs text-amber-ink">
          {same.length === 0
            ? 'No photo of this session has this name.'
            : `${formatPhotoCount(same.length)} have this name.`}
        </span>
      )}
    </>
  );
}
