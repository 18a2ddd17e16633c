import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { composed } from '#shared/text/composed.ts';
import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';
import { CharacterCount } from '../ui/fields/character-count.tsx';
import { ReadOnlyContext } from './read-only.ts';

const isSameText = (one: string, other: string): boolean => composed(one) === composed(other);

interface Draft {
  text: string;
  /** The stored text when the edit began. */
  seen: string;
}

/** The draft, unless it equals the stored text: a save that succeeds after unmounting doesn't delete it. */
function unsavedDraft(name: string, stored: string): Partial<Draft> | null {
  const draft = draftOf<Draft>(name);
  return draft?.text !== undefined && isSameText(draft.text, stored) ? null : draft;
}

/** Unsaved states: `failed`; `overtaken`: another text was saved since the edit began; `long`: over the limit. */
type State = 'idle' | 'saving' | 'saved' | 'failed' | 'overtaken' | 'long';

const onDark = 'field-sizing-content border-night-mute py-2 leading-6 text-white placeholder:text-night-mute';
const looks = {
  // Two lines until focused, so that cards in a grid keep their height; their end fades where the note goes on.
  light:
    'h-11 overflow-hidden border-transparent leading-5.5 text-ink placeholder-shown:leading-11 placeholder:whitespace-nowrap placeholder:text-mute not-focus:[mask-image:linear-gradient(to_top_left,transparent,black_2rem)] focus:h-auto focus:field-sizing-content focus:overflow-auto focus:border-edge focus:py-2.5 focus:leading-6',
  dark: onDark,
  /** On the raised panel beside a photo. */
  raised: onDark,
  /** Always the whole text. */
  whole: 'field-sizing-content border-line py-2.5 leading-6 text-ink placeholder:text-mute focus:border-edge',
};
const isOnDark = (look: keyof typeof looks) => look === 'dark' || look === 'raised';

const unsaved = (state: State) => state === 'failed' || state === 'overtaken' || state === 'long';
const isLong = (text: string) => text.length > limits.note;

