import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { isolated } from '#shared/text/isolated.ts';
import { sizeWithin } from '../../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../../photos/image/photo-image.tsx';
import { ArrowRight, Check, Note, Star } from '../../../../ui/icons.tsx';
import { Badge } from '../../../../ui/status/badge.tsx';
import { Thumbnail } from '../files/chosen-files.tsx';
import { Choice } from './choice.tsx';
import { type Decision, isWaiting, type Planned } from './version-plan.ts';

const tones = { matched: 'green', ambiguous: 'yellow', trashed: 'yellow', new: 'neutral' } as const;
const labels = { matched: 'Matched', ambiguous: 'Ambiguous', trashed: 'In the trash', new: 'New' };

/** A file with the photo that it replaces, the reason, and the control to decide otherwise. */
export function PlannedRow({
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
  const isUndecided = isWaiting(planned);
  return (
    <li
      className={`grid grid-cols-[5.5rem_1rem_5.5rem_1fr] items-center gap-x-3 gap-y-2 border-b border-line px-4 py-3 text-sm md:px-8 lg:grid-cols-[6rem_1.5rem_6rem_minmax(12rem,1fr)_minmax(16rem,1.4fr)_6rem] ${isUndecided ? 'bg-amber-wash' : ''}`}
    >
      <span className="grid h-20 place-items-center">
        {target ? (
          <span style={sizeWithin(target, 96, 80)}>
            <PhotoImage photo={target} alt={`Now: ${target.file_name}`} sizes="96px" className="size-full" />
          </span>
        ) : (
          <span
            className={`grid size-full place-items-center border border-dashed px-1 text-center text-xs ${isUndecided ? 'border-amber-ink text-amber-ink' : 'border-edge text-mute'}`}
          >
            {isUndecided ? 'Which?' : decision === 'leave' ? 'Left out' : 'No proof'}
          </span>
        )}
      </span>
      <ArrowRight className={`size-4 ${isUndecided ? 'text-amber-ink' : 'text-mute'}`} />
      <Thumbnail file={file} size={80} />
      <span className="min-w-0">
        <span dir="auto" className="line-clamp-3 font-semibold [overflow-wrap:anywhere]" title={file.name}>
          {file.name}
        </span>
        <span className={isUndecided ? 'text-amber-ink' : 'text-mute'}>{reasonOf(planned, target)}</span>
      </span>
      <span className="col-span-full flex min-w-0 flex-col gap-1 lg:col-span-1">
        <Choice planned={planned} photos={photos} names={names} onDecide={onDecide} />
        {target && <KeptWithPhoto photo={target} isChosen={chosen.has(target.id)} />}
      </span>
      <span className="col-span-full lg:col-span-1 lg:justify-self-end">
        <Badge tone={tones[match.kind]}>{labels[match.kind]}</Badge>
      </span>
    </li>
  );
}

/** Returns why a file is listed as it is. */
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

/** The favorite, choice and note that stay with the photo. */
function KeptWithPhoto({ photo, isChosen }: { photo: StudioPhoto; isChosen: boolean }) {
  const keptItems = [
    photo.is_favorite && { key: 'favorite', word: 'Favorite', icon: <Star filled className="size-4 text-brass" /> },
    isChosen && { key: 'chosen', word: 'Chosen', icon: <Check className="size-4 text-leaf-deep" /> },
    photo.note !== '' && { key: 'note', word: 'Note', icon: <Note className="size-4" /> },
  ].filter((item) => item !== false);
  return (
    keptItems.length > 0 && (
      <span className="flex flex-wrap gap-x-3 text-xs">
        <span className="sr-only">Stays with it:</span>
        {keptItems.map(({ key, word, icon }) => (
          <span key={key} className="flex items-center gap-1">
            {icon} {word}
          </span>
        ))}
      </span>
    )
  );
}
