import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';
import { draftOf, dropDraft, keepDraft } from '../lib/drafts.ts';

interface Draft {
  text: string;
  /** The note that it was begun on. */
  seen: string;
}

/** Words that are not stored yet: neither a card that is taken down far outside of the window nor signing in again loses them. */
const draftName = (photo: GalleryPhoto) => `note ${photo.id}`;
const loadDraft = (photo: GalleryPhoto) => draftOf<Draft>(draftName(photo));

/** A save that succeeds after its page was left drops no draft: those words are stored all the same. */
function unsavedDraft(photo: GalleryPhoto): Partial<Draft> | null {
  const draft = loadDraft(photo);
  return draft?.text?.trim() === photo.note ? null : draft;
}

/** `overtaken`: not saved, because another note was saved since this one was begun. */
type State = 'idle' | 'saving' | 'saved' | 'failed' | 'overtaken';

const looks = {
  light: 'border-line text-ink placeholder:text-mute focus:border-edge',
  dark: 'border-night-mute text-white placeholder:text-night-mute',
};

const unsaved = (state: State) => state === 'failed' || state === 'overtaken';

/**
 * The client's note: saved when the field is left, or the page, and the trimmed words differ from what is stored. Words
 * that were not saved stay, and are saved by the next try.
 */
export function PhotoNote({
  photo,
  look = 'light',
  onNote,
}: {
  photo: GalleryPhoto;
  look?: keyof typeof looks;
  /** Saves `note` in the place of the note that its writer has `seen`. */
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
}) {
  const [draft] = useState(() => unsavedDraft(photo));
  const [text, setText] = useState(draft?.text ?? photo.note);
  const [state, setState] = useState<State>(draft ? 'failed' : 'idle');
  const [told, setTold] = useState(photo.note);
  /** The note that these words are to take the place of. */
  const [seen, setSeen] = useState(draft?.seen ?? photo.note);
  /** The newest words on their way. */
  const sending = useRef<string>(undefined);

  // Another device may have changed the note: where nobody is writing here, its words are shown.
  if (photo.note !== told) {
    setTold(photo.note);
    const written = text.trim();
    if (written === seen) setText(photo.note);
    if (written === seen || written === photo.note) {
      setSeen(photo.note);
      if (unsaved(state)) setState('idle');
    }
  }

  const save = async (before = seen) => {
    const note = text.trim();
    if (note === (sending.current ?? before)) {
      // The same photo's note may be open in the lightbox: its words are not this card's to drop.
      if (sending.current === undefined && loadDraft(photo)?.text?.trim() === note) dropDraft(draftName(photo));
      if (unsaved(state)) setState('idle');
      return;
    }
    sending.current = note;
    setState('saving');
    try {
      await onNote(photo.id, note, before);
      if (loadDraft(photo)?.text?.trim() === note) dropDraft(draftName(photo));
      setSeen(note);
      // Words that came while these were on their way speak for themselves.
      if (sending.current === note) setState(loadDraft(photo) ? 'idle' : 'saved');
    } catch (error) {
      console.warn('A note was not saved.', error);
      const overtaken = (error as { code?: unknown }).code === 'CHANGED_MEANWHILE';
      if (sending.current === note) setState(overtaken ? 'overtaken' : 'failed');
    } finally {
      if (sending.current === note) sending.current = undefined;
    }
  };

  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    // Neither a closed page nor one that the phone puts away takes the focus out of the field first.
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
    <div className="relative">
      <textarea
        aria-label={`Note for ${photo.file_name}`}
        rows={1}
        value={text}
        maxLength={limits.note}
        placeholder="Add a note (optional)..."
        onChange={(event) => {
          keepDraft(draftName(photo), { text: event.target.value, seen } satisfies Draft);
          setText(event.target.value);
          if (state === 'saved') setState('idle');
        }}
        onBlur={() => save()}
        // Phones zoom into fields with letters smaller than 16 px; a placeholder may be smaller.
        className={`field-sizing-content block max-h-40 min-h-11 w-full resize-none border-b bg-transparent py-2 text-[1rem]/6 placeholder:text-xs placeholder:whitespace-nowrap md:text-sm md:placeholder:text-sm ${looks[look]}`}
      />
      <p
        role="status"
        // Beside the words in the wide lightbox; below the narrow field of a card, where it would cover them.
        className={`pointer-events-none absolute right-0 text-xs/5 empty:hidden ${look === 'dark' ? 'bottom-2 bg-night px-1 text-night-mute' : 'top-full text-mute'}`}
      >
        {state === 'saving' && 'Saving...'}
        {state === 'saved' && 'Saved'}
      </p>
      {unsaved(state) && (
        <p
          role="alert"
          className={`flex flex-wrap items-center gap-x-2 text-xs ${look === 'dark' ? 'text-brass-bright' : 'text-alert'}`}
        >
          <span className="[overflow-wrap:anywhere]">
            {state === 'overtaken' && photo.note && `Meanwhile another note was saved: “${photo.note}” `}
            {state === 'overtaken' && !photo.note && 'Meanwhile this note was deleted elsewhere. '}
            Your note was not saved; it is still here.
          </span>
          <button
            type="button"
            // Whoever presses this has seen the other note.
            onClick={() => save(state === 'overtaken' ? photo.note : seen)}
            className="min-h-11 cursor-pointer font-semibold underline underline-offset-4"
          >
            {state === 'overtaken' ? 'Save mine' : 'Try again'}
          </button>
        </p>
      )}
    </div>
  );
}
