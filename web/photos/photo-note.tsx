import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { composed } from '#shared/text/composed.ts';
import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';
import { CharacterCount } from '../ui/fields/character-count.tsx';
import { ReadOnlyContext } from './read-only.ts';

const isSameText = (first: string, second: string): boolean => composed(first) === composed(second);

interface Draft {
  text: string;
  /** The stored text when the edit began. */
  seen: string;
}

/** Returns the draft, unless it equals the stored text: a save that succeeds after unmounting leaves such a draft. */
function unsavedDraft(name: string, stored: string): Partial<Draft> | null {
  const draft = draftOf<Draft>(name);
  return draft?.text !== undefined && isSameText(draft.text, stored) ? null : draft;
}

/** Unsaved states: `failed`; `overtaken`: another text was saved since the edit began; `long`: over the limit. */
type State = 'idle' | 'saving' | 'saved' | 'failed' | 'overtaken' | 'long';

const onDark = 'field-sizing-content border-night-mute py-2 leading-6 text-white placeholder:text-night-mute';
const looks = {
  // Two lines until focused, so that cards in a grid keep their height. The end fades if the note is longer.
  light:
    'h-11 overflow-hidden border-transparent leading-5.5 text-ink placeholder-shown:leading-11 placeholder:whitespace-nowrap placeholder:text-mute not-focus:[mask-image:linear-gradient(to_top_left,transparent,black_2rem)] focus:h-auto focus:field-sizing-content focus:overflow-auto focus:border-edge focus:py-2.5 focus:leading-6',
  dark: onDark,
  /** Lies on the raised panel beside a photo. */
  raised: onDark,
  /** Always shows the whole text. */
  whole: 'field-sizing-content border-line py-2.5 leading-6 text-ink placeholder:text-mute focus:border-edge',
};
const isOnDark = (look: keyof typeof looks) => look === 'dark' || look === 'raised';

const isUnsaved = (state: State) => state === 'failed' || state === 'overtaken' || state === 'long';
const isLong = (text: string) => text.length > limits.note;

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

/**
 * A photo's note or reply. It is saved on blur and when the page is left, if the trimmed text differs from the stored
 * text. Unsaved text stays for the next attempt; text over the limit is not sent.
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
  /** Saves `text`, which replaces `seen`, the stored text when the edit began. */
  onSave: (text: string, seen: string) => Promise<unknown>;
}) {
  const stored = photo[name];
  /** The name of the draft. The draft of an unsaved text survives unmounting while scrolling, and a new sign-in. */
  const draftName = `${name} ${photo.id}`;
  const loadDraft = () => draftOf<Draft>(draftName);
  const [draft] = useState(() => unsavedDraft(draftName, stored));
  const [text, setText] = useState(draft?.text ?? stored);
  const [state, setState] = useState<State>(draft ? (isLong(composed(draft.text ?? '')) ? 'long' : 'failed') : 'idle');
  /** The reason why the API has refused the text, if it gives one. */
  const [reason, setReason] = useState<string>();
  const [lastStored, setLastStored] = useState(stored);
  /** The stored text that this text replaces. */
  const [seen, setSeen] = useState(draft?.seen ?? stored);
  const elementRef = useRef<HTMLDivElement>(null);
  /** The text of the latest request in flight. */
  const sending = useRef<string>(undefined);

  // The text changed elsewhere: show it, unless the user is editing.
  if (stored !== lastStored) {
    setLastStored(stored);
    if (isSameText(text, seen)) setText(stored);
    if (isSameText(text, seen) || isSameText(text, stored)) {
      setSeen(stored);
      if (isUnsaved(state)) setState('idle');
    }
  }

  const save = async (textToReplace = seen) => {
    const newText = composed(text);
    // White space alone is an empty text: show the placeholder.
    if (newText === '') setText('');
    if (isSameText(newText, sending.current ?? textToReplace)) {
      // The same text can be open in the lightbox, so don't delete its draft.
      if (sending.current === undefined && composed(loadDraft()?.text ?? '') === newText) dropDraft(draftName);
      if (isUnsaved(state)) setState('idle');
      return;
    }
    if (isLong(newText)) {
      setState('long');
      return;
    }
    sending.current = newText;
    setState('saving');
    try {
      await onSave(newText, textToReplace);
      if (composed(loadDraft()?.text ?? '') === newText) dropDraft(draftName);
      setSeen(newText);
      // If the text changed during the request, its own save sets the state.
      if (sending.current === newText) setState(loadDraft() ? 'idle' : 'saved');
    } catch (error) {
      console.warn(`The ${name} was not saved.`, error);
      const { code, fields } = error as { code?: unknown; fields?: Record<string, string> };
      if (sending.current === newText) {
        setReason(fields?.[name]);
        setState(code === 'CHANGED_MEANWHILE' ? 'overtaken' : 'failed');
      }
    } finally {
      if (sending.current === newText) sending.current = undefined;
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
    if (!isUnsaved(state)) return;
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', askToStay);
    return () => removeEventListener('beforeunload', askToStay);
  }, [state]);

  return (
    <div ref={elementRef} tabIndex={-1} className="relative outline-none">
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
        // Beside the text in the wide lightbox. In a card over the end of the second line, and hidden while the field
        // has the focus.
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
      {isUnsaved(state) && (
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
                // This button disappears with its message. Don't focus the field, because phones would open their
                // keyboard.
                elementRef.current?.focus({ preventScroll: true });
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
