import { use, useRef } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { CharacterCount } from '../ui/fields/character-count.tsx';
import { isUnsaved, useFeedbackText } from './feedback-text.ts';
import { ReadOnlyContext } from './read-only.ts';

const looks = {
  // Two lines until focused, so that cards in a grid keep their height. The end fades if the note is longer.
  light:
    'h-11 overflow-hidden border-transparent leading-5.5 text-ink placeholder-shown:leading-11 placeholder:whitespace-nowrap placeholder:text-mute not-focus:[mask-image:linear-gradient(to_top_left,transparent,black_2rem)] focus:h-auto focus:field-sizing-content focus:overflow-auto focus:border-edge focus:py-2.5 focus:leading-6',
  dark: 'field-sizing-content border-night-mute py-2 leading-6 text-white placeholder:text-night-mute',
  /** Always shows the whole text. */
  whole: 'field-sizing-content border-line py-2.5 leading-6 text-ink placeholder:text-mute focus:border-edge',
};

/** The client's note under a photo. */
export function PhotoNote({
  photo,
  look,
  onNote,
}: {
  photo: GalleryPhoto;
  look?: keyof typeof looks;
  /** Saves `note`, which replaces `seen`, the stored note when the edit began. */
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
}) {
  return (
    <PhotoText
      name="note"
      photo={photo}
      placeholder="Add a note (optional)..."
      {...(look && { look })}
      onSave={(note, seen) => onNote(photo.id, note, seen)}
    />
  );
}

interface Props {
  name: 'note' | 'reply';
  photo: Pick<GalleryPhoto, 'id' | 'file_name' | 'note' | 'reply'>;
  placeholder: string;
  look?: keyof typeof looks;
  /** Saves `text`, which replaces `seen`, the stored text when the edit began. */
  onSave: (text: string, seen: string) => Promise<unknown>;
}

/** A photo's note or reply, which saves itself (see `useFeedbackText`). */
export function PhotoText({ name, photo, placeholder, look = 'light', onSave }: Props) {
  const stored = photo[name];
  const isDark = look === 'dark';
  const elementRef = useRef<HTMLDivElement>(null);
  const { text, state, reason, type, save, retry } = useFeedbackText(name, photo, onSave);
  return (
    <div ref={elementRef} tabIndex={-1} className="relative outline-none">
      <textarea
        dir="auto"
        aria-label={`${name === 'note' ? 'Note' : 'Reply'} for ${photo.file_name}`}
        readOnly={use(ReadOnlyContext)}
        rows={1}
        value={text}
        placeholder={placeholder}
        onChange={(event) => type(event.target.value)}
        onBlur={() => save()}
        // iOS zooms into inputs with a font smaller than 16 px; a placeholder may be smaller.
        className={`peer block max-h-40 min-h-11 w-full resize-none border-b bg-transparent text-[1rem] placeholder:text-xs md:text-sm md:placeholder:text-sm ${looks[look]}`}
      />
      <p
        role="status"
        // Beside the text in the wide lightbox. In a card over the end of the second line, and hidden while the field
        // has the focus.
        className={`pointer-events-none absolute right-0 text-xs/5 empty:hidden ${isDark ? 'bottom-2 bg-night px-1 text-night-mute' : 'bottom-0 bg-white pl-2 text-mute peer-focus:opacity-0'}`}
      >
        {state === 'saving' && 'Saving...'}
        {state === 'saved' && 'Saved'}
      </p>
      <CharacterCount
        text={text}
        limit={limits.note}
        className={isDark ? 'text-night-mute' : 'text-mute'}
        tooLong={isDark ? 'text-brass-bright' : 'text-alert'}
      />
      {isUnsaved(state) && (
        <p
          role="alert"
          className={`flex flex-wrap items-center gap-x-2 text-xs ${isDark ? 'text-brass-bright' : 'text-alert'}`}
        >
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {state === 'overtaken' && stored && `Meanwhile another ${name} was saved: “${stored}” `}
            {state === 'overtaken' && !stored && `Meanwhile this ${name} was deleted elsewhere. `}
            {state === 'failed' && reason && `${reason} `}
            {state === 'long' && `Please shorten your ${name} to save it. `}
            Your {name} was not saved; it is still here.
          </span>
          {state !== 'long' && (
            <button
              type="button"
              onClick={() => {
                // This button disappears with its message. Don't focus the field, because phones would open their
                // keyboard.
                elementRef.current?.focus({ preventScroll: true });
                void retry();
              }}
              className="text-link cursor-pointer font-semibold"
            >
              {state === 'overtaken' ? 'Save mine' : 'Try again'}
            </button>
          )}
        </p>
      )}
    </div>
  );
}
