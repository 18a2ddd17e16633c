import { use, useEffect, useEffectEvent } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { sayChosen } from '#shared/contract/selections.ts';
import type { Choosing } from '../../../photos/choosing.ts';
import { ReadOnlyContext } from '../../../photos/read-only.ts';
import { useCurrency } from '../../../ui/content.tsx';
import { Check } from '../../../ui/icons.tsx';
import type { SelectionKey } from './api.ts';
import { useChoices } from './choices.ts';

/** Returns the controls of this selection for cards and the lightbox. */
export const choosingOf = (key: SelectionKey, onCompare?: (photo: GalleryPhoto) => void): Choosing => ({
  foot: (photo) => <ChooseButton selection={key} photo={photo} className="mr-auto" isShort />,
  trouble: (photo) => <ChoiceTrouble selection={key} photo={photo} />,
  line: (photo) => <ChooseLine selection={key} photo={photo} onCompare={onCompare} />,
});

/** A leaf-green disc with a tick, or an empty circle. */
export const Disc = ({ isChosen, isDark = false }: { isChosen: boolean; isDark?: boolean }) => (
  <span
    aria-hidden="true"
    className={`grid size-5.5 shrink-0 place-items-center rounded-full ${isChosen ? (isDark ? 'bg-white text-leaf-deep' : 'bg-leaf text-white') : `border ${isDark ? 'border-night-mute' : 'border-edge'}`}`}
  >
    {isChosen && <Check className="size-4" />}
  </span>
);

/** A button that chooses a photo or removes it, with one touch. */
export function ChooseButton({
  selection,
  photo,
  isDark = false,
  isShort = false,
  className = '',
}: {
  selection: SelectionKey;
  photo: Pick<GalleryPhoto, 'id' | 'file_name'>;
  isDark?: boolean;
  /** Show only the disc where a card is narrow. */
  isShort?: boolean;
  className?: string;
}) {
  const { chosen, choose } = useChoices(selection);
  const isReadOnly = use(ReadOnlyContext);
  const isChosen = chosen.has(photo.id);
  const color = isDark ? 'text-white' : isChosen ? 'text-leaf' : 'text-mute';
  return (
    <button
      type="button"
      data-choose=""
      aria-pressed={isChosen}
      disabled={isReadOnly}
      onClick={() => void choose([photo.id], !isChosen)}
      className={`inline-flex min-h-11 min-w-11 shrink-0 cursor-pointer items-center font-semibold disabled:cursor-default ${isShort ? 'gap-1.5 text-xs' : 'gap-2 text-sm'} ${color} ${className}`}
    >
      <Disc isChosen={isChosen} isDark={isDark} />
      <span className={isShort ? '@max-[10.5rem]:sr-only' : ''}>{isChosen ? 'Chosen' : 'Choose'}</span>
      <span className="sr-only"> {photo.file_name}</span>
    </button>
  );
}

/** The message that says why a change of a photo's choice failed, with a retry if that can succeed. */
export function ChoiceTrouble({
  selection,
  photo,
  isDark = false,
}: {
  selection: SelectionKey;
  photo: Pick<GalleryPhoto, 'id'>;
  isDark?: boolean;
}) {
  const { troubles, choose } = useChoices(selection);
  const trouble = troubles.get(photo.id);
  if (!trouble) return null;
  const { message, again } = trouble;
  return (
    <p
      role="alert"
      className={`flex flex-wrap items-center gap-x-2 text-xs ${isDark ? 'text-brass-bright' : 'text-alert'}`}
    >
      {message}
      {again !== undefined && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // This button disappears with its message, so move the focus to the choice on its card or in the viewer.
            const card = currentTarget.closest('[role="alert"]')?.parentElement;
            card?.querySelector<HTMLElement>('[data-choose]')?.focus({ preventScroll: true });
            void choose([photo.id], again);
          }}
          className="text-link cursor-pointer font-semibold"
        >
          Try again
        </button>
      )}
    </p>
  );
}

/** The line in the lightbox with the photo's choice and the selection's progress. The key C chooses. */
function ChooseLine({
  selection,
  photo,
  onCompare,
}: {
  selection: SelectionKey;
  photo: GalleryPhoto;
  onCompare: ((photo: GalleryPhoto) => void) | undefined;
}) {
  const currency = useCurrency();
  const { details, chosen, choose } = useChoices(selection);
  const isReadOnly = use(ReadOnlyContext);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.matches('textarea, input');
    if (isReadOnly || isText || event.key.toLowerCase() !== 'c') return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    void choose([photo.id], !chosen.has(photo.id));
  });
  useEffect(() => {
    // Captured, because the lightbox and its fields stop keys from bubbling. A dialog over the lightbox has its own
    // keys.
    const listener = (event: KeyboardEvent) => {
      if (!document.querySelector('dialog[open]')) onKey(event);
    };
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
  return (
    <>
      {/* The count is in a line of its own where large text leaves it no room. */}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4">
        <ChooseButton selection={selection} photo={photo} isDark />
        <span
          aria-hidden="true"
          className="-ml-2 rounded-xs border border-night-mute px-1 text-xs text-night-mute max-md:hidden pointer-coarse:hidden"
        >
          C
        </span>
        {onCompare && (
          <button
            type="button"
            onClick={() => onCompare(photo)}
            className="min-h-11 cursor-pointer text-sm font-semibold text-white"
          >
            Compare
          </button>
        )}
        {details && (
          <p className="min-w-0 flex-1 basis-20 text-right text-xs/4 text-night-mute tabular-nums">
            {sayChosen(details, chosen.size, currency)}
          </p>
        )}
      </div>
      <ChoiceTrouble selection={selection} photo={photo} isDark />
    </>
  );
}