/** The client's note. */
export function PhotoNote({
  photo,
  look,
  onNote,
}: {
  photo: GalleryPhoto;
  look?: keyof typeof looks;
  /** Saves `note`, replacing `seen`, the stored note when the edit began. */
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

/**
 * A photo's note or reply. Saved on blur and when the page is left, if the trimmed text differs from the stored one.
 * Unsaved text is kept for the next attempt; text over the limit is not sent.
 */
export function PhotoText({
  name,
  photo,
  placeholder,
  look = 'light',
  onSave,
}: {
  name: 'note' | 'reply';
  photo: Pick<GalleryPhoto, 'id' | 'file_name' | 'note' | 'reply'>;
  placeholder: string;
  look?: keyof typeof looks;
  /** Saves `text`, replacing `seen`, the stored text when the edit began. */
  onSave: (text: string, seen: string) => Promise<unknown>;
}) {
  const stored = photo[name];
  /** An unsaved text's draft survives unmounting while scrolling, and a new sign-in. */
  const draftName = `${name} ${photo.id}`;
  const loadDraft = () => draftOf<Draft>(draftName);
  const [draft] = useState(() => unsavedDraft(draftName, stored));
  const [text, setText] = useState(draft?.text ?? stored);
  const [state, setState] = useState<State>(draft ? (isLong(composed(draft.text ?? '')) ? 'long' : 'failed') : 'idle');
  /** Why the API has not taken the text, as far as it says so. */
  const [reason, setReason] = useState<string>();
  const [shown, setShown] = useState(stored);
  /** The stored text that this text replaces. */
  const [seen, setSeen] = useState(draft?.seen ?? stored);
  const place = useRef<HTMLDivElement>(null);
  /** The text of the latest request in flight. */
  const sending = useRef<string>(undefined);

  // The text changed elsewhere: show it, unless the user is editing.
  if (stored !== shown) {
    setShown(stored);
    if (isSameText(text, seen)) setText(stored);
    if (isSameText(text, seen) || isSameText(text, stored)) {
      setSeen(stored);
      if (unsaved(state)) setState('idle');
    }
  }

  const save = async (before = seen) => {
    const wanted = composed(text);
    // Whitespace only is an empty text: show the placeholder.
    if (wanted === '') setText('');
    if (isSameText(wanted, sending.current ?? before)) {
      // The same text can be open in the lightbox; don't delete its draft.
      if (sending.current === undefined && composed(loadDraft()?.text ?? '') === wanted) dropDraft(draftName);
      if (unsaved(state)) setState('idle');
      return;
    }
    if (isLong(wanted)) {
      setState('long');
      return;
    }
    sending.current = wanted;
    setState('saving');
    try {
      await onSave(wanted, before);
      if (composed(loadDraft()?.text ?? '') === wanted) dropDraft(draftName);
      setSeen(wanted);
      // If the text changed during the request, its own save sets the state.
      if (sending.current === wanted) setState(loadDraft() ? 'idle' : 'saved');
    } catch (error) {
      console.warn(`The ${name} was not saved.`, error);
      const { code, fields } = error as { code?: unknown; fields?: Record<string, string> };
      if (sending.current === wanted) {
        setReason(fields?.[name]);
        setState(code === 'CHANGED_MEANWHILE' ? 'overtaken' : 'failed');
      }
    } finally {
      if (sending.current === wanted) sending.current = undefined;
    }
  };

  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    // Closing a page or switching apps on a phone fires no blur event first.
    const onHide = () => {
      if (document.visibilityState === 'hidden') saveNow();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      saveNow();
    };
  }, []);

  useEffect(() => {
    if (!unsaved(state)) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [state]);

  return (
    <div ref={place} tabIndex={-1} className="relative outline-none">
      <textarea
        dir="auto"
        aria-label={`${name === 'note' ? 'Note' : 'Reply'} for ${photo.file_name}`}
        readOnly={use(ReadOnlyContext)}
        rows={1}
        value={text}
        placeholder={placeholder}
        onChange={(event) => {
          keepDraft(draftName, { text: event.target.value, seen } satisfies Draft);
          setText(event.target.value);
          if (state === 'saved' || (state === 'long' && !isLong(composed(event.target.value)))) setState('idle');
        }}
        onBlur={() => save()}
        // iOS zooms into inputs with a font smaller than 16 px; a placeholder may be smaller.
        className={`peer block max-h-40 min-h-11 w-full resize-none border-b bg-transparent text-[1rem] placeholder:text-xs md:text-sm md:placeholder:text-sm ${looks[look]}`}
      />
      <p
        role="status"
        // Beside the text in the wide lightbox; in a card over the end of the second line, and hidden while it has more.
        className={`pointer-events-none absolute right-0 text-xs/5 empty:hidden ${isOnDark(look) ? `bottom-2 px-1 text-night-mute ${look === 'dark' ? 'bg-night' : 'bg-night-raised'}` : 'bottom-0 bg-white pl-2 text-mute peer-focus:opacity-0'}`}
      >
        {state === 'saving' && 'Saving...'}
        {state === 'saved' && 'Saved'}
      </p>
      <CharacterCount
        text={text}
        limit={limits.note}
        className={isOnDark(look) ? 'text-night-mute' : 'text-mute'}
        tooLong={isOnDark(look) ? 'text-brass-bright' : 'text-alert'}
      />
      {unsaved(state) && (
        <p
          role="alert"
          className={`flex flex-wrap items-center gap-x-2 text-xs ${isOnDark(look) ? 'text-brass-bright' : 'text-alert'}`}
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
                // This button is gone with its failure. Not to the field: phones would open their keyboard.
                place.current?.focus({ preventScroll: true });
                // 'Save mine' replaces the other text, which is shown above this button.
                void save(state === 'overtaken' ? stored : seen);
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
