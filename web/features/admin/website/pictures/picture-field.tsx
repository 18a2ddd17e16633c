import { use, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { websiteLimits } from '#shared/contract/website.ts';
import type { PictureContent } from '#shared/website/website.ts';
import { Button } from '../../../../ui/button.tsx';
import { CharacterCount } from '../../../../ui/fields/character-count.tsx';
import { FocalPointField } from '../../focal-point-field.tsx';
import { WithChangedBadge } from '../fields.tsx';
import { type BuiltInPicture, PictureContext } from './picture-context.ts';
import { ChoosePicture } from './picture-library.tsx';
import { isSamePicture, pictureAt, thumbnail, tooSmallAt, withoutPicture } from './picture-places.ts';

/**
 * Field for the picture of a place: chooses, replaces or removes it, and edits its description and focal point.
 * @param name path of the place in the content: `home.picture`
 * @param isOfEntry whether the place belongs to an entry of a list, whose badge says that it has changed
 */
export function PictureField({
  name,
  label,
  hint,
  isOfEntry = false,
}: {
  name: string;
  label: string;
  hint?: string;
  isOfEntry?: boolean;
}) {
  const { builtIn, published } = use(PictureContext);
  const { field, fieldState } = useController({ name });
  const [isChoosing, setChoosing] = useState(false);
  const picture = field.value as PictureContent | null;
  const builtInPicture = builtIn[name];
  const tooSmallText = picture && tooSmallAt(name, picture);
  const isChanged = !isOfEntry && !isSamePicture(picture, pictureAt(published, name));
  return (
    <WithChangedBadge isChanged={isChanged}>
      <fieldset ref={(element) => field.ref(element)} tabIndex={-1} className="flex flex-col gap-3">
        <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
        {hint && <p className="-mt-1.5 text-xs text-mute">{hint}</p>}
        <div className="grid gap-4 sm:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]">
          <PictureInPlace
            picture={picture}
            builtInPicture={builtInPicture}
            onFocalPoint={(focus) => field.onChange({ ...picture, focus })}
          />
          <div className="flex flex-col items-start gap-2 text-sm text-mute">
            {picture && <p>Click what must always be seen.</p>}
            {tooSmallText && <p className="font-semibold text-amber-ink">{tooSmallText}</p>}
            {!picture && builtInPicture?.isStandIn && (
              <p className="font-semibold text-amber-ink">Stand-in: put your own picture here.</p>
            )}
            {!picture && !builtInPicture && <p className="first-letter:uppercase">{withoutPicture(name)}.</p>}
            <div className="flex flex-wrap gap-2">
              <Button look="secondary" onClick={() => setChoosing(true)}>
                {picture ? 'Replace' : 'Choose a picture'}
                <span className="sr-only">: {label}</span>
              </Button>
              {picture && (
                <Button look="quiet" onClick={() => field.onChange(null)}>
                  Remove<span className="sr-only">: {label}</span>
                </Button>
              )}
            </div>
          </div>
        </div>
        {picture && (
          <Description
            picture={picture}
            label={label}
            message={(fieldState.error as { alt?: { message?: string } } | undefined)?.alt?.message}
            onChange={(alt) => field.onChange({ ...picture, alt })}
          />
        )}
      </fieldset>
      {isChoosing && (
        <ChoosePicture
          title={label}
          onClose={() => setChoosing(false)}
          onChosen={({ id, width, height, color, focus }) => {
            setChoosing(false);
            // A different picture needs a new description; the same picture keeps its description and focal point.
            if (id !== picture?.id) field.onChange({ id, width, height, color, focus, alt: '' });
          }}
        />
      )}
    </WithChangedBadge>
  );
}

/** The studio's picture with its focal point, or the built-in picture. */
function PictureInPlace({
  picture,
  builtInPicture,
  onFocalPoint,
}: {
  picture: PictureContent | null;
  builtInPicture: BuiltInPicture | undefined;
  onFocalPoint: (focus: [x: number, y: number]) => void;
}) {
  return picture ? (
    <FocalPointField
      focus={{ x: picture.focus[0], y: picture.focus[1] }}
      step={5}
      onChange={({ x, y }) => onFocalPoint([x, y])}
    >
      <img
        src={thumbnail(picture)}
        alt=""
        width={picture.width}
        height={picture.height}
        loading="lazy"
        className="h-auto max-h-60 w-auto max-w-full"
      />
    </FocalPointField>
  ) : (
    builtInPicture && (
      <img
        src={builtInPicture.src}
        alt=""
        width={builtInPicture.width}
        height={builtInPicture.height}
        loading="lazy"
        className="max-h-60 w-fit max-w-full bg-petal object-contain"
      />
    )
  );
}

function Description({
  picture: { alt },
  label,
  message,
  onChange,
}: {
  picture: PictureContent;
  label: string;
  message: string | undefined;
  onChange: (alt: string) => void;
}) {
  const id = useId();
  const missingText = alt.trim() === '' ? 'Say what it shows; publishing needs it.' : undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        Description<span className="sr-only">: {label}</span>
      </label>
      <input
        id={id}
        value={alt}
        aria-invalid={message ? true : undefined}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        className="h-12 w-full rounded-md border border-edge bg-white px-3.5 text-base text-ink aria-invalid:border-alert"
      />
      <CharacterCount text={alt} limit={websiteLimits.pictureDescription} />
      <p id={`${id}-hint`} className={message ? 'text-sm text-alert' : 'text-xs text-mute'}>
        {message ?? missingText ?? 'Read aloud to people who don’t see it, and by search engines.'}
      </p>
    </div>
  );
}
