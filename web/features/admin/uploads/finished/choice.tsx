import { type ReactNode, use, useId, useState } from 'react';
import type { StudioPhoto } from '#shared/contract/photos/photos.ts';
import type { Ambiguous, Likeness } from '#shared/photos/version-matching.ts';
import { formatCount } from '#shared/text/format-count.ts';
import { takenAt } from '../../../../lib/capture-time.ts';
import { formatPhotoCount } from '../../../../photos/format-photo-count.ts';
import { sizeWithin } from '../../../../photos/image/image-sources.ts';
import { PhotoImage } from '../../../../photos/image/photo-image.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ClocksContext } from './clocks-context.ts';
import { type Decision, type Planned, photosNamed } from './version-plan.ts';

/** Number of photos that are offered with their images at first. */
const initialCount = 4;

/**
 * The controls that decide what a file is: by the images of several similar photos, or by a list if the file is similar to one
 * photo or none.
 */
export function Choice({ planned, photos, names, onDecide }: ChoiceProps) {
  // All three outlive a switch from one control to the other.
  const [isOther, setOther] = useState(false);
  const [typedName, setTypedName] = useState('');
  const [shownCount, setShownCount] = useState(initialCount);
  const { match, decision } = planned;
  const candidateIds = match.kind === 'matched' ? [match.photo] : match.kind === 'ambiguous' ? match.photos : [];
  const candidates = candidateIds.flatMap((id) => photos.get(id) ?? []);
  // Offer also a photo that was named by hand.
  const namedPhoto =
    typeof decision === 'object' && !candidateIds.includes(decision.replaces)
      ? photos.get(decision.replaces)
      : undefined;
  const props = {
    file: planned.file,
    candidates,
    otherPhotos: namedPhoto ? [namedPhoto] : [],
    value: typeof decision === 'object' ? decision.replaces : (decision ?? ''),
    onDecide,
  };
  if (match.kind === 'ambiguous' && !isOther) {
    return (
      <ChoiceByImage
        {...props}
        match={match}
        shownCount={shownCount}
        onShowAll={() => setShownCount(candidates.length)}
        onOther={() => setOther(true)}
      />
    );
  }
  return (
    <ChoiceInList {...props} isOther={isOther} onOther={setOther}>
      <PhotoByName
        file={planned.file}
        photos={photos}
        names={names}
        typed={typedName}
        onTyped={setTypedName}
        onDecide={onDecide}
      />
    </ChoiceInList>
  );
}

interface ChoiceProps {
  planned: Planned;
  photos: ReadonlyMap<string, StudioPhoto>;
  /** Id of the list of all photos' names. */
  names: string;
  onDecide: (decision: Decision) => void;
}

/** The props of both controls. */
interface ChoiceControlProps {
  file: File;
  /** Photos that the file is similar to. */
  candidates: StudioPhoto[];
  /** Photos that were chosen although the file is not similar to them. */
  otherPhotos: StudioPhoto[];
  /** The id of the photo to replace, 'new' or 'leave'; '' while the studio has to choose. */
  value: string;
  onDecide: (decision: Decision) => void;
}

const likenesses: Record<Likeness, string> = {
  name: 'Named like it',
  time: 'Taken at the same second',
  both: 'Named like it, same second',
};
const likenessOf = ({ likeness }: Ambiguous, { id }: StudioPhoto) => likeness[id] && likenesses[likeness[id]];

/** Radio buttons with the images of the photos that a file is similar to. */
function ChoiceByImage({
  file,
  candidates,
  otherPhotos,
  value,
  match,
  shownCount,
  onDecide,
  onShowAll,
  onOther,
}: ChoiceControlProps & { match: Ambiguous; shownCount: number; onShowAll: () => void; onOther: () => void }) {
  const clocks = use(ClocksContext);
  const group = useId();
  const hiddenCount = candidates.length - shownCount;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <legend className="sr-only">What {file.name} is</legend>
      {[...candidates.slice(0, shownCount), ...otherPhotos].map((photo) => (
        <label key={photo.id} className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={group}
            checked={value === photo.id}
            onChange={() => onDecide({ replaces: photo.id })}
            className="size-5 shrink-0 accent-leaf"
          />
          <span style={sizeWithin(photo, 96, 64)} className="shrink-0">
            <PhotoImage photo={photo} alt="" sizes="96px" className="size-full" />
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span dir="auto">{photo.file_name}</span>
            <span className="block text-xs text-mute">
              {[likenessOf(match, photo), photo.captured_at && takenAt(photo.captured_at, clocks)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {match.proposed === photo.id && <span className="block text-xs font-semibold">Proposed</span>}
          </span>
        </label>
      ))}
      {hiddenCount > 0 && (
        <Button look="quiet" onClick={onShowAll}>
          Show {formatCount(hiddenCount)} more
        </Button>
      )}
      <span className="flex basis-full flex-wrap gap-x-4">
        {(['new', 'leave'] as const).map((act) => (
          <label key={act} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={group}
              checked={value === act}
              onChange={() => onDecide(act)}
              className="size-5 accent-leaf"
            />
            {act === 'new' ? 'Add as new' : 'Leave out'}
          </label>
        ))}
        <Button look="quiet" className="px-0!" onClick={onOther}>
          Another photo...
        </Button>
      </span>
    </fieldset>
  );
}

const control = 'h-11 w-full min-w-0 rounded-md border border-edge bg-white px-3 text-sm';

/** Select of the photos that a file can replace; shows `children` to name another photo. */
function ChoiceInList({
  file,
  candidates,
  otherPhotos,
  value,
  isOther,
  children,
  onDecide,
  onOther,
}: ChoiceControlProps & { isOther: boolean; children: ReactNode; onOther: (isOther: boolean) => void }) {
  return (
    <>
      <select
        aria-label={`What happens with ${file.name}`}
        value={isOther ? 'other' : value}
        onChange={({ target }) => {
          onOther(target.value === 'other');
          if (target.value === 'new' || target.value === 'leave') onDecide(target.value);
          else if (target.value !== 'other' && target.value !== '') onDecide({ replaces: target.value });
        }}
        className={control}
      >
        {value === '' && <option value="">Choose...</option>}
        {[...candidates, ...otherPhotos].map(({ id, file_name }) => (
          <option key={id} value={id}>
            Replace <bdi>{file_name}</bdi>
          </option>
        ))}
        <option value="other">Replace another photo...</option>
        <option value="new">Add as a new photo</option>
        <option value="leave">Leave out</option>
      </select>
      {isOther && children}
    </>
  );
}

/** The field for the name of a photo; decides as soon as exactly one photo has the name. */
function PhotoByName({
  file,
  photos,
  names,
  typed,
  onTyped,
  onDecide,
}: Omit<ChoiceProps, 'planned'> & { file: File; typed: string; onTyped: (typed: string) => void }) {
  const matchingPhotos = photosNamed(typed, [...photos.values()]);
  return (
    <>
      <input
        aria-label={`The photo that ${file.name} replaces`}
        placeholder="Name of the photo"
        list={names}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => {
          onTyped(target.value);
          const [photo, ...otherMatches] = photosNamed(target.value, [...photos.values()]);
          if (photo && otherMatches.length === 0) onDecide({ replaces: photo.id });
        }}
        className={control}
      />
      {typed && matchingPhotos.length !== 1 && (
        <span role="status" className="text-xs text-amber-ink">
          {matchingPhotos.length === 0
            ? 'No photo of this session has this name.'
            : `${formatPhotoCount(matchingPhotos.length)} have this name.`}
        </span>
      )}
    </>
  );
}
