import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos.ts';
import { limits } from '#shared/limits.ts';

/** Words that are not stored yet, by photo: a card far outside of the window is taken down, but not what was written on it. */
const drafts = new Map<string, { text: string; seen: string }>();

/** `overtaken`: not saved, because another note was saved since this one was begun. */
type State = 'idle' | 'saving' | 'saved' | 'failed' | 'overtaken';

const unsaved = (state: State) => state === 'failed' || state === 'overtaken';

/**
 * The client's note: saved when the field is left, or the page, and the trimmed words differ from what is stored. Words
 * that were not saved stay, and are saved by the next try.
 */
export function PhotoNote({
  photo,
  onNote,
}: {
  photo: GalleryPhoto;
  /** Saves `note` in the place of the note that its writer has `seen`. */
  onNote: (photo: string, note: string, seen: string) => Promise<unknown>;
}) {
  const draft = drafts.get(photo.id);
  const [text, setText] = useState(draft?.text ?? photo.note);
  const [state, setState] = useState<State>(draft ? 'failed' : 'idle');
  const [told, setTold] = useState(photo.note);
  /** The note that these words are to take the place of. */
  const [seen, setSeen] = useState(draft?.seen ?? photo.note);
  /** The newest words on their way. */
  const sending = useRef<string>(undefined);
  const id = useId();

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
      if (sending.current === undefined) drafts.delete(photo.id);
      if (unsaved(state)) setState('idle');
      return;
    }
    sending.current = note;
    setState('saving');
    try {
      await onNote(photo.id, note, before);
      if (drafts.get(photo.id)?.text.trim() === note) drafts.delete(photo.id);
      setSeen(note);
      // Words that came while these were on their way speak for themselves.
      if (sending.current === note) setState(drafts.has(photo.id) ? 'idle' : 'saved');
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
    <div>
      <label htmlFor={id} className="sr-only">
        Note for {photo.file_name}
      </label>
      <textarea
        id={id}
        rows={1}
        value={text}
        maxLength={limits.note}
        placeholder="Add a note (optional)..."
        onChange={(event) => {
          drafts.set(photo.id, { text: event.target.value, seen });
          setText(event.target.value);
          if (state === 'saved') setState('idle');
        }}
        onBlur={() => save()}
        className="field-sizing-content block max-h-40 min-h-11 w-full resize-none rounded-md border border-line bg-white px-3 py-2.5 text-sm placeholder:text-mute focus:border-edge"
      />
      <p role="status" className="min-h-5 pt-0.5 text-xs text-mute">
        {state === 'saving' && 'Saving...'}
        {state === 'saved' && 'Saved'}
      </p>
      {unsaved(state) && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 text-xs text-alert">
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
