import type { WebsiteDraft } from '#shared/contract/website.ts';
import type { Website } from '#shared/website/website.ts';
import { changesBetween } from '../changes.ts';
import { mergeKeptDraft, mergeStored, type TakenOver } from './kept-draft.ts';
import type { Side } from './merge-content.ts';

/** The typed content, the draft on which it is based, and a draft that somebody else has saved since. */
export interface TypedState {
  /** The draft on which the form is based; later responses don't replace the typed content. */
  base: WebsiteDraft;
  typed: Website;
  /** The values with which the form starts. */
  start: Website;
  /** React's key of the form; a different key makes the form start again. */
  formKey: number;
  /** Whether content that was typed earlier and not saved was restored. */
  isRestored: boolean;
  /** The draft that somebody else has saved, if both changed the same field. */
  theirs: WebsiteDraft | undefined;
  /** The side that was chosen for each conflict, by its id. */
  choices: Record<string, Side>;
  takenOver: TakenOver | undefined;
}

/** Returns the editor's first state. */
export function beginTyping(stored: WebsiteDraft): TypedState {
  const { base, content, isRestored, theirs, takenOver } = mergeKeptDraft(stored);
  return { base, typed: content, start: content, formKey: 0, isRestored, theirs, choices: {}, takenOver };
}

/**
 * Returns the state of a form that starts again with a draft.
 * @param content the values of the form, if they differ from the draft
 */
export const restart = (state: TypedState, draft: WebsiteDraft, content = draft.content): TypedState => ({
  ...state,
  base: draft,
  typed: content,
  start: content,
  formKey: state.formKey + 1,
  isRestored: false,
  theirs: undefined,
  takenOver: undefined,
});

/**
 * Merges a draft that somebody else has saved with the typed content; keeps the draft as `theirs` if both changed the same field.
 */
export function takeOver(state: TypedState, stored: WebsiteDraft, mine = state.typed): TypedState {
  const merged = mergeStored(state.base, mine, stored);
  if (!merged.theirs) return { ...restart(state, stored, merged.content), takenOver: merged.takenOver };
  return { ...state, theirs: stored, choices: stored === state.theirs ? state.choices : {} };
}

/**
 * Returns the state after a save. Text that was typed during the request stays.
 * @param mine the submitted content; the draft differs from it if it was merged
 */
export function afterSave(state: TypedState, draft: WebsiteDraft, mine: Website): TypedState {
  const changes = changesBetween(mine, draft.content);
  if (changes.length === 0) return { ...state, base: draft, theirs: undefined, isRestored: false };
  const { content } = mergeStored({ ...draft, content: mine }, state.typed, draft);
  const hasUnsaved = changesBetween(draft.content, content).length > 0;
  const takenOver = { by: (state.theirs ?? draft).saved?.by ?? '', changes, isSaved: true };
  return { ...restart(state, draft, hasUnsaved ? content : draft.content), takenOver };
}
