import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { GalleryPhoto } from '#shared/contract/photos/photos.ts';
import { limits } from '#shared/limits.ts';
import { composed } from '#shared/text/composed.ts';
import { draftOf, dropDraft, keepDraft } from '../lib/browser/drafts.ts';

const isSameText = (first: string, second: string): boolean => composed(first) === composed(second);
const isLong = (text: string) => composed(text).length > limits.note;

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

/** Deletes the draft if it is this text: the same photo can be open in the lightbox, with another text. */
function dropDraftOf(name: string, text: string): void {
  if (composed(draftOf<Draft>(name)?.text ?? '') === text) dropDraft(name);
}

/** Unsaved states: `failed`; `overtaken`: another text was saved since the edit began; `long`: over the limit. */
type State = 'idle' | 'saving' | 'saved' | 'failed' | 'overtaken' | 'long';

export const isUnsaved = (state: State) => state === 'failed' || state === 'overtaken' || state === 'long';

/**
 * Returns the text of a photo's note or reply while it is edited. `save` is for the field's blur; the text is also saved
 * when the page is left, if the trimmed text differs from the stored text. Unsaved text stays for the next attempt; text
 * over the limit is not sent.
 * @param onSave saves `text`, which replaces `seen`, the stored text when the edit began
 */
export function useFeedbackText(
  name: 'note' | 'reply',
  photo: Pick<GalleryPhoto, 'id' | 'note' | 'reply'>,
  onSave: (text: string, seen: string) => Promise<unknown>,
) {
  const stored = photo[name];
  /** The name of the draft. The draft of an unsaved text survives unmounting while scrolling, and a new sign-in. */
  const draftName = `${name} ${photo.id}`;
  const [draft] = useState(() => unsavedDraft(draftName, stored));
  const [text, setText] = useState(draft?.text ?? stored);
  const [state, setState] = useState<State>(draft ? (isLong(draft.text ?? '') ? 'long' : 'failed') : 'idle');
  /** The reason why the API has refused the text, if it gives one. */
  const [reason, setReason] = useState<string>();
  const [lastStored, setLastStored] = useState(stored);
  /** The stored text that this text replaces. */
  const [seen, setSeen] = useState(draft?.seen ?? stored);
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

  const type = (typed: string) => {
    keepDraft(draftName, { text: typed, seen } satisfies Draft);
    setText(typed);
    if (state === 'saved' || (state === 'long' && !isLong(typed))) setState('idle');
  };
  const save = async (textToReplace = seen) => {
    const newText = composed(text);
    // White space alone is an empty text: show the placeholder.
    if (newText === '') setText('');
    if (isSameText(newText, sending.current ?? textToReplace)) {
      if (sending.current === undefined) dropDraftOf(draftName, newText);
      if (isUnsaved(state)) setState('idle');
      return;
    }
    if (isLong(newText)) return setState('long');
    sending.current = newText;
    setState('saving');
    try {
      await onSave(newText, textToReplace);
      dropDraftOf(draftName, newText);
      setSeen(newText);
      // If the text changed during the request, its own save sets the state.
      if (sending.current === newText) setState(draftOf(draftName) ? 'idle' : 'saved');
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
  useOnLeave(() => void save());
  useQuestionOnLeave(isUnsaved(state));
  // After `overtaken` the text replaces the other text, which is shown above the button that saves it.
  const retry = () => save(state === 'overtaken' ? stored : seen);
  return { text, state, reason, type, save, retry };
}

/** Calls `onLeave` when the page is hidden, and on unmounting. */
function useOnLeave(onLeave: () => void): void {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    // Closing a page or switching apps on a phone fires no blur event first.
    const onHide = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      leave();
    };
  }, []);
}

/** Lets the browser ask before the page is closed, while there is unsaved text. */
function useQuestionOnLeave(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', askToStay);
    return () => removeEventListener('beforeunload', askToStay);
  }, [isNeeded]);
}
